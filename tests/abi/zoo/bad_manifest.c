#include "zoo.h"

ZOO_TABLE(
    sizeof(sluice_plugin),
    "{\"schema\":1,\"plugin\":\"zoo\",\"version\":1,\"stages\":[{\"id\":\"zoo\",\"effects\":[],\"writes\":[],"
    "\"config\":[]}],\"surprise\":true}",
    zoo_create, zoo_run, zoo_destroy)
