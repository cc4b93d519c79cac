// Compiled into every test program: a plugin's own process is the built host, not the test.

#include "host/loader/host_binary.hpp"

namespace {

[[maybe_unused]] const bool named = (sluice::loader::use_host_binary(SLUICE_HOST), true);

}  // namespace
