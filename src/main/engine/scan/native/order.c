#include "walk.h"

#include <stdlib.h>
#include <string.h>

enum { NOWHERE = UINT32_MAX };

/* (dev, ino) → a number; open addressing. */
struct slot {
  uint64_t dev, ino;
  uint32_t number;
  bool taken;
};
struct numbers {
  struct slot *slots;
  size_t mask, count;
};

struct ordering {
  struct forest *forest;
  struct numbers folders, inodes;
  uint32_t node_room, door_room, again_room, link_room, inode_room;
  bool failed;
};

static size_t slot_of(const struct numbers *numbers, uint64_t dev, uint64_t ino) {
  uint64_t hash = (ino ^ dev * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
  size_t slot = (hash ^ hash >> 32) & numbers->mask;
  while (numbers->slots[slot].taken && (numbers->slots[slot].ino != ino || numbers->slots[slot].dev != dev))
    slot = (slot + 1) & numbers->mask;
  return slot;
}

/* `size`: a power of two. */
static bool widen(struct numbers *numbers, size_t size) {
  struct numbers wider = {calloc(size, sizeof *wider.slots), size - 1, numbers->count};
  if (wider.slots == NULL) return false;
  for (size_t at = 0; numbers->slots != NULL && at <= numbers->mask; at++)
    if (numbers->slots[at].taken)
      wider.slots[slot_of(&wider, numbers->slots[at].dev, numbers->slots[at].ino)] = numbers->slots[at];
  free(numbers->slots);
  *numbers = wider;
  return true;
}

/* The number kept for this inode: `number` when it is new. False: no memory. */
static bool number_of(struct numbers *numbers, uint64_t dev, uint64_t ino, uint32_t number, uint32_t *kept) {
  if (numbers->slots == NULL || numbers->count * 2 > numbers->mask)
    if (!widen(numbers, numbers->slots == NULL ? 256 : (numbers->mask + 1) * 2)) return false;
  struct slot *slot = &numbers->slots[slot_of(numbers, dev, ino)];
  if (!slot->taken) {
    *slot = (struct slot){dev, ino, number, true};
    numbers->count++;
  }
  *kept = slot->number;
  return true;
}

static bool make_room(void *array, uint32_t *room, size_t needed, size_t size) {
  if (needed <= *room) return true;
  size_t larger = needed * 2 < 64 ? 64 : needed * 2;
  void *grown = realloc(*(void **)array, larger * size);
  if (grown == NULL || larger > UINT32_MAX) return false;
  *(void **)array = grown;
  *room = (uint32_t)larger;
  return true;
}

static bool add_door(struct ordering *ordering, uint32_t node, int code, const char *name) {
  struct forest *forest = ordering->forest;
  if (!make_room(&forest->door, &ordering->door_room, forest->doors + 1, sizeof *forest->door)) return false;
  forest->door[forest->doors++] = (struct door_row){node, code, name};
  if (name != NULL) forest->door_names += strlen(name);
  return true;
}

/* An inode's bytes are those of its first link; its links the most that was ever said, so that none that appeared
 * during the walk is taken for met. */
static bool add_inode(struct ordering *ordering, const struct link *link, uint32_t *number) {
  struct forest *forest = ordering->forest;
  if (!number_of(&ordering->inodes, link->dev, link->ino, forest->inodes, number)) return false;
  if (*number < forest->inodes) {
    struct link *known = &forest->inode[*number];
    if (known->links < link->links) known->links = link->links;
    return true;
  }
  if (!make_room(&forest->inode, &ordering->inode_room, forest->inodes + 1, sizeof *forest->inode)) return false;
  forest->inode[forest->inodes++] = *link;
  return true;
}

static bool add_links(struct ordering *ordering, const struct link_at *links) {
  struct forest *forest = ordering->forest;
  struct link_block *block = links->block;
  uint32_t index = links->index;
  if (!make_room(&forest->link_inode, &ordering->link_room, (size_t)forest->links + links->count, sizeof(uint32_t)))
    return false;
  for (uint32_t count = links->count; count > 0; count--, index++) {
    if (index == sizeof block->links / sizeof *block->links) {
      block = block->next;
      index = 0;
    }
    if (!add_inode(ordering, &block->links[index], &forest->link_inode[forest->links++])) return false;
  }
  return true;
}

static int by_name(const struct folder *one, const struct folder *other) { return strcmp(one->name, other->name); }

/* Sorts siblings by name, so that the order does not tell which thread was first. */
static struct folder *sorted(struct folder *list) {
  for (size_t width = 1;; width *= 2) {
    struct folder *rest = list, **tail = &list;
    size_t merges = 0;
    while (rest != NULL) {
      struct folder *left = rest, *right = rest;
      size_t left_count = 0, right_count = width;
      while (left_count < width && right != NULL) {
        left_count++;
        right = right->next;
      }
      merges++;
      while (left_count > 0 || (right_count > 0 && right != NULL)) {
        bool takes_left = left_count > 0 && (right_count == 0 || right == NULL || by_name(left, right) <= 0);
        struct folder **from = takes_left ? &left : &right;
        if (takes_left) left_count--;
        else right_count--;
        *tail = *from;
        tail = &(*from)->next;
        *from = (*from)->next;
      }
      rest = right;
    }
    *tail = NULL;
    if (merges <= 1) return list;
  }
}

/* Gives a folder its node; `enters` says whether what lies in it is part of the forest. False: no memory. */
static bool add_node(struct ordering *ordering, struct folder *folder, bool *enters) {
  struct forest *forest = ordering->forest;
  uint32_t node = forest->nodes++, holder = node;
  *enters = false;
  if (!make_room(&forest->node, &ordering->node_room, (size_t)node + 1, sizeof *forest->node)) return false;
  forest->node[node] = folder;
  folder->node = node;
  forest->names += folder->length;
  if ((folder->flags & SETTLED) == 0) return add_door(ordering, node, STOPPED, NULL);
  if (folder->ino != 0 && !number_of(&ordering->folders, folder->dev, folder->ino, node, &holder)) return false;
  if (holder != node) {
    /* Met before, through another mount: it counts once, where it was met first (DL-SIZE-12). */
    if (!make_room(&forest->again_at, &ordering->again_room, forest->again + 1, sizeof *forest->again_at)) return false;
    forest->again_at[forest->again][0] = node;
    forest->again_at[forest->again++][1] = holder;
    return true;
  }
  *enters = true;
  for (struct door *door = folder->doors; door != NULL; door = door->next)
    if (!add_door(ordering, node, door->code, door->name)) return false;
  folder->first = sorted(folder->first);
  for (struct folder *child = folder->first; child != NULL; child = child->next)
    if ((child->flags & GONE) != 0 && child->doors != NULL && !add_door(ordering, node, child->doors->code, child->name))
      return false;
  return add_links(ordering, &folder->links);
}

static bool plant(struct ordering *ordering, struct folder *top) {
  for (struct folder *at = top; at != NULL;) {
    bool enters = false;
    if ((at->flags & GONE) == 0 && !add_node(ordering, at, &enters)) return false;
    if (enters && at->first != NULL) {
      at = at->first;
      continue;
    }
    while (at != top && at->next == NULL) at = at->parent;
    at = at == top ? NULL : at->next;
  }
  return true;
}

struct forest *forest_order(struct scan *scan, const uint32_t *roots, uint32_t count) {
  struct forest *forest = calloc(1, sizeof *forest + sizeof(struct ordering));
  if (forest == NULL) return NULL;
  struct ordering *ordering = forest->ordering = (struct ordering *)(forest + 1);
  ordering->forest = forest;
  forest->root_count = roots == NULL ? scan->root_count : count;
  forest->root_node = malloc((forest->root_count + 1) * sizeof *forest->root_node);
  bool enough = forest->root_node != NULL;
  for (uint32_t index = 0; enough && index < forest->root_count; index++) {
    uint32_t node = forest->nodes;
    enough = plant(ordering, &scan->roots[roots == NULL ? index : roots[index]].folder);
    forest->root_node[index] = forest->nodes > node ? (int32_t)node : -1;
  }
  if (enough) return forest;
  forest_free(forest);
  return NULL;
}

int64_t forest_file(struct forest *forest, struct link file) {
  uint32_t number;
  return add_inode(forest->ordering, &file, &number) ? (int64_t)number : -1;
}

void forest_free(struct forest *forest) {
  free(forest->ordering->folders.slots);
  free(forest->ordering->inodes.slots);
  free(forest->node);
  free(forest->door);
  free(forest->link_inode);
  free(forest->inode);
  free(forest->again_at);
  free(forest->root_node);
  free(forest);
}
