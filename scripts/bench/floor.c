/* The least a walk can do: one thread, every name and every stat, only a sum. What other walks are measured against. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned long long bytes;

static void walk(int folder) {
  struct stat stat;
  /* One buffer per level: names have to stay while their folders are walked. */
  static _Thread_local int depth;
  char buffer[32 * 1024];
  if (++depth > 200) _exit(1);
  fstat(folder, &stat);
  bytes += (unsigned long long)stat.st_blocks * 512;
  for (long got; (got = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;) {
    for (char *at = buffer; at < buffer + got; at += *(unsigned short *)(at + 16)) {
      char *name = at + 19;
      if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
      if (at[18] == DT_DIR) {
        int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner < 0) continue;
        walk(inner);
        close(inner);
      } else if (fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0) {
        bytes += (unsigned long long)stat.st_blocks * 512;
      }
    }
  }
  depth--;
}

int main(int count, char **words) {
  int top = count < 2 ? -1 : open(words[1], O_RDONLY | O_DIRECTORY);
  if (top < 0) return 1;
  walk(top);
  printf("%llu\n", bytes);
  return 0;
}
