#define _GNU_SOURCE
#include "walk.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* How long walkers had run, or had been ready to run, until the last tick. */
struct usage {
  double busy, wall;
};

/* Nanoseconds that a thread ran and that it waited for a core; negative where the system does not say. */
static double busy_of(long thread) {
  char path[64], text[96];
  snprintf(path, sizeof path, "/proc/self/task/%ld/schedstat", thread);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  unsigned long long ran, waited;
  if (length <= 0) return -1;
  text[length] = 0;
  return sscanf(text, "%llu %llu", &ran, &waited) == 2 ? (double)(ran + waited) : -1;
}

/* Called with the lock held. */
static struct usage used(struct scan *scan) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  struct usage usage = {0, (double)now.tv_sec * 1e9 + (double)now.tv_nsec};
  for (int index = 0; index < scan->threads; index++) {
    double busy = busy_of(atomic_load(&scan->walkers[index]->thread));
    if (busy < 0) return (struct usage){-1, usage.wall};
    usage.busy += busy;
  }
  return usage;
}

/* Walkers that wait for the disk leave the cores idle, so more of them ask at once. One that waits for a core counts as
 * busy: more of them would not help. Called with the lock held. */
static void grow(struct scan *scan, struct usage *last) {
  struct usage now = used(scan);
  bool blocked = now.busy >= 0 && last->busy >= 0 && now.busy - last->busy < (now.wall - last->wall) * scan->live / 2;
  if (blocked && scan->idle == 0) {
    for (int more = scan->live; more > 0 && scan->threads < MOST_THREADS; more--)
      if (!hire(scan)) break;
    now = used(scan);
  }
  *last = now;
}

static void report(struct scan *scan, struct progress progress) {
  if (progress.tell == NULL) return;
  uint64_t entries = 0, bytes = 0;
  struct folder *current = NULL;
  struct root *root = NULL;
  for (int index = 0; index < scan->threads; index++) {
    struct walker *walker = scan->walkers[index];
    entries += atomic_load_explicit(&walker->entries, memory_order_relaxed);
    bytes += atomic_load_explicit(&walker->bytes, memory_order_relaxed);
    struct folder *at = atomic_load_explicit(&walker->current, memory_order_acquire);
    if (at != NULL) current = at;
  }
  for (struct folder *top = current; top != NULL; top = top->parent)
    if (top->parent == NULL) root = (struct root *)((char *)top - offsetof(struct root, folder));
  progress.tell(progress.to, entries, bytes, root, current);
}

/* Goes on without the walkers that hang in a system call; called with the lock held. */
static void leave_behind(struct scan *scan) {
  for (int index = 0; index < scan->threads; index++) {
    for (;;) {
      int walking = WALKING;
      if (atomic_compare_exchange_strong(&scan->walkers[index]->state, &walking, LEFT_BEHIND)) {
        scan->live--;
        break;
      }
      if (walking == LEFT_BEHIND || walking == ENDED) break;
      /* It is about to take the lock, or to be done. */
      pthread_mutex_unlock(&scan->lock);
      sched_yield();
      pthread_mutex_lock(&scan->lock);
    }
  }
}

static struct timespec in(long ms) {
  struct timespec when;
  clock_gettime(CLOCK_MONOTONIC, &when);
  when.tv_nsec += ms * 1000 * 1000;
  when.tv_sec += when.tv_nsec / 1000000000;
  when.tv_nsec %= 1000000000;
  return when;
}

bool scan_walk(struct scan *scan, struct request request, int threads, struct progress progress) {
  if (!lay_roots(scan, request)) return false;
  pthread_mutex_lock(&scan->lock);
  for (int index = 0; index < threads && index < MOST_THREADS; index++)
    if (!hire(scan)) break;
  bool started = scan->threads > 0;
  struct usage last = {-1, 0};
  for (int patience = GRACE_MS / TICK_MS; scan->live > 0;) {
    struct timespec tick = in(TICK_MS);
    int waited = pthread_cond_timedwait(&scan->ended, &scan->lock, &tick);
    if (is_stopped(scan)) {
      if (waited == ETIMEDOUT && --patience <= 0) leave_behind(scan);
    } else if (waited == ETIMEDOUT) {
      grow(scan, &last);
    }
    report(scan, progress);
  }
  pthread_mutex_unlock(&scan->lock);
  return started;
}

uint32_t scan_finished(struct scan *scan, uint32_t *roots, uint32_t room) {
  uint32_t count = 0;
  pthread_mutex_lock(&scan->lock);
  while (count < room && scan->finished_taken < scan->finished_count)
    roots[count++] = scan->finished[scan->finished_taken++];
  pthread_mutex_unlock(&scan->lock);
  return count;
}
