#define _GNU_SOURCE
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 64 * 1024, PATIENCE = 256, PAUSE_NS = 10 * 1000 * 1000, ATTEMPTS = 3, PIECE = 3900, INTERRUPTED = -1 };
enum { FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, ENTRY = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT };

/* What a listing finds, published only when it is complete. */
struct found {
  struct folder *first;
  struct door *doors;
  struct link_at links;
  uint64_t dev, ino, own, met_bytes;
  uint32_t entries, children, met;
  uint8_t flags;
};

struct listed {
  uint64_t ino;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

static uint64_t allocated(const struct stat *stat) { return (uint64_t)stat->st_blocks * 512; }

static int look_at(int base, const char *path, struct stat *stat) {
  while (fstatat(base, path, stat, ENTRY) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

/* Opens, and waits where the system has no descriptor to give: that says nothing about the folder. */
int open_patiently(struct walker *walker, int base, const char *path, int flags) {
  for (;;) {
    int fd = openat(base, path, flags);
    if (fd >= 0) return fd;
    if (errno != EMFILE && errno != ENFILE && errno != EINTR) return -1;
    if (is_stopped(walker->scan)) {
      errno = EINTR;
      return -1;
    }
    if (errno == EINTR) continue;
    frames_slim(walker);
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
  }
}

/* A path longer than the system takes is walked in pieces: opens the folder that the last piece lies in, and leaves
 * that piece in `path`. AT_FDCWD where the path is short enough, -1 (errno) where a piece is refused. */
int open_above(struct walker *walker, const char **path) {
  char piece[PIECE + 1];
  int above = AT_FDCWD;
  for (const char *rest = *path; strlen(rest) > PIECE;) {
    memcpy(piece, rest, PIECE);
    piece[PIECE] = 0;
    char *cut = strrchr(piece, '/');
    if (cut == NULL || cut == piece) break;
    *cut = 0;
    int next = open_patiently(walker, above, piece, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int code = errno;
    if (above >= 0) close(above);
    errno = code;
    if (next < 0) return -1;
    above = next;
    rest += cut - piece + 1;
    *path = rest;
  }
  return above;
}

static bool door_add(struct walker *walker, struct found *found, const char *name, int code) {
  size_t length = name == NULL ? 0 : strlen(name) + 1;
  struct door *door = arena_take(&walker->arena, sizeof *door + length);
  if (door == NULL) return false;
  *door = (struct door){.next = found->doors, .code = code};
  if (name != NULL) door->name = memcpy(door + 1, name, length);
  found->doors = door;
  return true;
}

static bool child_add(struct walker *walker, struct folder *parent, struct found *found, const char *name) {
  const struct passage *passage = passage_into(parent->passage, name);
  size_t length = strlen(name);
  struct folder *child = arena_take(&walker->arena, sizeof *child + length + 1);
  if (child == NULL) return false;
  *child = (struct folder){
      .parent = parent, .next = found->first, .passage = passage, .entries = 1, .length = (uint16_t)length};
  child->name = memcpy(child + 1, name, length + 1);
  found->first = child;
  found->children++;
  return true;
}

static bool file_add(struct walker *walker, struct found *found, const struct stat *stat) {
  found->entries++;
  found->met++;
  found->met_bytes += allocated(stat);
  if (stat->st_nlink > 1)
    return link_add(walker, (struct link){stat->st_dev, stat->st_ino, allocated(stat), (uint32_t)stat->st_nlink});
  found->own += allocated(stat);
  return true;
}

static bool entry_add(struct walker *walker, struct folder *folder, struct found *found, int fd, struct listed *entry) {
  struct stat stat;
  /* Not even looked at: what is mounted there may never answer. */
  if (folder->passage != NULL && is_mounted(passage_into(folder->passage, entry->name))) return true;
  if (entry->type == DT_DIR) return child_add(walker, folder, found, entry->name);
  int code = look_at(fd, entry->name, &stat);
  if (code == ENOENT || code == ENOTDIR) return true;
  if (code != 0) return door_add(walker, found, entry->name, code);
  if (S_ISDIR(stat.st_mode)) return child_add(walker, folder, found, entry->name);
  return file_add(walker, found, &stat);
}

static bool is_itself(const char *name) { return name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0)); }

static void count(struct walker *walker, struct found *found) {
  atomic_fetch_add_explicit(&walker->entries, found->met, memory_order_relaxed);
  atomic_fetch_add_explicit(&walker->bytes, found->met_bytes, memory_order_relaxed);
  found->met = 0;
  found->met_bytes = 0;
}

/* Reads the names and weighs what they name: 0, or the code of a listing that broke, INTERRUPTED when the scan was. */
static int read_names(struct walker *walker, struct folder *folder, struct found *found, int fd) {
  for (int patience = PATIENCE;;) {
    long got = syscall(SYS_getdents64, fd, walker->buffer, (long)BUFFER);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? errno : 0;
    for (long at = 0; at < got;) {
      struct listed *entry = (struct listed *)(walker->buffer + at);
      at += entry->length;
      if (is_itself(entry->name)) continue;
      if (--patience == 0) {
        patience = PATIENCE;
        if (is_stopped(walker->scan)) return INTERRUPTED;
        count(walker, found);
      }
      if (!entry_add(walker, folder, found, fd, entry)) {
        scan_fail(walker->scan, ENOMEM);
        return INTERRUPTED;
      }
    }
  }
}

static void weigh_folder(struct found *found, const struct stat *stat) {
  found->dev = stat->st_dev;
  found->ino = stat->st_ino;
  found->own = allocated(stat);
}

/* Whether something was mounted here since the mount table was read: only then does a device change ask. */
static bool is_other_mount(int one, int other) {
#ifdef STATX_MNT_ID
  struct statx first, second;
  if (statx(one, "", AT_EMPTY_PATH, STATX_MNT_ID, &first) != 0) return false;
  if (statx(other, "", AT_EMPTY_PATH, STATX_MNT_ID, &second) != 0) return false;
  return (first.stx_mask & second.stx_mask & STATX_MNT_ID) != 0 && first.stx_mnt_id != second.stx_mnt_id;
#else
  return one == other;
#endif
}

static void list(struct walker *walker, struct folder *folder, struct found *found, int base, int fd) {
  struct stat stat;
  if (fstat(fd, &stat) != 0) {
    door_add(walker, found, NULL, errno);
    return;
  }
  if (folder->parent != NULL && folder->parent->dev != stat.st_dev && is_other_mount(base, fd)) {
    door_add(walker, found, NULL, EXDEV);
    return;
  }
  weigh_folder(found, &stat);
  if (folder->parent != NULL) {
    found->met = 1;
    found->met_bytes = found->own;
  }
  struct link_at before = walker->links;
  int code = read_names(walker, folder, found, fd);
  count(walker, found);
  if (code > 0) {
    /* A listing that broke part-way is worth nothing but the folder itself (DL-SIZE-07). */
    walker->links = before;
    found->first = NULL;
    found->doors = NULL;
    found->entries = 1;
    found->children = 0;
    found->own = code == ENOENT ? 0 : allocated(&stat);
    if (code == ENOENT) found->flags |= GONE;
    else door_add(walker, found, NULL, code);
  } else {
    found->links = before;
    found->links.count = walker->links.count - before.count;
    if (code == INTERRUPTED) door_add(walker, found, NULL, STOPPED);
  }
}

/* What stands where a folder could not be opened; true: it is a folder again, and worth another try. */
static bool look_again(struct walker *walker, int base, const char *path, struct folder *folder, struct found *found,
                       int code, int attempt) {
  struct stat stat;
  if (code == ENOENT) {
    found->flags |= GONE;
    return false;
  }
  int refused = look_at(base, path, &stat);
  if (refused == ENOENT || refused == ENOTDIR) {
    found->flags |= GONE;
  } else if (refused != 0) {
    /* Never weighed, so it is no folder of ours but a door in its parent. */
    if (folder->parent != NULL) found->flags |= GONE;
    door_add(walker, found, NULL, refused);
  } else if (S_ISDIR(stat.st_mode)) {
    bool swapped = code == ENOTDIR || code == ELOOP;
    if (swapped && attempt < ATTEMPTS) return true;
    weigh_folder(found, &stat);
    door_add(walker, found, NULL, code);
  } else {
    found->flags |= REPLACED;
    if (stat.st_nlink > 1 && folder->parent != NULL) {
      struct link link = {stat.st_dev, stat.st_ino, allocated(&stat), (uint32_t)stat.st_nlink};
      found->links = walker->links;
      found->links.count = link_add(walker, link) ? 1 : 0;
      if (found->links.count == 0) scan_fail(walker->scan, ENOMEM);
    } else {
      found->own = allocated(&stat);
    }
  }
  if (refused == 0 && folder->parent != NULL) {
    found->met = 1;
    found->met_bytes = allocated(&stat);
    count(walker, found);
  }
  return false;
}

/* Hands over what was found; false when the scan has gone on without this walker. */
static bool settle(struct walker *walker, struct folder *folder, struct found *found) {
  int walking = WALKING;
  if (!atomic_compare_exchange_strong(&walker->state, &walking, SETTLING)) return false;
  if (found->links.block == NULL) found->links = (struct link_at){walker->first_block, 0, found->links.count};
  folder->first = found->first;
  folder->doors = found->doors;
  folder->links = found->links;
  folder->dev = found->dev;
  folder->ino = found->ino;
  folder->own = found->own;
  folder->entries = found->entries;
  folder->flags = found->flags | SETTLED;
  struct scan *scan = walker->scan;
  struct root *root = atomic_load_explicit(&walker->root, memory_order_relaxed);
  long change = (long)found->children - 1;
  if (atomic_fetch_add(&root->pending, change) + change == 0) {
    pthread_mutex_lock(&scan->lock);
    scan->finished[scan->finished_count++] = (uint32_t)(root - scan->roots);
    pthread_mutex_unlock(&scan->lock);
  }
  atomic_store(&walker->state, WALKING);
  return true;
}

/* Opens a folder by its name in `base`, lists and settles it; its sub-folders become the walker's next frame. */
void visit(struct walker *walker, int base, const char *path, struct folder *folder) {
  struct found found = {.entries = 1};
  int fd = -1;
  atomic_store_explicit(&walker->current, folder, memory_order_release);
  for (int attempt = 0;; attempt++) {
    fd = open_patiently(walker, base, path, FOLDER);
    if (fd >= 0) {
      list(walker, folder, &found, base, fd);
      break;
    }
    if (errno == EINTR) return;
    if (!look_again(walker, base, path, folder, &found, errno, attempt)) break;
  }
  bool ours = settle(walker, folder, &found);
  if (ours && found.first != NULL && frame_push(walker, folder, fd, found.first, found.children)) return;
  if (fd >= 0) close(fd);
}

/* Settles a folder that cannot be reached at all. */
void refuse(struct walker *walker, struct folder *folder, int code) {
  struct found found = {.entries = 1};
  if (code == ENOENT) found.flags = GONE;
  else door_add(walker, &found, NULL, code);
  settle(walker, folder, &found);
}
