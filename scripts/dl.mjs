// Puts the real devlaunch 0.64 (`dl`, from PyPI) into .cache/dl and prints its path: the tests compare with it.
// Does nothing when it is there already. When it cannot be had it says why and ends with status 1.
import { execFile } from 'node:child_process'
import { access, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const version = '0.64.0'
const folder = resolve(import.meta.dirname, '..', '.cache', 'dl')
const program = join(folder, `dl-${version}`)
const execute = promisify(execFile)
const limit = { timeout: 120_000, maxBuffer: 16 * 1024 * 1024 }

const lastLine = (error) =>
  String(error.stderr || error.message)
    .trim()
    .split('\n')
    .pop()

async function install() {
  await mkdir(folder, { recursive: true })
  const attempt = await mkdtemp(join(folder, 'attempt-'))
  try {
    await execute('python3', ['-m', 'venv', attempt], limit)
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `devlaunch==${version}`]
    await execute(join(attempt, 'bin', 'python3'), pip, limit)
    await copyFile(join(attempt, 'bin', 'dl'), `${attempt}.dl`)
    await rename(`${attempt}.dl`, program)
  } finally {
    await rm(attempt, { recursive: true, force: true })
  }
}

/** `{ program }`, or `{ missing }` with a sentence. */
export async function realDl() {
  try {
    await access(program)
  } catch {
    try {
      await install()
    } catch (error) {
      return { missing: `The real dl ${version} could not be installed: ${lastLine(error)}` }
    }
  }
  return { program }
}

if (process.argv[1] === import.meta.filename) {
  const found = await realDl()
  if (found.program === undefined) {
    console.error(found.missing)
    process.exitCode = 1
  } else console.log(found.program)
}
