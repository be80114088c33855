#define _GNU_SOURCE
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>

/* The linker puts these in front of the system's own (--wrap). */
struct faults faults;
static atomic_ulong turn;

static bool strikes(atomic_int *chance) {
  int limit = atomic_load(chance);
  if (limit == 0) return false;
  uint64_t state = atomic_fetch_add(&turn, 0x9e3779b97f4a7c15u);
  return dice(&state, 1000) < (uint32_t)limit;
}

static int one_of(const int *codes, uint32_t count) {
  uint64_t state = atomic_fetch_add(&turn, 0x9e3779b97f4a7c15u);
  return codes[dice(&state, count)];
}

int __real_openat(int base, const char *path, int flags, ...);
int __wrap_openat(int base, const char *path, int flags, ...) {
  static const int codes[] = {EIO, EACCES, EMFILE, ENFILE, EINTR, ENOTDIR, ELOOP, ENOENT, ESTALE};
  if (!strikes(&faults.open)) return __real_openat(base, path, flags, 0);
  errno = one_of(codes, sizeof codes / sizeof *codes);
  return -1;
}

int __real_fstatat(int base, const char *path, struct stat *stat, int flags);
int __wrap_fstatat(int base, const char *path, struct stat *stat, int flags) {
  static const int codes[] = {EIO, EACCES, EINTR, ENOTDIR, ENOENT, ESTALE};
  if (strikes(&faults.stat)) {
    errno = one_of(codes, sizeof codes / sizeof *codes);
    return -1;
  }
  int answer = __real_fstatat(base, path, stat, flags);
  if (answer == 0 && atomic_load(&faults.high_inodes)) stat->st_ino |= (ino_t)1 << 62;
  return answer;
}

int __real_fstat(int fd, struct stat *stat);
int __wrap_fstat(int fd, struct stat *stat) {
  if (strikes(&faults.stat)) {
    errno = EIO;
    return -1;
  }
  int answer = __real_fstat(fd, stat);
  if (answer == 0 && atomic_load(&faults.high_inodes)) stat->st_ino |= (ino_t)1 << 62;
  return answer;
}

long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...) {
  static const int codes[] = {EIO, EINTR, ENOENT, EACCES};
  va_list list;
  va_start(list, number);
  int fd = va_arg(list, int);
  char *buffer = va_arg(list, char *);
  long room = va_arg(list, long);
  va_end(list);
  if (number != SYS_getdents64) return __real_syscall(number, fd, buffer, room);
  if (strikes(&faults.list)) {
    errno = one_of(codes, sizeof codes / sizeof *codes);
    return -1;
  }
  /* Few names at a time, so that small folders take several calls too. */
  long got = __real_syscall(number, fd, buffer, atomic_load(&faults.list) > 0 ? 300L : room);
  for (long at = 0; atomic_load(&faults.hides_types) && at < got; at += *(unsigned short *)(buffer + at + 16))
    buffer[at + 18] = DT_UNKNOWN;
  return got;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size) { return strikes(&faults.memory) ? NULL : __real_malloc(size); }
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) { return strikes(&faults.memory) ? NULL : __real_calloc(count, size); }
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size) { return strikes(&faults.memory) ? NULL : __real_realloc(old, size); }
