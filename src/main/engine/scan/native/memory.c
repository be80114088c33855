#include "walk.h"

#include <stdlib.h>

/* Blocks double up to a size that the system takes back when it is freed. */
enum { SMALLEST = 16 * 1024, LARGEST = 1024 * 1024 };

struct block {
  struct block *next;
};

void *arena_take(struct arena *arena, size_t size) {
  size = (size + 7) & ~(size_t)7;
  if ((size_t)(arena->end - arena->at) < size) {
    size_t whole = arena->next_size == 0 ? SMALLEST : arena->next_size;
    if (whole < size + sizeof(struct block)) whole = size + sizeof(struct block);
    struct block *block = malloc(whole);
    if (block == NULL) return NULL;
    arena->next_size = whole * 2 < LARGEST ? whole * 2 : LARGEST;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->at = (char *)(block + 1);
    arena->end = (char *)block + whole;
  }
  void *taken = arena->at;
  arena->at += size;
  return taken;
}

void arena_free(struct arena *arena) {
  for (struct block *block = arena->blocks; block != NULL;) {
    struct block *next = block->next;
    free(block);
    block = next;
  }
}

/* Appends to the walker's list. Blocks are kept when the list is cut back, and used again. */
bool link_add(struct walker *walker, struct link link) {
  struct link_at *at = &walker->links;
  if (at->block == NULL || at->index == sizeof at->block->links / sizeof *at->block->links) {
    struct link_block *next = at->block == NULL ? walker->first_block : at->block->next;
    if (next == NULL) {
      next = malloc(sizeof *next);
      if (next == NULL) return false;
      next->next = NULL;
      if (at->block == NULL) walker->first_block = next;
      else at->block->next = next;
    }
    at->block = next;
    at->index = 0;
  }
  at->block->links[at->index++] = link;
  at->count++;
  return true;
}

void links_free(struct walker *walker) {
  for (struct link_block *block = walker->first_block; block != NULL;) {
    struct link_block *next = block->next;
    free(block);
    block = next;
  }
}
