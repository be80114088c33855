import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blocks, du, file, giveAway, MIB, scratch, weighApart } from '../../../../e2e/world/scanning'

/**
 * A C library in front of the system's, for both walkers' calls: with HIGH inode numbers are past 2^53 and names come
 * without their types; with GROWS a file called `grows…` has one link more each time it is looked at.
 */
const ODD_DISK = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <linux/stat.h>
#include <unistd.h>
static int looked;
static int grows(const char *path) {
  const char *name = path && strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  return getenv("GROWS") && name && strncmp(name, "grows", 5) == 0 ? ++looked : 0;
}
#define ODD(STAT, PATH) \\
  if (answer == 0 && getenv("HIGH")) (STAT)->st_ino |= (ino_t)1 << 62; \\
  if (answer == 0) (STAT)->st_nlink += grows(PATH); \\
  return answer
int fstatat(int base, const char *path, struct stat *stat, int flags) {
  int (*real)(int, const char *, struct stat *, int) = dlsym(RTLD_NEXT, "fstatat");
  int answer = real(base, path, stat, flags);
  ODD(stat, path);
}
int fstat(int fd, struct stat *stat) {
  int (*real)(int, struct stat *) = dlsym(RTLD_NEXT, "fstat");
  int answer = real(fd, stat);
  ODD(stat, NULL);
}
static int odd_statx(int answer, const char *path, struct statx *stat) {
  if (answer == 0 && getenv("HIGH")) stat->stx_ino |= (uint64_t)1 << 62;
  if (answer == 0) stat->stx_nlink += grows(path);
  return answer;
}
int statx(int base, const char *path, int flags, unsigned mask, struct statx *stat) {
  int (*real)(int, const char *, int, unsigned, struct statx *) = dlsym(RTLD_NEXT, "statx");
  return odd_statx(real(base, path, flags, mask, stat), path, stat);
}
long syscall(long number, ...) {
  va_list list; va_start(list, number);
  long a[6]; for (int index = 0; index < 6; index++) a[index] = va_arg(list, long);
  va_end(list);
  long (*real)(long, ...) = dlsym(RTLD_NEXT, "syscall");
  long got = real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (number == SYS_statx) return odd_statx(got, (char *)a[1], (struct statx *)a[4]);
  if (number == SYS_getdents64 && getenv("HIGH"))
    for (long at = 0; at < got; at += *(unsigned short *)((char *)a[1] + at + 16)) ((char *)a[1])[at + 18] = 0;
  return got;
}
`

const compiler = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
if (!compiler) console.warn('an odd disk is not tested: this needs Linux and a C compiler')

describe.skipIf(!compiler)('an odd disk', () => {
  let disk: ReturnType<typeof scratch>
  let at: (...steps: string[]) => string
  beforeEach(() => {
    disk = scratch()
    at = disk.at
    writeFileSync(at('odd.c'), ODD_DISK)
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', at('odd.so'), at('odd.c'), '-ldl'])
  })
  afterEach(() => disk.remove())

  test('inode numbers past 2^53 are kept apart, and names without a type are looked at', () => {
    mkdirSync(at('site/deep/er'), { recursive: true })
    for (let index = 0; index < 20; index++) {
      file(at(`site/${index}`), 4096 * (index + 1))
      if (index % 2 === 0) linkSync(at(`site/${index}`), at(`site/deep/er/${index}`))
      else linkSync(at(`site/${index}`), at(`elsewhere-${index}`))
    }
    giveAway(at())
    const elsewhere = Array.from({ length: 10 }, (_, index) => blocks(at(`site/${2 * index + 1}`)))
    const expected = du(at('site')) - elsewhere.reduce((sum, bytes) => sum + bytes, 0)
    const [answer] = weighApart([at('site')], { env: { LD_PRELOAD: at('odd.so'), HIGH: '1' } })
    expect(answer?.doors).toEqual([])
    expect(answer?.exclusive).toEqual({ exclusiveBytes: expected })
    expect(answer?.entries).toBe(33)
  })

  test('DL-SIZE-02: a link that appears during the walk is not taken for met: what it holds is not promised', () => {
    mkdirSync(at('site/one'), { recursive: true })
    linkSync(file(at('site/grows'), MIB), at('site/one/grows-too'))
    giveAway(at())
    const calm = weighApart([at('site')], { env: { LD_PRELOAD: at('odd.so') } })
    expect(calm[0]?.exclusive).toEqual({ exclusiveBytes: du(at('site')) })
    const [answer] = weighApart([at('site')], { env: { LD_PRELOAD: at('odd.so'), GROWS: '1' } })
    expect(answer?.exclusive).toEqual({ exclusiveBytes: du(at('site')) - blocks(at('site/grows')) })
  })
})
