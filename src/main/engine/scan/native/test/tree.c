#define _GNU_SOURCE
#include "fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096, MOST = 200 };
static const char *const names[ROOTS] = {"one", "two", "three"};

uint32_t dice(uint64_t *state, uint32_t below) {
  uint64_t mixed = *state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((mixed ^ mixed >> 31) % below);
}

static void write_file(const char *path, size_t size) {
  static const char content[20000];
  int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644);
  if (fd < 0) return;
  if (write(fd, content, size) < 0) perror(path);
  close(fd);
}

struct made {
  char folder[MOST][PATH], file[MOST][PATH];
  uint32_t folders, files;
};

static void add(struct made *made, const char *path, uint64_t *state) {
  uint32_t kind = dice(state, 20);
  if (kind < 7) {
    if (mkdir(path, 0755) == 0) strcpy(made->folder[made->folders++], path);
  } else if (kind < 12 && made->files > 0) {
    if (link(made->file[dice(state, made->files)], path) != 0) perror(path);
  } else if (kind == 12) {
    if (symlink("/", path) != 0) perror(path);
  } else if (kind == 13) {
    mkfifo(path, 0644);
  } else {
    write_file(path, dice(state, 20000));
    strcpy(made->file[made->files++], path);
  }
}

void grow(const char *top, uint64_t *state) {
  struct made *made = calloc(1, sizeof *made);
  if (made == NULL) abort();
  for (int root = 0; root < ROOTS; root++) {
    snprintf(made->folder[made->folders++], PATH, "%s/%s", top, names[root]);
    mkdir(made->folder[root], 0755);
  }
  uint32_t count = 5 + dice(state, MOST - 10);
  /* Some trees are bushes, some are chains deeper than a walker keeps folders open. */
  bool deep = dice(state, 3) == 0;
  char path[PATH + 16];
  for (uint32_t index = 0; index < count; index++) {
    uint32_t in = deep && dice(state, 4) > 0 ? made->folders - 1 : dice(state, made->folders);
    int length = snprintf(path, sizeof path, "%s/%s%u", made->folder[in], dice(state, 5) == 0 ? "\xff\n" : "n", index);
    if (length < PATH) add(made, path, state);
  }
  free(made);
}

static int fell_one(const char *path, const struct stat *stat, int kind, struct FTW *where) {
  (void)stat;
  (void)kind;
  (void)where;
  remove(path);
  return 0;
}

void fell(const char *top) { nftw(top, fell_one, 32, FTW_DEPTH | FTW_PHYS); }

/* Paths are kept short: the names are those that `grow` gives. */
void *churn(void *started) {
  struct churn *churning = started;
  char path[PATH], other[PATH];
  for (uint32_t round = 0; !atomic_load(&churning->end); round++) {
    uint64_t *state = &churning->state;
    snprintf(path, sizeof path, "%s/%s/n%u", churning->top, names[dice(state, ROOTS)], dice(state, MOST));
    snprintf(other, sizeof other, "%s/%s/n%u", churning->top, names[dice(state, ROOTS)], dice(state, MOST));
    switch (dice(state, 6)) {
    case 0: rename(path, other); break;
    case 1: unlink(path); break;
    case 2: mkdir(path, 0755); break;
    case 3: if (link(path, other) != 0) write_file(other, 100); break;
    case 4: fell(path); break;
    default: if (symlink("/", path) != 0) write_file(path, 4096);
    }
  }
  return NULL;
}

struct seen {
  dev_t dev;
  ino_t ino;
  nlink_t links, met;
  uint64_t bytes;
};

struct measuring {
  struct figures figures;
  const char *mounted;
  struct seen *seen;
  size_t count, room;
};

static void meet(struct measuring *measuring, const struct stat *stat) {
  for (size_t index = 0; index < measuring->count; index++) {
    struct seen *seen = &measuring->seen[index];
    if (seen->dev != stat->st_dev || seen->ino != stat->st_ino) continue;
    seen->met++;
    return;
  }
  if (measuring->count == measuring->room) {
    measuring->room = measuring->room * 2 + 16;
    measuring->seen = realloc(measuring->seen, measuring->room * sizeof *measuring->seen);
    if (measuring->seen == NULL) abort();
  }
  measuring->seen[measuring->count++] =
      (struct seen){stat->st_dev, stat->st_ino, stat->st_nlink, 1, (uint64_t)stat->st_blocks * 512};
}

/* A folder is closed before those in it are opened: chains are deeper than this process may keep folders open. */
static void measure_into(struct measuring *measuring, const char *folder) {
  char path[PATH + 300], *names = NULL;
  size_t length = 0, room = 0;
  struct stat stat;
  if (lstat(folder, &stat) != 0) return;
  measuring->figures.entries++;
  measuring->figures.exclusive += (uint64_t)stat.st_blocks * 512;
  DIR *dir = opendir(folder);
  if (dir == NULL) abort();
  for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (strcmp(path, measuring->mounted) == 0 || lstat(path, &stat) != 0) continue;
    if (S_ISDIR(stat.st_mode)) {
      size_t size = strlen(entry->d_name) + 1;
      while (length + size > room) names = realloc(names, room = room * 2 + 300);
      if (names == NULL) abort();
      memcpy(names + length, entry->d_name, size);
      length += size;
      continue;
    }
    measuring->figures.entries++;
    meet(measuring, &stat);
  }
  closedir(dir);
  for (size_t at = 0; at < length; at += strlen(names + at) + 1) {
    snprintf(path, sizeof path, "%s/%s", folder, names + at);
    measure_into(measuring, path);
  }
  free(names);
}

struct figures measure(const char *folder, const char *mounted) {
  struct measuring measuring = {.mounted = mounted};
  measure_into(&measuring, folder);
  for (size_t index = 0; index < measuring.count; index++)
    if (measuring.seen[index].met >= measuring.seen[index].links)
      measuring.figures.exclusive += measuring.seen[index].bytes;
  free(measuring.seen);
  return measuring.figures;
}

/* One of the names in a folder; false when it is none, or empty. */
static bool some_name(const char *folder, uint64_t *state, char *name, size_t room) {
  uint32_t count = 0;
  DIR *dir = opendir(folder);
  for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && dice(state, ++count) == 0)
      snprintf(name, room, "%s", entry->d_name);
  if (dir != NULL) closedir(dir);
  return count > 0;
}

bool some_entry(const char *top, uint64_t *state, char *path, size_t room) {
  char first[256], second[256], folder[PATH + 300];
  if (!some_name(top, state, first, sizeof first)) return false;
  snprintf(folder, sizeof folder, "%s/%s", top, first);
  if (dice(state, 2) == 0 && some_name(folder, state, second, sizeof second))
    snprintf(path, room, "%s/%s", first, second);
  else
    snprintf(path, room, "%s", first);
  return true;
}
