#define _GNU_SOURCE
#include "walk.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
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
  free(scan->mounts);
  free(scan->passages);
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

/* Only this thread gives way: what it does nobody waits for. Where the system refuses, it walks as it is. */
static void give_way(void) {
  enum { WHO_PROCESS = 1, CLASS_IDLE = 3, CLASS_SHIFT = 13, LEAST = 19 };
  /* Named by its own number: 0 would be the whole process on some systems. */
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), LEAST);
  syscall(SYS_ioprio_set, WHO_PROCESS, 0, CLASS_IDLE << CLASS_SHIFT);
}

static void *walker_main(void *started) {
  struct walker *walker = started;
  struct scan *scan = walker->scan;
  atomic_store(&walker->thread, syscall(SYS_gettid));
  if (scan->background) give_way();
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
bool hire(struct scan *scan) {
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
