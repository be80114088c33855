import { execFileSync } from 'node:child_process'

const DEEP = `
import os, sys
os.mkdir(sys.argv[1]); os.chdir(sys.argv[1])
for level in range(int(sys.argv[2])):
    open('file', 'wb').write(b'x')
    os.mkdir('beside'); os.mkdir('next'); os.chdir('next')`

/** Folders in one another, each with a file and an empty folder beside the next one. */
export const makeDeep = (place: string, levels: number) => execFileSync('python3', ['-c', DEEP, place, String(levels)])

const soak = process.env['CLEARHOLD_SOAK'] === '1'
/** How deep, and how wide, a tree of these tests is. */
export const levels = soak ? 100_000 : 10_000
export const names = soak ? 1_000_000 : 200_000
