#define _GNU_SOURCE
#include "walk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LEFT_OUT = -1, CHECK_MS = 20 };

/* Questions asked in a thread of their own, so that one that hangs on a dead mount can be left behind. */
struct looking {
  struct scan *scan;
  enum look what;
  char *paths;
  uint32_t count;
  struct looked *looked;
  atomic_int refs;
  bool done, left;
};

static void let_go(struct looking *looking) {
  if (atomic_fetch_sub(&looking->refs, 1) != 1) return;
  looked_free(looking->looked, looking->count);
  free(looking->paths);
  free(looking);
}

static int stat_of(struct scan *scan, const char *path, struct stat *stat) {
  struct walker asking = {.scan = scan};
  int above = open_above(&asking, &path);
  if (above == -1) return errno == EINTR ? LEFT_OUT : errno;
  int code = fstatat(above, path, stat, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) == 0 ? 0 : errno;
  if (above >= 0) close(above);
  return code;
}

static void look(struct looking *looking, const char *path, struct looked *looked) {
  if (looking->what == LOOK_STAT) {
    looked->code = stat_of(looking->scan, path, &looked->stat);
  } else if (looking->what == LOOK_OPEN) {
    looked->code = access(path, R_OK | X_OK) == 0 ? 0 : errno;
  } else {
    looked->real = realpath(path, NULL);
    looked->code = looked->real == NULL ? errno : 0;
  }
}

static void *look_at_all(void *started) {
  struct looking *looking = started;
  struct scan *scan = looking->scan;
  const char *path = looking->paths;
  for (uint32_t index = 0; index < looking->count; index++, path += strlen(path) + 1) {
    if (is_stopped(scan)) break;
    struct looked looked = {0};
    look(looking, path, &looked);
    pthread_mutex_lock(&scan->lock);
    bool wanted = !looking->left;
    if (wanted) looking->looked[index] = looked;
    pthread_mutex_unlock(&scan->lock);
    if (wanted) continue;
    free(looked.real);
    break;
  }
  pthread_mutex_lock(&scan->lock);
  looking->done = true;
  pthread_cond_broadcast(&scan->ended);
  pthread_mutex_unlock(&scan->lock);
  let_go(looking);
  scan_release(scan);
  return NULL;
}

static struct looking *looking_of(struct scan *scan, enum look what, const char *paths, size_t length, uint32_t count) {
  struct looking *looking = calloc(1, sizeof *looking);
  char *copy = malloc(length + 1);
  struct looked *looked = calloc((size_t)count + 1, sizeof *looked);
  if (looking == NULL || copy == NULL || looked == NULL) {
    free(looking);
    free(copy);
    free(looked);
    return NULL;
  }
  memcpy(copy, paths, length);
  copy[length] = 0;
  for (uint32_t index = 0; index < count; index++) looked[index].code = LEFT_OUT;
  *looking = (struct looking){.scan = scan, .what = what, .paths = copy, .count = count, .looked = looked};
  atomic_store(&looking->refs, 2);
  return looking;
}

/* Waits for the answers; when the scan is stopped, no longer than a system call of a living disk takes. */
static struct looked *await(struct looking *looking) {
  struct scan *scan = looking->scan;
  pthread_mutex_lock(&scan->lock);
  for (int patience = GRACE_MS / CHECK_MS; !looking->done && patience > 0;) {
    struct timespec check;
    clock_gettime(CLOCK_MONOTONIC, &check);
    check.tv_nsec += CHECK_MS * 1000000L;
    check.tv_sec += check.tv_nsec / 1000000000;
    check.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&scan->ended, &scan->lock, &check);
    if (is_stopped(scan)) patience--;
  }
  looking->left = !looking->done;
  struct looked *looked = looking->looked;
  looking->looked = NULL;
  pthread_mutex_unlock(&scan->lock);
  return looked;
}

struct looked *scan_look(struct scan *scan, enum look what, const char *paths, size_t length, uint32_t count) {
  struct looking *looking = looking_of(scan, what, paths, length, count);
  if (looking == NULL) return NULL;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  atomic_fetch_add(&scan->refs, 1);
  pthread_t thread;
  int failed = pthread_create(&thread, &attributes, look_at_all, looking);
  pthread_attr_destroy(&attributes);
  if (failed != 0) {
    scan_release(scan);
    let_go(looking);
    let_go(looking);
    return NULL;
  }
  struct looked *looked = await(looking);
  let_go(looking);
  return looked;
}

void looked_free(struct looked *looked, uint32_t count) {
  if (looked == NULL) return;
  for (uint32_t index = 0; index < count; index++) free(looked[index].real);
  free(looked);
}
