#include "addon.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 7, STAT_FIELDS = 7, FILE_FIELDS = 4 };

static void session_free(napi_env env, void *data, void *hint) {
  (void)env;
  (void)hint;
  struct session *session = data;
  if (session->forest != NULL) forest_free(session->forest);
  if (session->scan != NULL) {
    scan_stop(session->scan);
    scan_release(session->scan);
  }
  free(session);
}

static napi_value begin(napi_env env, napi_callback_info info) {
  (void)info;
  struct session *session = calloc(1, sizeof *session);
  napi_value external;
  if (session != NULL) session->scan = scan_begin();
  if (session != NULL && session->scan != NULL &&
      napi_create_external(env, session, session_free, NULL, &external) == napi_ok)
    return external;
  if (session != NULL) session_free(env, session, NULL);
  napi_throw_error(env, NULL, "Out of memory");
  return NULL;
}

/* The arguments of a call that begins with a session; null when there is none. */
static struct session *called(napi_env env, napi_callback_info info, napi_value *arguments, size_t count) {
  size_t given = count;
  if (napi_get_cb_info(env, info, &given, arguments, NULL, NULL) != napi_ok || given < count) {
    napi_throw_type_error(env, NULL, "an argument is missing");
    return NULL;
  }
  return session_of(env, arguments[0]);
}

static struct job *job_of(napi_env env, struct session *session) {
  struct job *job = session == NULL ? NULL : calloc(1, sizeof *job);
  if (job != NULL) job->session = session;
  else if (session != NULL) napi_throw_error(env, NULL, "Out of memory");
  return job;
}

static napi_value numbers(napi_env env, size_t count, double **data) {
  napi_value buffer, array;
  if (napi_create_arraybuffer(env, count * sizeof **data, (void **)data, &buffer) != napi_ok) return NULL;
  if (napi_create_typedarray(env, napi_float64_array, count, buffer, 0, &array) != napi_ok) return NULL;
  return array;
}

static bool run_look(struct job *job) {
  job->looked = scan_look(job->session->scan, job->what, job->bytes, job->length, job->count);
  return job->looked != NULL;
}

/* One row of numbers per path: code, mode, blocks, links, device, inode (low and high half). */
static napi_value answer_stats(napi_env env, struct job *job) {
  double *row;
  napi_value array = numbers(env, (size_t)job->count * STAT_FIELDS, &row);
  for (uint32_t index = 0; array != NULL && index < job->count; index++, row += STAT_FIELDS) {
    const struct stat *stat = &job->looked[index].stat;
    row[0] = job->looked[index].code;
    row[1] = stat->st_mode;
    row[2] = (double)stat->st_blocks;
    row[3] = (double)stat->st_nlink;
    row[4] = (double)stat->st_dev;
    row[5] = (double)(uint32_t)stat->st_ino;
    row[6] = (double)(uint32_t)((uint64_t)stat->st_ino >> 32);
  }
  return array;
}

/* Per path, the real one in bytes (latin1), or the code of what refused it. */
static napi_value answer_reals(napi_env env, struct job *job) {
  napi_value array, real;
  if (napi_create_array_with_length(env, job->count, &array) != napi_ok) return NULL;
  for (uint32_t index = 0; index < job->count; index++) {
    const struct looked *looked = &job->looked[index];
    if (looked->real == NULL) napi_create_int32(env, looked->code, &real);
    else napi_create_string_latin1(env, looked->real, NAPI_AUTO_LENGTH, &real);
    napi_set_element(env, array, index, real);
  }
  return array;
}

/* look(session, what, paths, count, done) */
static napi_value look(napi_env env, napi_callback_info info) {
  napi_value arguments[MOST_ARGUMENTS];
  struct job *job = job_of(env, called(env, info, arguments, 5));
  uint32_t what = 0;
  if (job == NULL) return NULL;
  napi_get_value_uint32(env, arguments[1], &what);
  napi_get_value_uint32(env, arguments[3], &job->count);
  job->what = (enum look)what;
  job->run = run_look;
  job->answer = what == LOOK_REAL ? answer_reals : answer_stats;
  job->bytes = bytes_of(env, arguments[2], &job->length);
  if (job->bytes != NULL) return job_start(env, job, arguments, 5);
  free(job);
  return NULL;
}

static bool run_walk(struct job *job) {
  struct progress progress = {job->counter.shared == NULL ? NULL : counter_tell, &job->counter};
  struct request request = {job->bytes, job->mounts, job->length, job->mounts_length, job->background};
  return scan_walk(job->session->scan, request, job->threads, progress);
}

/* walk(session, paths, mounts, threads, background, counter or null, done) */
static napi_value walk(napi_env env, napi_callback_info info) {
  napi_value arguments[MOST_ARGUMENTS];
  struct job *job = job_of(env, called(env, info, arguments, 7));
  napi_valuetype type = napi_null;
  size_t length = 0;
  if (job == NULL) return NULL;
  napi_get_value_int32(env, arguments[3], &job->threads);
  napi_get_value_bool(env, arguments[4], &job->background);
  napi_typeof(env, arguments[5], &type);
  if (type == napi_object) job->counter.shared = content_of(env, arguments[5], &length);
  job->run = run_walk;
  job->bytes = bytes_of(env, arguments[1], &job->length);
  if (job->bytes != NULL) job->mounts = bytes_of(env, arguments[2], &job->mounts_length);
  if (job->mounts != NULL) return job_start(env, job, arguments, 7);
  free(job->bytes);
  free(job);
  return NULL;
}

static napi_value stop(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  struct session *session = called(env, info, arguments, 1);
  if (session != NULL) scan_stop(session->scan);
  return NULL;
}

/* finished(session, room): roots finished since this was asked last. */
static napi_value finished(napi_env env, napi_callback_info info) {
  napi_value arguments[2], buffer, array;
  struct session *session = called(env, info, arguments, 2);
  uint32_t room = 0;
  void *roots = NULL;
  if (session == NULL || napi_get_value_uint32(env, arguments[1], &room) != napi_ok) return NULL;
  if (napi_create_arraybuffer(env, (size_t)room * 4, &roots, &buffer) != napi_ok) return NULL;
  uint32_t count = scan_finished(session->scan, roots, room);
  if (napi_create_typedarray(env, napi_uint32_array, count, buffer, 0, &array) != napi_ok) return NULL;
  return array;
}

static bool run_order(struct job *job) {
  struct session *session = job->session;
  if (session->forest != NULL) forest_free(session->forest);
  session->forest = forest_order(session->scan, job->whole ? NULL : (uint32_t *)job->bytes, job->count);
  return session->forest != NULL;
}

static napi_value answer_counts(napi_env env, struct job *job) {
  const struct forest *forest = job->session->forest;
  double *count;
  napi_value array = numbers(env, 8, &count);
  if (array == NULL) return NULL;
  const double counts[] = {forest->nodes,      forest->links,         forest->inodes,
                           forest->doors,      forest->again,         forest->root_count,
                           (double)forest->names, (double)forest->door_names};
  memcpy(count, counts, sizeof counts);
  return array;
}

/* order(session, roots or null, done) */
static napi_value order(napi_env env, napi_callback_info info) {
  napi_value arguments[MOST_ARGUMENTS];
  struct job *job = job_of(env, called(env, info, arguments, 3));
  napi_valuetype type = napi_null;
  if (job == NULL) return NULL;
  napi_typeof(env, arguments[1], &type);
  job->whole = type != napi_object;
  job->run = run_order;
  job->answer = answer_counts;
  if (!job->whole) job->bytes = bytes_of(env, arguments[1], &job->length);
  job->count = (uint32_t)(job->length / 4);
  if (job->whole || job->bytes != NULL) return job_start(env, job, arguments, 3);
  free(job);
  return NULL;
}

/* number(session, device, inode low, inode high, bytes, links): the inode's number in what was put in order. */
static napi_value number(napi_env env, napi_callback_info info) {
  napi_value arguments[6], answer;
  struct session *session = called(env, info, arguments, 6);
  double field[6] = {0};
  if (session == NULL || session->forest == NULL) return NULL;
  for (int index = 1; index < 6; index++) napi_get_value_double(env, arguments[index], &field[index]);
  uint64_t inode = (uint64_t)field[2] | (uint64_t)field[3] << 32;
  struct link file = {(uint64_t)field[1], inode, (uint64_t)field[4], (uint32_t)field[5]};
  napi_create_int64(env, forest_file(session->forest, file), &answer);
  return answer;
}

static bool run_fill(struct job *job) { return forest_fill(job->session->forest, job->into); }

/* fill(session, tables, done): the session lets go of what was put in order when the next order comes, or its end. */
static napi_value fill(napi_env env, napi_callback_info info) {
  napi_value arguments[MOST_ARGUMENTS];
  struct job *job = job_of(env, called(env, info, arguments, 3));
  size_t length = 0;
  if (job == NULL) return NULL;
  job->into = content_of(env, arguments[1], &length);
  job->run = run_fill;
  if (job->into != NULL && job->session->forest != NULL && length == forest_size(job->session->forest))
    return job_start(env, job, arguments, 3);
  free(job);
  napi_throw_range_error(env, NULL, "the tables do not have the size of what was found");
  return NULL;
}

/* end(session): its memory goes now; nothing may be asked of it any more. */
static napi_value end(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  struct session *session = called(env, info, arguments, 1);
  if (session == NULL) return NULL;
  if (session->running > 0) {
    napi_throw_error(env, NULL, "the scan is still at work");
    return NULL;
  }
  if (session->forest != NULL) forest_free(session->forest);
  session->forest = NULL;
  scan_stop(session->scan);
  scan_release(session->scan);
  session->scan = NULL;
  return NULL;
}

NAPI_MODULE_INIT() {
  const struct {
    const char *name;
    napi_callback call;
  } calls[] = {{"begin", begin}, {"look", look},     {"walk", walk}, {"stop", stop}, {"finished", finished},
               {"order", order}, {"number", number}, {"fill", fill}, {"end", end}};
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    napi_value function;
    if (napi_create_function(env, calls[index].name, NAPI_AUTO_LENGTH, calls[index].call, NULL, &function) != napi_ok ||
        napi_set_named_property(env, exports, calls[index].name, function) != napi_ok)
      return NULL;
  }
  return exports;
}
