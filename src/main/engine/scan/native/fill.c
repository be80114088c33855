#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* The tables stand one behind the other: eight-byte numbers first, then four, two and one, so that each is aligned. */
struct layout {
  double *own_before, *entries_before, *total, *inode_bytes;
  int32_t *parent, *end, *door_node, *again_node, *again_holder, *root_node;
  uint32_t *name_at, *links_before, *link_inode, *inode_links, *door_name_at;
  uint16_t *name_length, *door_code, *door_name_length;
  char *names, *door_names;
};

static void *cut(char **at, size_t count, size_t size) {
  char *start = *at;
  *at += count * size;
  return start;
}

static size_t lay_out(const struct forest *forest, char *to, struct layout *layout) {
  char *at = to;
  size_t nodes = forest->nodes;
  layout->own_before = cut(&at, nodes + 1, 8);
  layout->entries_before = cut(&at, nodes + 1, 8);
  layout->total = cut(&at, nodes, 8);
  layout->inode_bytes = cut(&at, forest->inodes, 8);
  layout->parent = cut(&at, nodes, 4);
  layout->end = cut(&at, nodes, 4);
  layout->name_at = cut(&at, nodes, 4);
  layout->links_before = cut(&at, nodes + 1, 4);
  layout->link_inode = cut(&at, forest->links, 4);
  layout->inode_links = cut(&at, forest->inodes, 4);
  layout->door_node = cut(&at, forest->doors, 4);
  layout->door_name_at = cut(&at, forest->doors, 4);
  layout->again_node = cut(&at, forest->again, 4);
  layout->again_holder = cut(&at, forest->again, 4);
  layout->root_node = cut(&at, forest->root_count, 4);
  layout->name_length = cut(&at, nodes, 2);
  layout->door_code = cut(&at, forest->doors, 2);
  layout->door_name_length = cut(&at, forest->doors, 2);
  layout->names = cut(&at, forest->names, 1);
  layout->door_names = cut(&at, forest->door_names, 1);
  return (size_t)(at - to);
}

size_t forest_size(const struct forest *forest) {
  struct layout layout;
  /* Only differences count: any address that is not null will do. */
  static char origin;
  return lay_out(forest, &origin, &layout);
}

static bool is_again(const struct forest *forest, uint32_t node, uint32_t *next) {
  bool again = *next < forest->again && forest->again_at[*next][0] == node;
  if (again) ++*next;
  return again;
}

static void fill_folders(const struct forest *forest, struct layout *to) {
  uint32_t name_at = 0, again = 0, links = 0;
  double own = 0, entries = 0;
  for (uint32_t node = 0; node < forest->nodes; node++) {
    const struct folder *folder = forest->node[node];
    bool twice = is_again(forest, node, &again);
    double of_its_own = twice ? 0 : (double)folder->own;
    to->parent[node] = folder->parent == NULL ? -1 : (int32_t)folder->parent->node;
    to->end[node] = (int32_t)node + 1;
    to->own_before[node] = own;
    to->entries_before[node] = entries;
    to->total[node] = of_its_own;
    to->links_before[node] = links;
    own += of_its_own;
    entries += twice ? 0 : folder->entries;
    links += twice ? 0 : folder->links.count;
    to->name_at[node] = name_at;
    to->name_length[node] = folder->length;
    memcpy(to->names + name_at, folder->name, folder->length);
    name_at += folder->length;
  }
  to->own_before[forest->nodes] = own;
  to->entries_before[forest->nodes] = entries;
  to->links_before[forest->nodes] = links;
  for (uint32_t node = forest->nodes; node-- > 0;) {
    int32_t parent = to->parent[node];
    if (parent >= 0 && to->end[parent] < to->end[node]) to->end[parent] = to->end[node];
  }
}

/* Bills each inode whose links were all met at the lowest folder that holds them all (DL-SIZE-02). */
static bool bill(const struct forest *forest, struct layout *to) {
  struct met {
    uint32_t links;
    int32_t first, last;
  } *met = calloc((size_t)forest->inodes + 1, sizeof *met);
  if (met == NULL) return false;
  for (uint32_t node = 0; node < forest->nodes; node++) {
    for (uint32_t link = to->links_before[node]; link < to->links_before[node + 1]; link++) {
      struct met *inode = &met[forest->link_inode[link]];
      if (inode->links++ == 0) inode->first = (int32_t)node;
      inode->last = (int32_t)node;
    }
  }
  for (uint32_t inode = 0; inode < forest->inodes; inode++) {
    if (met[inode].links == 0 || met[inode].links < forest->inode[inode].links) continue;
    int32_t holder = met[inode].first;
    while (holder >= 0 && to->end[holder] <= met[inode].last) holder = to->parent[holder];
    if (holder >= 0) to->total[holder] += (double)forest->inode[inode].bytes;
  }
  free(met);
  return true;
}

static void fill_doors(const struct forest *forest, struct layout *to) {
  uint32_t at = 0;
  for (uint32_t index = 0; index < forest->doors; index++) {
    const struct door_row *door = &forest->door[index];
    size_t length = door->name == NULL ? 0 : strlen(door->name);
    to->door_node[index] = (int32_t)door->node;
    to->door_code[index] = (uint16_t)door->code;
    to->door_name_at[index] = at;
    to->door_name_length[index] = (uint16_t)length;
    if (length > 0) memcpy(to->door_names + at, door->name, length);
    at += (uint32_t)length;
  }
}

bool forest_fill(const struct forest *forest, char *into) {
  struct layout to;
  lay_out(forest, into, &to);
  fill_folders(forest, &to);
  if (!bill(forest, &to)) return false;
  for (uint32_t node = forest->nodes; node-- > 0;)
    if (to.parent[node] >= 0) to.total[to.parent[node]] += to.total[node];
  for (uint32_t inode = 0; inode < forest->inodes; inode++) {
    to.inode_bytes[inode] = (double)forest->inode[inode].bytes;
    to.inode_links[inode] = forest->inode[inode].links;
  }
  if (forest->links > 0) memcpy(to.link_inode, forest->link_inode, forest->links * sizeof *to.link_inode);
  for (uint32_t index = 0; index < forest->again; index++) {
    to.again_node[index] = (int32_t)forest->again_at[index][0];
    to.again_holder[index] = (int32_t)forest->again_at[index][1];
  }
  if (forest->root_count > 0) memcpy(to.root_node, forest->root_node, forest->root_count * sizeof *to.root_node);
  fill_doors(forest, &to);
  return true;
}
