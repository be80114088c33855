#include "addon.h"

#include <string.h>

/* The words of a ScanCounter (counter.ts), which a ticker reads on another thread. */
enum { ENTRIES = 0, BYTES = 1, LOCK = 4, LENGTH = 5, TURN = 6, HEADER = 32, ROOM = 4096 };

/* Puts a piece of the path where it belongs, as far as there is room. */
static void put(char *text, size_t at, const char *piece, size_t length) {
  if (at >= ROOM) return;
  memcpy(text + at, piece, at + length > ROOM ? ROOM - at : length);
}

static size_t spell(char *text, const struct root *root, const struct folder *folder) {
  size_t above = strlen(root->path), at = above;
  for (const struct folder *step = folder; step->parent != NULL; step = step->parent) at += 1 + step->length;
  size_t whole = at;
  for (const struct folder *step = folder; step->parent != NULL; step = step->parent) {
    at -= step->length;
    put(text, at, step->name, step->length);
    put(text, --at, "/", 1);
  }
  put(text, 0, root->path, above);
  return whole < ROOM ? whole : ROOM;
}

/* Called by one thread only, while the counter is kept alive. */
void counter_tell(void *to, uint64_t entries, uint64_t bytes, const struct root *root, const struct folder *current) {
  struct counter *counter = to;
  _Atomic int64_t *sums = (_Atomic int64_t *)counter->shared;
  _Atomic int32_t *words = (_Atomic int32_t *)counter->shared;
  atomic_fetch_add(&sums[ENTRIES], (int64_t)(entries - counter->entries));
  atomic_fetch_add(&sums[BYTES], (int64_t)(bytes - counter->bytes));
  counter->entries = entries;
  counter->bytes = bytes;
  int32_t unlocked = 0;
  if (current == NULL || !atomic_compare_exchange_strong(&words[LOCK], &unlocked, 1)) return;
  atomic_store(&words[LENGTH], (int32_t)spell(counter->shared + HEADER, root, current));
  atomic_fetch_add(&words[TURN], 1);
  atomic_store(&words[LOCK], 0);
}
