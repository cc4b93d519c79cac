#include "zoo.h"

ZOO_TABLE(UINT64_MAX, ZOO_MANIFEST, zoo_create, zoo_run, zoo_destroy)
