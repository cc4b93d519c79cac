#include "zoo.h"

ZOO_TABLE(sizeof(sluice_plugin), ZOO_MANIFEST, zoo_create, NULL, zoo_destroy)
