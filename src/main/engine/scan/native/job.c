#include "addon.h"

#include <stdlib.h>
#include <string.h>

static void execute(napi_env env, void *data) {
  (void)env;
  struct job *job = data;
  job->good = job->run(job);
}

static void job_free(napi_env env, struct job *job) {
  if (job->work != NULL) napi_delete_async_work(env, job->work);
  if (job->callback != NULL) napi_delete_reference(env, job->callback);
  if (job->held != NULL) napi_delete_reference(env, job->held);
  looked_free(job->looked, job->count);
  free(job->bytes);
  free(job->mounts);
  free(job);
}

static void complete(napi_env env, napi_status status, void *data) {
  struct job *job = data;
  napi_handle_scope scope;
  napi_value callback, receiver, words[2];
  napi_open_handle_scope(env, &scope);
  napi_get_reference_value(env, job->callback, &callback);
  napi_get_undefined(env, &receiver);
  napi_get_null(env, &words[0]);
  napi_get_undefined(env, &words[1]);
  int failed = atomic_load(&job->session->scan->failed);
  const char *said = failed != 0 ? strerror(failed) : !job->good || status != napi_ok ? "Out of memory" : NULL;
  if (said != NULL) napi_create_string_utf8(env, said, NAPI_AUTO_LENGTH, &words[0]);
  else if (job->answer != NULL) words[1] = job->answer(env, job);
  job->session->running--;
  job_free(env, job);
  napi_call_function(env, receiver, callback, 2, words, NULL);
  napi_close_handle_scope(env, scope);
}

napi_value job_start(napi_env env, struct job *job, napi_value *arguments, size_t count) {
  napi_value name, all;
  /* Everything that was handed in lives until the step has ended. */
  bool ready = napi_create_array_with_length(env, count, &all) == napi_ok;
  for (size_t index = 0; ready && index < count; index++)
    ready = napi_set_element(env, all, (uint32_t)index, arguments[index]) == napi_ok;
  ready = ready && napi_create_reference(env, all, 1, &job->held) == napi_ok &&
          napi_create_reference(env, arguments[count - 1], 1, &job->callback) == napi_ok &&
          napi_create_string_utf8(env, "clearhold:walk", NAPI_AUTO_LENGTH, &name) == napi_ok &&
          napi_create_async_work(env, NULL, name, execute, complete, job, &job->work) == napi_ok &&
          napi_queue_async_work(env, job->work) == napi_ok;
  if (ready) {
    job->session->running++;
    return NULL;
  }
  job_free(env, job);
  napi_throw_error(env, NULL, "the native walker could not start");
  return NULL;
}

struct session *session_of(napi_env env, napi_value value) {
  void *external = NULL;
  struct session *session = NULL;
  if (napi_get_value_external(env, value, &external) == napi_ok) session = external;
  if (session != NULL && session->scan != NULL) return session;
  napi_throw_type_error(env, NULL, "a scan is expected");
  return NULL;
}

char *content_of(napi_env env, napi_value value, size_t *length) {
  napi_typedarray_type type;
  void *data = NULL;
  if (napi_get_typedarray_info(env, value, &type, length, &data, NULL, NULL) == napi_ok) {
    if (type == napi_float64_array) *length *= 8;
    else if (type != napi_uint8_array) *length *= 4;
    /* An empty array may have no memory. */
    static char nothing;
    return data == NULL ? &nothing : data;
  }
  napi_throw_type_error(env, NULL, "a typed array is expected");
  return NULL;
}

char *bytes_of(napi_env env, napi_value value, size_t *length) {
  char *data = content_of(env, value, length);
  if (data == NULL) return NULL;
  char *copy = malloc(*length + 1);
  if (copy == NULL) {
    napi_throw_error(env, NULL, "Out of memory");
    return NULL;
  }
  memcpy(copy, data, *length);
  copy[*length] = 0;
  return copy;
}
