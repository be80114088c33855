#define _GNU_SOURCE
#include "walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
enum { STEP = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static void shut(struct frame *frame) {
  if (frame->fd >= 0) close(frame->fd);
  frame->fd = -1;
}

/* Adds a level to the branch and takes over `fd`; a deep branch closes its upper levels. False: no memory. */
bool frame_push(struct walker *walker, struct folder *folder, int fd, struct folder *pending, uint32_t count) {
  if (walker->depth == walker->room) {
    uint32_t room = walker->room == 0 ? 64 : walker->room * 2;
    struct frame *frames = realloc(walker->frames, room * sizeof *frames);
    if (frames == NULL) {
      scan_fail(walker->scan, ENOMEM);
      return false;
    }
    walker->frames = frames;
    walker->room = room;
  }
  walker->frames[walker->depth++] = (struct frame){.folder = folder, .pending = pending, .count = count, .fd = fd};
  if (walker->depth > KEPT_OPEN) shut(&walker->frames[walker->depth - 1 - KEPT_OPEN]);
  return true;
}

static bool is_folder(int fd, const struct folder *folder) {
  struct stat stat;
  return fstat(fd, &stat) == 0 && stat.st_dev == folder->dev && stat.st_ino == folder->ino;
}

/* The folder above an open one, when it is still the one that was listed; -1 otherwise. */
static int climb(struct walker *walker, int fd, const struct folder *folder) {
  int above = fd < 0 ? -1 : open_patiently(walker, fd, "..", FOLDER);
  if (above < 0 || is_folder(above, folder)) return above;
  close(above);
  return -1;
}

/* Opens a folder by going down from its root, one name at a time; -1 (errno) when that is refused. */
int descend(struct walker *walker, struct root *root, struct folder *folder) {
  size_t depth = 0;
  for (struct folder *at = folder; at->parent != NULL; at = at->parent) depth++;
  const char **names = malloc((depth + 1) * sizeof *names);
  if (names == NULL) {
    errno = ENOMEM;
    return -1;
  }
  size_t level = depth;
  for (struct folder *at = folder; at->parent != NULL; at = at->parent) names[--level] = at->name;
  const char *path = root->path;
  int above = open_above(walker, &path);
  int fd = above == -1 ? -1 : open_patiently(walker, above, path, depth == 0 ? FOLDER : STEP);
  for (level = 0; fd >= 0 && level < depth; level++) {
    int next = open_patiently(walker, fd, names[level], level + 1 == depth ? FOLDER : STEP);
    int code = errno;
    close(fd);
    errno = code;
    fd = next;
  }
  int code = errno;
  if (above >= 0) close(above);
  free(names);
  if (fd >= 0 && !is_folder(fd, folder)) {
    close(fd);
    fd = -1;
    code = ENOENT;
  }
  errno = code;
  return fd;
}

/* Leaves the lowest level; the one above is opened again where it had been closed. */
void frame_pop(struct walker *walker) {
  struct frame *done = &walker->frames[--walker->depth];
  struct frame *above = walker->depth == 0 ? NULL : done - 1;
  if (above != NULL && above->fd < 0 && above->lost == 0) {
    above->fd = climb(walker, done->fd, above->folder);
    if (above->fd < 0 && !is_stopped(walker->scan)) {
      above->fd = descend(walker, atomic_load_explicit(&walker->root, memory_order_relaxed), above->folder);
      if (above->fd < 0) above->lost = errno;
    }
  }
  shut(done);
}

/* Leaves only the lowest level open: for when the system has no descriptor to give. */
void frames_slim(struct walker *walker) {
  for (uint32_t level = 0; level + 1 < walker->depth; level++) shut(&walker->frames[level]);
}

void frames_abandon(struct walker *walker) {
  while (walker->depth > 0) shut(&walker->frames[--walker->depth]);
}

/* Gives away about half of what is pending in the uppermost level; false when that would leave nothing to do here. */
bool frames_give(struct walker *walker, struct batch *batch) {
  uint32_t level = 0;
  while (level < walker->depth && walker->frames[level].count == 0) level++;
  if (level == walker->depth || walker->base_depth + level > DEEPEST_SHARE) return false;
  struct frame *frame = &walker->frames[level];
  if (frame->lost != 0) return false;
  uint32_t given = (frame->count + 1) / 2;
  if (frame->count == 1) {
    uint32_t other = level + 1;
    while (other < walker->depth && walker->frames[other].count == 0) other++;
    if (other == walker->depth) return false;
  }
  struct folder *first = frame->pending;
  for (uint32_t kept = frame->count - given; kept > 0 && first != NULL; kept--) first = first->next;
  if (first == NULL) return false;
  frame->count -= given;
  batch->root = atomic_load_explicit(&walker->root, memory_order_relaxed);
  batch->folder = frame->folder;
  batch->first = first;
  batch->count = given;
  batch->depth = walker->base_depth + level;
  /* Where it is not open, or cannot be opened twice, whoever takes it goes down to it. */
  batch->fd = frame->fd < 0 ? -1 : fcntl(frame->fd, F_DUPFD_CLOEXEC, 0);
  return true;
}
