#pragma once
// What a forge takes as text: UTF-8 without NUL, within GitHub's limits, counted in characters.

#include <string>

namespace sluice::forge::local {

/// Each throws ForgeError (refused), naming the field.
void check_body(const std::string& body);           ///< At most 65,536 characters and not blank.
void check_optional_body(const std::string& body);  ///< The same, but may be blank.
void check_title(const std::string& title);         ///< At most 256, not blank, one line.
void check_description(const std::string& text);    ///< Of a status: at most 140.
/// A name: a login, context, workflow, rule. Not blank, one line, at most 255.
void check_name(const std::string& what, const std::string& name);

/// "file:///..." of an absolute path; any bytes of it, as a URL spells them.
std::string file_url(const std::string& path);

}  // namespace sluice::forge::local
