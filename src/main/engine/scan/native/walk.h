/*
 * The native walker: weighs trees with threads of its own. A scan is begun, walked, put in order and filled into flat
 * tables; each step may run on any thread, but one scan takes one step at a time. It reads and never changes a disk.
 * All sizes are allocated bytes; names are bytes.
 */
#ifndef CLEARHOLD_WALK_H
#define CLEARHOLD_WALK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum { MOST_THREADS = 16, KEPT_OPEN = 32, DEEPEST_SHARE = 64, GRACE_MS = 500, TICK_MS = 15 };

/* The code of a door that a stopped scan leaves at each folder it did not walk; no system error has it. */
enum { STOPPED = 0 };

/* What became of a folder. */
enum {
  GONE = 1,     /* not there when its turn came */
  REPLACED = 2, /* no longer a folder: the row holds what stands there now */
  SETTLED = 4   /* its turn came; without this it was never looked at */
};

/* One link met of an inode that has several. */
struct link {
  uint64_t dev, ino, bytes;
  uint32_t links;
};

struct link_block {
  struct link_block *next;
  struct link links[1023];
};

/* A place in the blocks of links. */
struct link_at {
  struct link_block *block;
  uint32_t index, count;
};

/* What could not be looked at: an entry by its name, or the folder itself (no name). */
struct door {
  struct door *next;
  const char *name;
  int code;
};

struct folder {
  struct folder *parent, *first, *next;
  const char *name;
  struct door *doors;
  /* The way from here to mounts inside; null for almost all folders. */
  const struct passage *passage;
  struct link_at links;
  uint64_t dev, ino;
  uint64_t own;
  uint32_t entries;
  uint32_t node;
  uint16_t length;
  uint8_t flags;
};

struct root {
  const char *path;
  struct folder folder;
  /* Folders announced and not settled; the root is finished when none is left. */
  atomic_long pending;
};

/* Memory that is only ever added to, and let go as a whole. */
struct arena {
  struct block *blocks;
  char *at, *end;
  size_t next_size;
};

/* A listed folder with sub-folders still to be visited. A walker's frames are the levels of one branch. */
struct frame {
  struct folder *folder;
  struct folder *pending;
  uint32_t count;
  int fd;
  int lost; /* why it cannot be opened any more */
};

/* Neighbours in one folder that a walker gave away. */
struct batch {
  struct batch *next;
  struct root *root;
  struct folder *folder, *first;
  uint32_t count, depth;
  int fd;
};

enum { WALKING, SETTLING, LEFT_BEHIND, ENDED };

struct walker {
  struct scan *scan;
  atomic_int state;
  atomic_ulong entries, bytes;
  atomic_long thread;
  _Atomic(struct folder *) current;
  _Atomic(struct root *) root;
  struct frame *frames;
  uint32_t depth, room, base_depth;
  struct arena arena;
  struct link_block *first_block;
  struct link_at links;
  char *buffer;
};

struct scan {
  atomic_int refs, stop, failed;
  pthread_mutex_t lock;
  pthread_cond_t work, ended;
  struct root *roots;
  uint32_t root_count, next_root;
  char *paths, *mounts;
  struct passage *passages;
  size_t passage_count;
  struct walker *walkers[MOST_THREADS];
  int threads, idle, live;
  bool background;
  struct batch *batches;
  int queued;
  /* Idle walkers that nothing is queued for. */
  atomic_int hungry;
  uint32_t *finished;
  uint32_t finished_count, finished_taken;
};

/* What a ticker is told while a scan runs. */
struct progress {
  void (*tell)(void *to, uint64_t entries, uint64_t bytes, const struct root *root, const struct folder *current);
  void *to;
};

/* crew.c */
struct scan *scan_begin(void);
void scan_stop(struct scan *scan);
void scan_fail(struct scan *scan, int code);
void scan_release(struct scan *scan);
/* Starts one more walker; called with the lock held. */
bool hire(struct scan *scan);

/* roots.c */
/* `paths`: canonical absolute paths, each ended by a zero byte. `mounts`: for each of them, in that order, the paths
 * below it at which something is mounted (none inside another), each ended by a zero byte, and an empty one. */
struct request {
  const char *paths, *mounts;
  size_t length, mounts_length;
  bool background; /* gives way to everybody else, on the cores and on the disk */
};
bool lay_roots(struct scan *scan, struct request request);
const struct passage *passage_into(const struct passage *from, const char *name);
bool is_mounted(const struct passage *passage);

/* watch.c */
/* Walks to the end, or until the scan is stopped. False when no thread could be started. */
bool scan_walk(struct scan *scan, struct request request, int threads, struct progress progress);
/* Roots finished since this was asked last; at most `room` of them. */
uint32_t scan_finished(struct scan *scan, uint32_t *roots, uint32_t room);

static inline bool is_stopped(struct scan *scan) { return atomic_load_explicit(&scan->stop, memory_order_relaxed) != 0; }

/* memory.c */
void *arena_take(struct arena *arena, size_t size);
void arena_free(struct arena *arena);
bool link_add(struct walker *walker, struct link link);
void links_free(struct walker *walker);

/* folder.c */
void visit(struct walker *walker, int base, const char *path, struct folder *folder);
void refuse(struct walker *walker, struct folder *folder, int code);
int open_patiently(struct walker *walker, int base, const char *path, int flags);
int open_above(struct walker *walker, const char **path);

/* frames.c */
bool frame_push(struct walker *walker, struct folder *folder, int fd, struct folder *pending, uint32_t count);
void frame_pop(struct walker *walker);
void frames_slim(struct walker *walker);
void frames_abandon(struct walker *walker);
bool frames_give(struct walker *walker, struct batch *batch);
int descend(struct walker *walker, struct root *root, struct folder *folder);

/* look.c */
struct looked {
  int code;
  char *real;
  struct stat stat;
};
enum look { LOOK_REAL, LOOK_STAT, LOOK_OPEN };
/* Asks the same about each path in a thread of its own; the paths that a stop left out have the code of STOPPED = -1. */
struct looked *scan_look(struct scan *scan, enum look what, const char *paths, size_t length, uint32_t count);
void looked_free(struct looked *looked, uint32_t count);

/* order.c */
struct forest {
  uint32_t nodes, links, inodes, doors, again;
  size_t names, door_names;
  struct folder **node;
  struct door_row {
    uint32_t node;
    int code;
    const char *name;
  } * door;
  uint32_t *link_inode;
  struct link *inode;
  uint32_t (*again_at)[2];
  int32_t *root_node;
  uint32_t root_count;
  struct ordering *ordering;
};
/* Numbers the folders of these roots (all when `roots` is null) so that each subtree is one run. Null: no memory. */
struct forest *forest_order(struct scan *scan, const uint32_t *roots, uint32_t count);
/* The number of an inode that is a site itself; added when its links were met nowhere. -1: no memory. */
int64_t forest_file(struct forest *forest, struct link file);
size_t forest_size(const struct forest *forest);
/* Writes the tables, in the order that tables.ts reads them. False: no memory. */
bool forest_fill(const struct forest *forest, char *to);
void forest_free(struct forest *forest);

#endif
