/* Says what it was handed: its snapshot, that of the role it calls, and what it is told of an agent, a line
 * each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sluice/abi.h"

#define TEXT(literal) ((sluice_text){literal, sizeof(literal) - 1})

static const char manifest[] =
    "{\"schema\":1,\"plugin\":\"says_snapshot\",\"version\":\"1\",\"basis\":\"b\",\"stages\":[{"
    "\"id\":\"says-snapshot\",\"summary\":\"Says what it was handed.\",\"effects\":[],\"writes\":[],"
    "\"roles\":[\"teller\"],\"agents\":[\"drain\"],\"config\":[{\"key\":\"word\",\"type\":\"string\","
    "\"default\":\"one\",\"summary\":\"Of the basis.\"}]}],\"roles\":[{\"role\":\"teller\","
    "\"summary\":\"Answers its snapshot.\",\"config\":[{\"key\":\"word\",\"type\":\"string\","
    "\"default\":\"one\",\"summary\":\"Of the basis.\"}]}]}";

typedef struct stage {
  const sluice_host* host;
  char answer[65536];
} stage;

static int32_t create(const sluice_host* host, sluice_text id, sluice_text config, void** self) {
  (void)id, (void)config;
  stage* made = calloc(1, sizeof *made);
  if (made == NULL) return SLUICE_FAULT;
  made->host = host;
  *self = made;
  return SLUICE_DONE;
}

static sluice_text called(stage* self, sluice_text method, sluice_text params) {
  sluice_text result;
  const int32_t code = self->host->call(self->host->ctx, method, params, &result);
  return code < 0 ? self->host->error(self->host->ctx) : code > 0 ? TEXT("none") : result;
}

static int32_t run(void* state, sluice_text snapshot, sluice_text* outcome) {
  static char lines[32768];
  stage* self = state;
  sluice_text quoted;
  const sluice_text role = called(self, TEXT("role.call"), TEXT("{\"role\":\"teller\",\"request\":{}}"));
  const sluice_text agent = called(self, TEXT("session.agent"), TEXT("{\"step\":\"drain\"}"));
  int size = snprintf(lines, sizeof lines, "%.*s\n%.*s\n%.*s", (int)snapshot.size, snapshot.data,
                      (int)role.size, role.data, (int)agent.size, agent.data);
  self->host->quote(self->host->ctx, (sluice_text){lines, (uint64_t)size}, &quoted);
  size = snprintf(self->answer, sizeof self->answer, "{\"outcome\":\"idle\",\"reason\":%.*s}",
                  (int)quoted.size, quoted.data);
  *outcome = (sluice_text){self->answer, (uint64_t)size};
  return SLUICE_DONE;
}

static int32_t serve(void* state, sluice_text role, sluice_text request, sluice_text* reply) {
  stage* self = state;
  sluice_text snapshot;
  (void)role;
  if (self->host->value(self->host->ctx, request, TEXT("/snapshot"), &snapshot) != 0) return SLUICE_FAULT;
  const int size = snprintf(self->answer, sizeof self->answer, "%.*s", (int)snapshot.size, snapshot.data);
  *reply = (sluice_text){self->answer, (uint64_t)size};
  return SLUICE_DONE;
}

static void destroy(void* self) {
  free(self);
}

static const sluice_plugin table = {
    sizeof table, SLUICE_ABI_MINOR, {manifest, sizeof manifest - 1}, create, run, serve, destroy};

const sluice_plugin* sluice_plugin_v1(uint64_t host_minor) {
  (void)host_minor;
  return &table;
}
