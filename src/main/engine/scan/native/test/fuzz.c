#define _GNU_SOURCE
#include "fuzz.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* One tree, and what is done to it. */
struct round {
  const char *top;
  uint64_t seed, state;
  char paths[ROOTS * 300];
  size_t length;
  /* As if something were mounted in `one`: the way to it, and where it is (empty: nowhere). */
  char mounts[600], mounted[2000];
  size_t mounts_length;
  bool steady; /* nothing is cancelled, changed or refused, so the figures are known */
};

static void fail(const struct round *round, const char *what) {
  fprintf(stderr, "seed %llu: %s\n", (unsigned long long)round->seed, what);
  abort();
}

static void nap(uint64_t *state, uint32_t most_us) {
  nanosleep(&(struct timespec){.tv_nsec = (long)dice(state, most_us) * 1000}, NULL);
}

/* A second thread that asks and stops while the scan is at work. */
struct meddler {
  struct scan *scan;
  uint64_t state;
  bool stops;
  atomic_int end;
};

static void partial(struct scan *scan) {
  uint32_t roots[ROOTS];
  uint32_t count = scan_finished(scan, roots, ROOTS);
  struct forest *forest = count == 0 ? NULL : forest_order(scan, roots, count);
  if (forest == NULL) return;
  char *tables = malloc(forest_size(forest) + 1);
  if (tables != NULL) forest_fill(forest, tables);
  free(tables);
  forest_free(forest);
}

static void *meddle(void *started) {
  struct meddler *meddler = started;
  nap(&meddler->state, 300);
  if (meddler->stops) scan_stop(meddler->scan);
  while (!atomic_load(&meddler->end)) {
    partial(meddler->scan);
    nap(&meddler->state, 50);
  }
  return NULL;
}

static void tell(void *to, uint64_t entries, uint64_t bytes, const struct root *root, const struct folder *current) {
  uint64_t *told = to;
  size_t length = root == NULL ? 0 : strlen(root->path);
  for (const struct folder *at = current; at != NULL; at = at->parent) length += strlen(at->name);
  told[0] = entries;
  told[1] = bytes;
  told[2] = length;
}

static void look_around(struct round *round, struct scan *scan) {
  char long_path[9000];
  memset(long_path, 'x', sizeof long_path);
  for (size_t at = 0; at < sizeof long_path; at += 200) long_path[at] = '/';
  long_path[sizeof long_path - 1] = 0;
  enum look what = (enum look)dice(&round->state, 3);
  looked_free(scan_look(scan, what, round->paths, round->length, ROOTS), ROOTS);
  looked_free(scan_look(scan, what, long_path, sizeof long_path, 1), 1);
  looked_free(scan_look(scan, what, "", 0, 0), 0);
}

/* What holds of any tables, whatever happened during the walk. */
static void check_tables(const struct round *round, const struct forest *forest, const char *tables) {
  size_t nodes = forest->nodes;
  const double *own = (const double *)tables, *entries = own + nodes + 1, *total = entries + nodes + 1;
  const int32_t *parent = (const int32_t *)(total + nodes + forest->inodes), *end = parent + nodes;
  for (size_t node = 0; node < nodes; node++) {
    if (parent[node] >= (int32_t)node || end[node] <= (int32_t)node || end[node] > (int32_t)nodes)
      fail(round, "a folder is out of order");
    if (parent[node] >= 0 && end[node] > end[parent[node]]) fail(round, "a folder ends behind its parent");
    if (own[node + 1] < own[node] || entries[node + 1] < entries[node] || total[node] < own[node + 1] - own[node])
      fail(round, "a sum is too small");
  }
  for (uint32_t door = 0; door < forest->doors; door++)
    if (forest->door[door].node >= nodes) fail(round, "a door leads nowhere");
  if (!round->steady) return;
  if (forest->doors > 0) fail(round, "there is a door in a tree without any");
  const char *path = round->paths;
  for (int root = 0; root < ROOTS; root++, path += strlen(path) + 1) {
    struct figures figures = measure(path, round->mounted);
    int32_t node = forest->root_node[root];
    if (node < 0) fail(round, "a root is missing");
    if (total[node] != (double)figures.exclusive) fail(round, "the exclusive bytes are wrong");
    if (entries[end[node]] - entries[node] != (double)figures.entries) fail(round, "entries are missing");
  }
}

static void check(const struct round *round, struct scan *scan) {
  struct forest *forest = forest_order(scan, NULL, 0);
  if (forest == NULL) return;
  forest_file(forest, (struct link){1, 2, 4096, 3});
  char *tables = malloc(forest_size(forest) + 1);
  if (tables != NULL && forest_fill(forest, tables)) check_tables(round, forest, tables);
  free(tables);
  forest_free(forest);
}

static void choose_faults(struct round *round) {
  bool faulty = dice(&round->state, 3) == 0;
  uint32_t most = faulty ? 1 + dice(&round->state, 80) : 1;
  atomic_store(&faults.hides_types, dice(&round->state, 4) == 0);
  atomic_store(&faults.high_inodes, dice(&round->state, 4) == 0);
  atomic_store(&faults.open, (int)dice(&round->state, most));
  atomic_store(&faults.stat, (int)dice(&round->state, most));
  atomic_store(&faults.list, (int)dice(&round->state, most));
  atomic_store(&faults.memory, faulty && dice(&round->state, 4) == 0 ? (int)dice(&round->state, 20) : 0);
  round->steady = round->steady && !faulty;
}

static void no_faults(void) {
  atomic_store(&faults.open, 0);
  atomic_store(&faults.stat, 0);
  atomic_store(&faults.list, 0);
  atomic_store(&faults.memory, 0);
  atomic_store(&faults.high_inodes, 0);
  atomic_store(&faults.hides_types, 0);
}

static void choose_mounts(struct round *round) {
  memset(round->mounts, 0, sizeof round->mounts);
  round->mounted[0] = 0;
  bool any = dice(&round->state, 3) == 0 && some_entry(round->paths, &round->state, round->mounts, sizeof round->mounts / 2);
  if (any) snprintf(round->mounted, sizeof round->mounted, "%s/%s", round->paths, round->mounts);
  round->mounts_length = any ? strlen(round->mounts) + 1 + ROOTS : ROOTS;
}

static void scan_once(struct round *round) {
  struct churn churning = {.top = round->top, .state = round->seed * 7};
  struct meddler meddler = {.state = round->seed * 13, .stops = dice(&round->state, 3) == 0};
  bool churns = dice(&round->state, 4) == 0;
  pthread_t churner, meddling;
  uint64_t told[3] = {0};
  round->steady = !churns && !meddler.stops;
  struct scan *scan = meddler.scan = scan_begin();
  if (scan == NULL) return;
  choose_mounts(round);
  choose_faults(round);
  look_around(round, scan);
  int threads = 1 + (int)dice(&round->state, 8);
  if (churns) pthread_create(&churner, NULL, churn, &churning);
  bool meddles = meddler.stops;
  if (meddles) pthread_create(&meddling, NULL, meddle, &meddler);
  struct request request = {round->paths, round->mounts, round->length, round->mounts_length, dice(&round->state, 4) == 0};
  scan_walk(scan, request, threads, (struct progress){tell, told});
  atomic_store(&meddler.end, 1);
  atomic_store(&churning.end, 1);
  if (meddles) pthread_join(meddling, NULL);
  if (churns) pthread_join(churner, NULL);
  if (!meddles) partial(scan);
  atomic_store(&faults.memory, 0);
  if (dice(&round->state, 8) > 0) check(round, scan);
  no_faults();
  scan_stop(scan);
  scan_release(scan);
}

/* fuzz FOLDER TREES [SEED] */
int main(int count, char **words) {
  if (count < 3) return 2;
  /* Few descriptors, so that running out of them belongs to every day. */
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){48, 48});
  uint64_t seed = count > 3 ? strtoull(words[3], NULL, 10) : (uint64_t)time(NULL);
  printf("from seed %llu\n", (unsigned long long)seed);
  fflush(stdout);
  for (unsigned long tree = strtoul(words[2], NULL, 10); tree > 0; tree--, seed++) {
    struct round round = {.top = words[1], .seed = seed, .state = seed};
    char *at = round.paths;
    at += sprintf(at, "%s/one", words[1]) + 1;
    at += sprintf(at, "%s/two", words[1]) + 1;
    at += sprintf(at, "%s/three", words[1]) + 1;
    round.length = (size_t)(at - round.paths);
    grow(words[1], &round.state);
    for (uint32_t scans = 1 + dice(&round.state, 3); scans > 0; scans--) scan_once(&round);
    for (const char *path = round.paths; path < at; path += strlen(path) + 1) fell(path);
  }
  return 0;
}
