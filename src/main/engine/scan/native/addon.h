/* The walker as Node loads it. */
#ifndef CLEARHOLD_ADDON_H
#define CLEARHOLD_ADDON_H

#define NAPI_VERSION 6
#include <node_api.h>

#include "walk.h"

/* A scan as its script holds it. */
struct session {
  struct scan *scan;
  struct forest *forest;
  int running;
};

struct counter {
  char *shared;
  uint64_t entries, bytes;
};

/* One step of a scan: `run` on a thread of the pool, `answer` on the script's. */
struct job {
  struct session *session;
  napi_async_work work;
  napi_ref callback, held;
  bool (*run)(struct job *job);
  napi_value (*answer)(napi_env env, struct job *job);
  enum look what;
  char *bytes, *mounts;
  size_t length, mounts_length;
  uint32_t count;
  int threads;
  bool whole, good, background;
  struct counter counter;
  struct looked *looked;
  char *into;
};

/* counter.c */
void counter_tell(void *to, uint64_t entries, uint64_t bytes, const struct root *root, const struct folder *current);

/* job.c */
/* Starts a step: the last of `arguments` is called with (error text or null, answer). Takes `job` over. */
napi_value job_start(napi_env env, struct job *job, napi_value *arguments, size_t count);
/* The session an argument holds; null (and an exception is pending) when it holds none, or one that has ended. */
struct session *session_of(napi_env env, napi_value value);
/* A copy of a byte array's content with one zero byte behind it; null (and an exception is pending) otherwise. */
char *bytes_of(napi_env env, napi_value value, size_t *length);
/* Where the content of a typed array lies. */
char *content_of(napi_env env, napi_value value, size_t *length);

#endif
