/* The binary contract between the host and a stage plugin, major 1.
 *
 * Only C types cross, of fixed width and without implicit padding; documents are JSON in UTF-8, each with a
 * "schema" number (schema/ beside this header). Nobody frees the other side's memory: a text that the host
 * returns lives until the entry (create, run, serve) that asked for it returns; a text that a plugin returns
 * lives until the host's next entry into that instance. No exception may leave a function of either table.
 * Every table starts with its own size and grows at its end only: read no more of it than that size covers.
 * What is handed to a function is borrowed until that function returns: copy what is to be kept.
 * Thread: the host enters a plugin on one thread, one instance never twice at once; a plugin calls the host
 * on that thread, within an entry. Any other call answers SLUICE_FAULT or nothing, and does nothing.
 */
#ifndef SLUICE_ABI_H
#define SLUICE_ABI_H

#include <stdint.h>

#define SLUICE_ABI_MAJOR 1
#define SLUICE_ABI_MINOR 0

/* A borrowed view of bytes; data may be null when size is 0. */
typedef struct sluice_text {
  const char* data;
  uint64_t size;
} sluice_text;

/* What a call returns: 0 done; above 0 an outcome that the caller must expect; below 0 a fault. */
enum { SLUICE_DONE = 0, SLUICE_ABSENT = 1, SLUICE_FAULT = -1, SLUICE_DENIED = -2, SLUICE_MALFORMED = -3 };

enum { SLUICE_LOG_DEBUG = 0, SLUICE_LOG_INFO = 1, SLUICE_LOG_WARN = 2, SLUICE_LOG_ERROR = 3 };

/* The host's table. It and ctx live as long as the instance that create was asked for. */
typedef struct sluice_host {
  uint64_t size;  /* of this table, in bytes */
  uint64_t minor; /* of the host that fills it */
  void* ctx;      /* pass it to every function */
  /* Runs a method ("fact.refs") on a parameter document. *result, the host's until the entry returns, is the
   * result document; empty below 0. result may be null in all three. */
  int32_t (*call)(void* ctx, sluice_text method, sluice_text params, sluice_text* result);
  /* Why this instance's last call below 0 was; the host's until its next call. */
  sluice_text (*error)(void* ctx);
  /* Reads the value at a JSON pointer ("/refs/main"): the bytes of a string or of {"b64":"..."}, any other
   * value as JSON text. 1 when nothing stands there, -3 when the document cannot be read. */
  int32_t (*value)(void* ctx, sluice_text document, sluice_text pointer, sluice_text* result);
  /* *result is the bytes as a JSON string with its quotes, or {"b64":"..."} where they are not UTF-8. */
  int32_t (*quote)(void* ctx, sluice_text text, sluice_text* result);
  /* One line for people and the journal; the last error line says why an entry below 0 was. Cut at 16 KiB. */
  void (*log)(void* ctx, int32_t level, sluice_text line);
  /* Says how far a long work is, in units of its own; total 0 when it is not known. */
  void (*progress)(void* ctx, sluice_text what, uint64_t done, uint64_t total);
  /* Not 0 once the pass is to stop: return from the entry soon. */
  int32_t (*cancelled)(void* ctx);
} sluice_host;

/* The plugin's table: static, never freed, as is its manifest. */
typedef struct sluice_plugin {
  uint64_t size;        /* of this table, in bytes */
  uint64_t minor;       /* of the contract it was built for */
  sluice_text manifest; /* schema/manifest.schema.json */
  /* Makes one instance for the stage id with its config table; *self is the plugin's own until destroy. 0
   * done; below 0 nothing was made, *self is not read, and the host's log is where to say why. */
  int32_t (*create)(const sluice_host* host, sluice_text stage, sluice_text config, void** self);
  /* Runs the stage on the snapshot document; *outcome, the plugin's, is the outcome document. Not 0: red. */
  int32_t (*run)(void* self, sluice_text snapshot, sluice_text* outcome);
  /* Serves a role; request holds the caller's snapshot and its request (schema/stage.schema.json). 1 when
   * this plugin does not offer the role; *reply is the plugin's. Null is allowed where the manifest names no
   * role. */
  int32_t (*serve)(void* self, sluice_text role, sluice_text request, sluice_text* reply);
  /* The last entry: frees the instance. The host's table still serves while it runs. */
  void (*destroy)(void* self);
} sluice_plugin;

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
/* The one symbol that a plugin exports, called before any instance is made. Returns the table, or null when
 * it cannot work with a host of this minor. */
const sluice_plugin*
sluice_plugin_v1(uint64_t host_minor);
#ifdef __cplusplus
}
#endif

#endif /* SLUICE_ABI_H */
