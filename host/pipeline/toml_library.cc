// toml++ 3.3 asserts that a header begins with a key right before the branch that reports one that does not:
// "[=" or "[" alone on its line would end the process, and be undefined where asserts are off. Without the
// assert the branch is reached.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
