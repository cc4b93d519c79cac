#pragma once
// What a number names, an issue or a pull request: both count in one sequence and have one conversation.

#include "host/forge/local/context.hpp"

namespace sluice::forge::local {

/// "#7", as people name it.
std::string named(Id number);

enum class ItemKind : std::uint8_t { issue, pull };

struct Item {
  ItemKind kind;
  bool locked;
};

Id add_item(Context& context, ItemKind kind, const std::string& title, const std::string& body);
/// Throws ForgeError (missing) where nothing has that number, or an issue where a pull request is asked for.
Item item(Context& context, Id number);
void must_be_pull(Context& context, Id number);
/// The same, and refused where the conversation is locked.
void must_take_words(Context& context, Id number);
void set_state(Context& context, Id number, const std::string& state);
void set_locked(Context& context, Id number, bool locked);
void touch(Context& context, Id number);  ///< updated_at is now.

std::vector<Issue> issues(Context& context);  ///< The viewer's own; throws ForgeError (disabled).
std::vector<Issue> all_issues(Context& context);
Issue open_issue(Context& context, const std::string& title, const std::string& body);
void close_issue(Context& context, Id number);

void set(Context& context, Setting setting, bool on);
bool is_on(Context& context, Setting setting);
/// Throws ForgeError (disabled), naming the setting, where it is off.
void must_be_on(Context& context, Setting setting);

}  // namespace sluice::forge::local
