#pragma once
// Credentials never reach a journal, a summary or a terminal: what must go, and how it is found.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/json.hpp"

namespace sluice::journal {

/// Knows what is secret. Immutable once made; any thread.
class Redaction {
 public:
  /// Secrets are the values of variables whose names look secret (GH_TOKEN, *_PASSWORD, an extraheader of
  /// git's own GIT_CONFIG_VALUE_n), also as basic authorization and percent-encoded.
  static Redaction of(const std::map<std::string, std::string>& environment);
  static Redaction of_this_process();

  /// Replaces by *** every secret, the user info of every URL, and every token known by its shape.
  std::string text(std::string_view text) const;
  /// The same for each string and key of a document; bytes that are not UTF-8 become {"b64": ...}.
  Json document(const Json& document) const;

 private:
  std::vector<std::string> secrets_;  ///< Longest first.
};

}  // namespace sluice::journal
