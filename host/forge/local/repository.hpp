#pragma once
// The bare repository of a forge: its branches, which commit contains which, and a branch moved by
// compare-and-swap. Reads go through libgit2, in process; what makes content goes through git (merge.hpp).

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/forge/local/follow.hpp"

struct git_repository;

namespace sluice::forge::local {

class Repository : public Graph {
 public:
  /// Throws ForgeError (refused) for what is no bare repository.
  explicit Repository(const std::filesystem::path& bare);
  ~Repository() override;
  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;

  const std::filesystem::path& directory() const { return directory_; }  ///< Absolute.
  std::map<std::string, std::string> branches() const;                   ///< Name to head.
  std::optional<std::string> head(const std::string& branch) const;
  bool has_commit(const std::string& sha) const;
  bool related(const std::string& one, const std::string& other) const;  ///< They have a merge base.

  bool contains(const std::string& commit, const std::string& ancestor) override;
  std::vector<std::string> parents(const std::string& commit) override;

 private:
  struct Free {
    void operator()(git_repository* repository) const;
  };
  std::filesystem::path directory_;
  std::unique_ptr<git_repository, Free> handle_;
};

}  // namespace sluice::forge::local
