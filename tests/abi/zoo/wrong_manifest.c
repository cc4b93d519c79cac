#include "zoo.h"

/* Well shaped, and wrong in what it says. */
ZOO_TABLE(sizeof(sluice_plugin),
          "{\"schema\":1,\"plugin\":\"Zoo\",\"version\":\"1\",\"stages\":["
          "{\"id\":\"zoo\",\"summary\":\"s\",\"effects\":[\"merge.squash\"],\"writes\":[],\"config\":["
          "{\"key\":\"cap\",\"type\":\"integer\",\"default\":\"many\",\"summary\":\"s\"},"
          "{\"key\":\"cap\",\"type\":\"integer\",\"default\":1,\"minimum\":2,\"summary\":\"s\"}]},"
          "{\"id\":\"zoo\",\"summary\":\"s\",\"effects\":[],\"writes\":[],\"config\":[]}]}",
          zoo_create, zoo_run, zoo_destroy)
