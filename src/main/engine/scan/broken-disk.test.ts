import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blocks, du, file, giveAway, inMemory, MIB, scratch, weighApart } from '../../../../e2e/world/scanning'

/** A C library in front of the system's: a listing fails after BREAK_AFTER names, an open of `stuck` takes 4 s. */
const BROKEN_DISK = `
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static int count;
#define READDIR(NAME, ENTRY) \\
  struct ENTRY *NAME(DIR *dir) { \\
    struct ENTRY *(*real)(DIR *) = dlsym(RTLD_NEXT, #NAME); \\
    const char *limit = getenv("BREAK_AFTER"); \\
    if (limit && ++count > atoi(limit)) { errno = EIO; return NULL; } \\
    return real(dir); \\
  }
READDIR(readdir, dirent)
READDIR(readdir64, dirent64)
#define OPEN(NAME) \\
  int NAME(const char *path, int flags, ...) { \\
    va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list); \\
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #NAME); \\
    size_t length = strlen(path); \\
    if (length > 6 && strcmp(path + length - 6, "/stuck") == 0) sleep(8); \\
    return real(path, flags, mode); \\
  }
OPEN(open)
OPEN(open64)
int openat(int base, const char *path, int flags, ...) {
  va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
  int (*real)(int, const char *, int, ...) = dlsym(RTLD_NEXT, "openat");
  size_t length = strlen(path);
  if (length >= 5 && strcmp(path + length - 5, "stuck") == 0) sleep(8);
  return real(base, path, flags, mode);
}
long syscall(long number, ...) {
  va_list list; va_start(list, number);
  long a[6]; for (int index = 0; index < 6; index++) a[index] = va_arg(list, long);
  va_end(list);
  long (*real)(long, ...) = dlsym(RTLD_NEXT, "syscall");
  const char *limit = getenv("BREAK_AFTER");
  if (number == SYS_getdents64 && limit && count > atoi(limit)) { errno = EIO; return -1; }
  long got = real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (number != SYS_getdents64) return got;
  for (long at = 0; at < got; at += *(unsigned short *)((char *)a[1] + at + 16)) count++;
  return got;
}
`

const compiler = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
if (!compiler) console.warn('a breaking disk is not tested: this needs Linux and a C compiler')

describe.skipIf(!compiler)('a disk that breaks', () => {
  let disk: ReturnType<typeof scratch>
  let at: (...steps: string[]) => string
  beforeEach(() => {
    disk = scratch(inMemory)
    at = disk.at
    writeFileSync(at('broken.c'), BROKEN_DISK)
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', at('broken.so'), at('broken.c'), '-ldl'])
  })
  afterEach(() => disk.remove())

  test('DL-SIZE-07: a listing that breaks part-way drops what it had told, links and sub-folders too', () => {
    file(at('site/beside'), MIB)
    linkSync(at('site/beside'), at('site/link'))
    mkdirSync(at('site/long/sub'), { recursive: true })
    const fill = `
import os, sys
for index in range(60000):
    os.symlink('x', os.path.join(sys.argv[1], 'a rather long name for an entry in a long folder %06d' % index))
os.link(sys.argv[1] + '/../beside', sys.argv[1] + '/third')`
    execFileSync('python3', ['-c', fill, at('site/long')])
    giveAway(at('site'))
    const [answer] = weighApart([at('site')], { env: { LD_PRELOAD: at('broken.so'), BREAK_AFTER: '59000' } })
    expect(answer?.doors).toEqual([{ place: at('site/long'), said: 'Input/output error' }])
    expect(answer?.exclusive).toEqual({ atLeastBytes: blocks(at('site')) + blocks(at('site/long')), unreadable: 1 })
    expect(answer?.entries).toBe(4)
  })

  test('a stopped scan does not wait for a system call that hangs', { timeout: 90_000 }, () => {
    file(at('site/a/file'), MIB)
    file(at('site/stuck/file'), MIB)
    file(at('other/file'), MIB)
    giveAway(at())
    const paths = [at('site'), at('other'), at('site/stuck')]
    const answers = weighApart(paths, { env: { LD_PRELOAD: at('broken.so') }, stopAfter: 2000 })
    const [site, other, stuck] = answers
    expect(other?.exclusive).toEqual({ exclusiveBytes: du(at('other')) })
    for (const answer of [site, stuck]) {
      expect(answer?.exclusive).toMatchObject({ unreadable: expect.any(Number) })
      expect(answer?.doors[0]?.said).toBe('the scan was stopped')
    }
    expect(site?.took).toBeLessThan(7000)
  })
})
