#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* The names that lead from a root to what is mounted inside it, where no walker enters. */
struct passage {
  struct passage *first, *next;
  const char *name;
  bool mounted;
};

const struct passage *passage_into(const struct passage *from, const char *name) {
  struct passage *at = from == NULL ? NULL : from->first;
  while (at != NULL && strcmp(at->name, name) != 0) at = at->next;
  return at;
}

bool is_mounted(const struct passage *passage) { return passage != NULL && passage->mounted; }

/* Adds the way that leads along `path`, which is cut into its names. */
static void passage_add(struct scan *scan, struct passage *from, char *path) {
  for (char *name = path, *rest; name != NULL; name = rest) {
    rest = strchr(name, '/');
    if (rest != NULL) *rest++ = 0;
    struct passage *next = (struct passage *)passage_into(from, name);
    if (next == NULL) {
      next = &scan->passages[scan->passage_count++];
      *next = (struct passage){.name = name, .next = from->first};
      from->first = next;
    }
    from = next;
  }
  from->mounted = true;
}

/* Reads for each root the paths below it that lead to mounts; an empty one ends them. */
static bool lay_passages(struct scan *scan, const char *mounts, size_t length) {
  size_t names = scan->root_count;
  for (size_t at = 0; at < length; at++)
    if (mounts[at] == 0 || mounts[at] == '/') names++;
  scan->mounts = calloc(length + scan->root_count + 1, 1);
  scan->passages = calloc(names + 1, sizeof *scan->passages);
  if (scan->mounts == NULL || scan->passages == NULL) return false;
  memcpy(scan->mounts, mounts, length);
  char *at = scan->mounts;
  for (uint32_t root = 0; root < scan->root_count; root++, at++) {
    if (*at == 0) continue;
    struct passage *top = &scan->passages[scan->passage_count++];
    scan->roots[root].folder.passage = top;
    while (*at != 0) {
      size_t whole = strlen(at);
      passage_add(scan, top, at);
      at += whole + 1;
    }
  }
  return true;
}

/* Makes the roots that these paths name. False: no memory. */
bool lay_roots(struct scan *scan, struct request request) {
  const char *paths = request.paths;
  size_t length = request.length;
  scan->background = request.background;
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
  return lay_passages(scan, request.mounts, request.mounts_length);
}
