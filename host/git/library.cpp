#include "host/git/library.hpp"

/// libgit2 reads all of the system's certificates when it starts, for a network that it never uses here: half
/// as long as a replay of hundreds of commits takes. Where it is built on mbed TLS, this stands before the
/// library's own function; libgit2 goes on without certificates.
extern "C" __attribute__((visibility("default"))) int mbedtls_x509_crt_parse_file(void*, const char*);
extern "C" int mbedtls_x509_crt_parse_file(void*, const char*) {
  return -1;
}

namespace sluice::git {

void use_libgit2() {
  static const int started = [] {
    const int count = git_libgit2_init();
    // The object store keeps what is worth keeping; a second copy in libgit2 would only double the memory.
    git_libgit2_opts(GIT_OPT_ENABLE_CACHING, 0);
    // Mapped pack pages count as ours: small windows, few of them.
    git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, std::size_t{1} << 20);
    git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, std::size_t{32} << 20);
    // As git reads: zlib's checksum guards each object; hashing every one again costs more than reading it.
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
    // git judges whose repository is safe, with the user's own safe.directory, which libgit2 does not read
    // from the environment. We open the scratch repository, which is ours, a clone only to find where it is,
    // and a forge's repository only after git was asked.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    return count;
  }();
  static_cast<void>(started);
}

std::string libgit2_error() {
  const git_error* error = git_error_last();
  return error != nullptr && error->message != nullptr ? error->message : "no reason given";
}

}  // namespace sluice::git
