#pragma once
// Object folders read through libgit2, pack by pack. libgit2's own object database asks every pack in turn
// and makes up an error message for each that lacks the object, so that two hundred packs cost more than the
// work.

#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "host/git/object_store.hpp"
#include "host/git/pack_entry.hpp"
#include "host/git/small_pack.hpp"

struct git_odb_backend;

namespace sluice::git {

/// One thread at a time.
class ObjectFolders {
 public:
  explicit ObjectFolders(std::vector<std::filesystem::path> folders);
  ~ObjectFolders();

  /// These look at the folders afresh before they say that an object is not there. Throw GitError for one
  /// that is there and cannot be read.
  std::optional<Object> read(const Oid& id);
  std::optional<std::uint64_t> size(const Oid& id);
  bool contains(const Oid& id);  ///< Of what was seen when the folders were last looked at.

  bool refresh();                                     ///< Whether there are packs that were not there before.
  void add_pack(const std::filesystem::path& index);  ///< Known to be there, with no look at its folder.
  /// About to go, these objects of it in a pack that was added since.
  void drop_pack(const std::filesystem::path& index, const std::vector<PackEntry>& objects);

 private:
  struct BackendDelete {
    void operator()(git_odb_backend* backend) const noexcept;
  };
  using Backend = std::unique_ptr<git_odb_backend, BackendDelete>;
  using Ask = std::function<int(git_odb_backend*)>;
  static Backend open_pack(
      const std::filesystem::path& index);  // nullptr where libgit2 cannot, and says why.

  struct DecompressorDelete {
    void operator()(libdeflate_decompressor* decompressor) const noexcept;
  };
  /// libgit2's side of a small pack is opened when first something of it is no whole object.
  struct Small {
    std::string index;
    std::unique_ptr<SmallPack> pack;
    Backend backend;
  };
  struct Place {
    Small* in;
    std::uint32_t offset;
  };
  struct Large {
    std::string index;
    Backend backend;
  };

  bool ask(const Oid& id, const Ask& question);
  /// Of what was seen; trouble is what the first that could not be read said, where none answers.
  bool ask_known(const Oid& id, const Ask& question, std::string& trouble);

  std::vector<std::filesystem::path> folders_;
  std::unordered_set<std::string> seen_;  // Indexes of packs.
  std::list<Small> small_packs_;
  std::unordered_map<Oid, Place> in_small_packs_;
  std::list<Large> large_packs_;  // The one that answered last in front.
  std::vector<Backend> loose_;
  std::unique_ptr<libdeflate_decompressor, DecompressorDelete> decompressor_;
};

}  // namespace sluice::git
