/* A plain program that drives the walker on made-up trees: what is right is asked of a second, simple walk. */
#ifndef CLEARHOLD_FUZZ_H
#define CLEARHOLD_FUZZ_H

#include "../walk.h"

/* faults.c: what the system calls do wrong, chances in 1000; all zero at the start. */
struct faults {
  atomic_int open, stat, list, memory;
  atomic_int hides_types, high_inodes;
};
extern struct faults faults;
uint32_t dice(uint64_t *state, uint32_t below);

/* tree.c */
enum { ROOTS = 3 };
/* Grows folders `one`, `two` and `three` with links within and between them. */
void grow(const char *top, uint64_t *state);
void fell(const char *top);
/* Changes names, links and folders at random until told to end. */
struct churn {
  const char *top;
  uint64_t state;
  atomic_int end;
};
void *churn(void *churning);
struct figures {
  uint64_t exclusive, entries;
};
/* From the definition (DL-SIZE-02), one folder at a time and with no eye on speed; `mounted` is left out. */
struct figures measure(const char *folder, const char *mounted);
/* Writes the path of some entry one or two steps below `top`, relative to it; false when there is none. */
bool some_entry(const char *top, uint64_t *state, char *path, size_t room);

#endif
