#include "zoo.h"

ZOO_TABLE(0, ZOO_MANIFEST, zoo_create, zoo_run, zoo_destroy)
