/* A stage in plain C against abi.h alone: reads the refs with the host's value(), says what it saw, and
 * answers with its branch's name quoted by the host. Its config key "branch" names the branch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sluice/abi.h"

#define TEXT(literal) \
  { literal, sizeof(literal) - 1 }

typedef struct stage {
  const sluice_host* host;
  char pointer[64]; /* "/queue" */
  char answer[512];
} stage;

static const char manifest[] =
    "{\"schema\":1,\"plugin\":\"plain-c\",\"version\":\"1.2\",\"basis\":\"plain\",\"summary\":\"A stage in "
    "C.\","
    "\"stages\":[{\"id\":\"look\",\"summary\":\"Says where a branch stands.\",\"effects\":[\"comment.pull\"],"
    "\"writes\":[],\"roles\":[\"resolver\"],\"config\":["
    "{\"key\":\"branch\",\"type\":\"string\",\"default\":\"queue\",\"summary\":\"The branch to look at.\"},"
    "{\"key\":\"depth\",\"type\":\"integer\",\"minimum\":1,\"summary\":\"How far to look.\"}]}],"
    "\"roles\":[{\"role\":\"echo\",\"summary\":\"Answers what it was asked.\"}]}";

static int32_t create(const sluice_host* host, sluice_text id, sluice_text config, void** self) {
  static const sluice_text pointer = TEXT("/branch");
  sluice_text branch;
  stage* made;
  (void)id;
  if (host->value(host->ctx, config, pointer, &branch) != SLUICE_DONE) return SLUICE_MALFORMED;
  made = calloc(1, sizeof *made);
  if (made == NULL || branch.size > 32) {
    free(made);
    return SLUICE_FAULT;
  }
  made->host = host;
  made->pointer[0] = '/';
  memcpy(made->pointer + 1, branch.data, branch.size);
  *self = made;
  return SLUICE_DONE;
}

static int32_t run(void* self, sluice_text snapshot, sluice_text* outcome) {
  static const sluice_text method = TEXT("fact.refs"), params = TEXT("{}"), queue = TEXT("/branches/queue");
  stage* it = self;
  const sluice_host* host = it->host;
  sluice_text refs, sha, name, quoted, pointer = {it->pointer, strlen(it->pointer)};
  if (host->call(host->ctx, method, params, &refs) != SLUICE_DONE) {
    host->log(host->ctx, SLUICE_LOG_ERROR, host->error(host->ctx));
    return SLUICE_FAULT;
  }
  if (host->value(host->ctx, refs, pointer, &sha) != SLUICE_DONE) return SLUICE_FAULT;
  if (host->value(host->ctx, snapshot, queue, &name) != SLUICE_DONE) return SLUICE_FAULT;
  if (host->quote(host->ctx, name, &quoted) != SLUICE_DONE) return SLUICE_FAULT;
  host->progress(host->ctx, pointer, 1, 1);
  snprintf(it->answer, sizeof it->answer,
           "{\"outcome\":\"%s\",\"reason\":\"%.*s stands at %.*s\",\"queue\":%.*s}",
           host->cancelled(host->ctx) ? "idle" : "end", (int)pointer.size - 1, pointer.data + 1,
           (int)sha.size, sha.data, (int)quoted.size, quoted.data);
  outcome->data = it->answer;
  outcome->size = strlen(it->answer);
  return SLUICE_DONE;
}

static int32_t serve(void* self, sluice_text role, sluice_text request, sluice_text* reply) {
  (void)self;
  if (role.size != 4 || memcmp(role.data, "echo", 4) != 0) return SLUICE_ABSENT;
  *reply = request;
  return SLUICE_DONE;
}

static void destroy(void* self) {
  free(self);
}

const sluice_plugin* sluice_plugin_v1(uint64_t host_minor) {
  static const sluice_plugin table = {
      sizeof(sluice_plugin), SLUICE_ABI_MINOR, {manifest, sizeof manifest - 1}, create, run, serve, destroy};
  (void)host_minor;
  return &table;
}
