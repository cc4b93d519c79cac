#pragma once
// Everything with a body and an id: one row each in one sequence of ids, whether it stands in a conversation,
// on a commit, in a review or in a thread.

#include "host/forge/local/context.hpp"

namespace sluice::forge::local {

std::vector<Comment> comments(Context& context, Id pull);  ///< Of an issue too. Oldest first, as the next.
std::vector<Comment> commit_comments(Context& context, const std::string& sha);
Comment comment(Context& context, Id number, const std::string& body);
Comment comment_commit(Context& context, const std::string& sha, const std::string& body);
void edit_comment(Context& context, Id comment, const std::string& body);

std::vector<Review> reviews(Context& context, Id pull);
Review add_review(Context& context, Id pull, const std::string& state, const std::string& body,
                  const std::optional<std::string>& sha);

}  // namespace sluice::forge::local
