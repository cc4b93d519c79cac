/* Appends the effect that its config spells out, whatever it is, and answers with the receipt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sluice/abi.h"

#define TEXT(literal) ((sluice_text){literal, sizeof(literal) - 1})

static const char manifest[] =
    "{\"schema\":1,\"plugin\":\"any_effect\",\"version\":\"1\",\"stages\":[{\"id\":\"any-effect\","
    "\"summary\":\"Appends what it is told.\",\"effects\":[\"push.stroke\",\"push.cut\",\"push.repair\","
    "\"push.rewrite\",\"push.window\",\"push.fold\",\"merge\",\"open\",\"comment.pull\",\"comment.commit\","
    "\"issue\",\"ask\","
    "\"reply\"],\"writes\":[\"main\",\"develop\",\"queue\",\"fixes\"],\"config\":[{\"key\":\"first\","
    "\"type\":"
    "\"table\",\"default\":{},\"summary\":\"The "
    "effect.\"},{\"key\":\"second\",\"type\":\"table\",\"default\":{},"
    "\"summary\":\"One more.\"}]}]}";

typedef struct stage {
  const sluice_host* host;
  char config[65536];
  char outcome[65536];
} stage;

static int32_t create(const sluice_host* host, sluice_text id, sluice_text config, void** self) {
  (void)id;
  stage* made = calloc(1, sizeof *made);
  if (made == NULL || config.size >= sizeof made->config) return SLUICE_FAULT;
  made->host = host;
  memcpy(made->config, config.data, config.size);
  *self = made;
  return SLUICE_DONE;
}

/* The receipt of the effect at the pointer, "none" where none is configured, the host's sentence on a fault.
 */
static void append(stage* self, const char* pointer, char* into, size_t room) {
  const sluice_host* host = self->host;
  sluice_text config = {self->config, strlen(self->config)}, where = {pointer, strlen(pointer)}, effect,
              result;
  if (host->value(host->ctx, config, where, &effect) != 0 || effect.size <= 2) {
    snprintf(into, room, "none");
    return;
  }
  int32_t code = host->call(host->ctx, TEXT("effect.append"), effect, &result);
  if (code < 0) result = host->error(host->ctx);
  snprintf(into, room, "%.*s", (int)result.size, result.data);
}

static int32_t run(void* state, sluice_text snapshot, sluice_text* outcome) {
  static char both[16384];
  stage* self = state;
  char first[8000], second[8000];
  sluice_text quoted;
  (void)snapshot;
  append(self, "/first", first, sizeof first);
  append(self, "/second", second, sizeof second);
  int size = snprintf(both, sizeof both, "%s | %s", first, second);
  self->host->quote(self->host->ctx, (sluice_text){both, (uint64_t)size}, &quoted);
  size = snprintf(self->outcome, sizeof self->outcome,
                  "{\"schema\":1,\"outcome\":\"continue\",\"reason\":%.*s}", (int)quoted.size, quoted.data);
  *outcome = (sluice_text){self->outcome, (uint64_t)size};
  return SLUICE_DONE;
}

static void destroy(void* self) {
  free(self);
}

static const sluice_plugin table = {
    sizeof table, SLUICE_ABI_MINOR, {manifest, sizeof manifest - 1}, create, run, NULL, destroy};

const sluice_plugin* sluice_plugin_v1(uint64_t host_minor) {
  (void)host_minor;
  return &table;
}
