#define _GNU_SOURCE
#include "walk.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 64 * 1024, STACK = 512 * 1024 };

struct scan *scan_begin(void) {
  struct scan *scan = calloc(1, sizeof *scan);
  if (scan == NULL) return NULL;
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_mutex_init(&scan->lock, NULL);
  pthread_cond_init(&scan->work, NULL);
  pthread_cond_init(&scan->ended, &clock);
  pthread_condattr_destroy(&clock);
  atomic_store(&scan->refs, 1);
  return scan;
}

void scan_stop(struct scan *scan) {
  atomic_store(&scan->stop, 1);
  pthread_mutex_lock(&scan->lock);
  pthread_cond_broadcast(&scan->work);
  pthread_cond_broadcast(&scan->ended);
  pthread_mutex_unlock(&scan->lock);
}

/* Ends the scan as failed; never called with the lock held. */
void scan_fail(struct scan *scan, int code) {
  int none = 0;
  atomic_compare_exchange_strong(&scan->failed, &none, code);
  scan_stop(scan);
}

static void walker_free(struct walker *walker) {
  arena_free(&walker->arena);
  links_free(walker);
  free(walker->frames);
  free(walker->buffer);
  free(walker);
}

/* The last one to let go frees everything: a thread left behind in a system call may come back late. */
void scan_release(struct scan *scan) {
  if (atomic_fetch_sub(&scan->refs, 1) != 1) return;
  for (int index = 0; index < scan->threads; index++) walker_free(scan->walkers[index]);
  for (struct batch *batch = scan->batches; batch != NULL;) {
    struct batch *next = batch->next;
    if (batch->fd >= 0) close(batch->fd);
    free(batch);
    batch = next;
  }
  pthread_cond_destroy(&scan->work);
  pthread_cond_destroy(&scan->ended);
  pthread_mutex_destroy(&scan->lock);
  free(scan->roots);
  free(scan->paths);
  free(scan->finished);
  free(scan);
}

static void note_hunger(struct scan *scan) {
  int hungry = scan->idle - scan->queued;
  atomic_store_explicit(&scan->hungry, hungry > 0 ? hungry : 0, memory_order_relaxed);
}

/* A walker without work gets half of ours. */
static void offer(struct walker *walker) {
  struct scan *scan = walker->scan;
  if (atomic_load_explicit(&scan->hungry, memory_order_relaxed) == 0) return;
  struct batch *batch = malloc(sizeof *batch);
  if (batch == NULL) return;
  if (!frames_give(walker, batch)) {
    free(batch);
    return;
  }
  pthread_mutex_lock(&scan->lock);
  batch->next = scan->batches;
  scan->batches = batch;
  scan->queued++;
  note_hunger(scan);
  pthread_cond_signal(&scan->work);
  pthread_mutex_unlock(&scan->lock);
}

static void begin_root(struct walker *walker, struct root *root) {
  atomic_store_explicit(&walker->root, root, memory_order_release);
  walker->base_depth = 0;
  const char *path = root->path;
  int above = open_above(walker, &path);
  if (above == -1) {
    if (errno != EINTR) refuse(walker, &root->folder, errno);
    return;
  }
  visit(walker, above, path, &root->folder);
  if (above >= 0) close(above);
}

static void begin_batch(struct walker *walker, struct batch *batch) {
  atomic_store_explicit(&walker->root, batch->root, memory_order_release);
  walker->base_depth = batch->depth;
  int lost = 0;
  if (batch->fd < 0) batch->fd = descend(walker, batch->root, batch->folder);
  if (batch->fd < 0) lost = errno;
  if (frame_push(walker, batch->folder, batch->fd, batch->first, batch->count))
    walker->frames[walker->depth - 1].lost = lost;
  else if (batch->fd >= 0)
    close(batch->fd);
  free(batch);
}

/* Takes a batch or the next root, and waits for one while others still work; false when all is done. */
static bool take_work(struct walker *walker) {
  struct scan *scan = walker->scan;
  struct batch *batch = NULL;
  struct root *root = NULL;
  pthread_mutex_lock(&scan->lock);
  while (!is_stopped(scan)) {
    if (scan->batches != NULL) {
      batch = scan->batches;
      scan->batches = batch->next;
      scan->queued--;
      note_hunger(scan);
      break;
    }
    if (scan->next_root < scan->root_count) {
      root = &scan->roots[scan->next_root++];
      break;
    }
    if (++scan->idle == scan->live) {
      pthread_cond_broadcast(&scan->work);
      break;
    }
    note_hunger(scan);
    while (scan->batches == NULL && scan->idle < scan->live && !is_stopped(scan))
      pthread_cond_wait(&scan->work, &scan->lock);
    if (scan->batches == NULL) break;
    scan->idle--;
    note_hunger(scan);
  }
  pthread_mutex_unlock(&scan->lock);
  if (root != NULL) begin_root(walker, root);
  else if (batch != NULL) begin_batch(walker, batch);
  return root != NULL || batch != NULL;
}

static bool is_ours(struct walker *walker) {
  return atomic_load_explicit(&walker->state, memory_order_relaxed) != LEFT_BEHIND && !is_stopped(walker->scan);
}

static void walk(struct walker *walker) {
  while (is_ours(walker) && take_work(walker)) {
    while (walker->depth > 0 && is_ours(walker)) {
      offer(walker);
      struct frame *frame = &walker->frames[walker->depth - 1];
      if (frame->count == 0) {
        frame_pop(walker);
        continue;
      }
      struct folder *child = frame->pending;
      frame->pending = child->next;
      frame->count--;
      if (frame->fd >= 0) visit(walker, frame->fd, child->name, child);
      else refuse(walker, child, frame->lost);
    }
  }
  frames_abandon(walker);
}

static void *walker_main(void *started) {
  struct walker *walker = started;
  struct scan *scan = walker->scan;
  atomic_store(&walker->thread, syscall(SYS_gettid));
  walk(walker);
  int walking = WALKING;
  bool ours = atomic_compare_exchange_strong(&walker->state, &walking, ENDED);
  pthread_mutex_lock(&scan->lock);
  if (ours) scan->live--;
  pthread_cond_broadcast(&scan->work);
  pthread_cond_broadcast(&scan->ended);
  pthread_mutex_unlock(&scan->lock);
  scan_release(scan);
  return NULL;
}

/* Starts one more walker; called with the lock held. */
static bool hire(struct scan *scan) {
  struct walker *walker = calloc(1, sizeof *walker);
  char *buffer = malloc(BUFFER);
  pthread_attr_t attributes;
  if (walker == NULL || buffer == NULL || pthread_attr_init(&attributes) != 0) {
    free(walker);
    free(buffer);
    return false;
  }
  walker->scan = scan;
  walker->buffer = buffer;
  atomic_store(&walker->state, WALKING);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, STACK);
  atomic_fetch_add(&scan->refs, 1);
  scan->walkers[scan->threads++] = walker;
  scan->live++;
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = pthread_create(&thread, &attributes, walker_main, walker);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (failed == 0) return true;
  scan->threads--;
  scan->live--;
  atomic_fetch_sub(&scan->refs, 1);
  walker_free(walker);
  return false;
}

static bool lay_out(struct scan *scan, const char *paths, size_t length) {
  for (size_t at = 0; at < length; at += strlen(paths + at) + 1) scan->root_count++;
  scan->paths = malloc(length + 1);
  scan->roots = calloc(scan->root_count + 1, sizeof *scan->roots);
  scan->finished = malloc((scan->root_count + 1) * sizeof *scan->finished);
  if (scan->paths == NULL || scan->roots == NULL || scan->finished == NULL) {
    scan->root_count = 0;
    return false;
  }
  memcpy(scan->paths, paths, length);
  struct root *root = scan->roots;
  for (size_t at = 0; at < length; at += strlen(scan->paths + at) + 1, root++) {
    root->path = scan->paths + at;
    root->folder = (struct folder){.name = "", .entries = 1};
    atomic_store(&root->pending, 1);
  }
  return true;
}

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

bool scan_walk(struct scan *scan, const char *paths, size_t length, int threads, struct progress progress) {
  if (!lay_out(scan, paths, length)) return false;
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
