#pragma once
// Objects of a pass: the clone's and the remote's read through libgit2, ours kept in memory until they are
// needed outside, then written as one pack of exactly those objects.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "host/git/oid.hpp"
#include "host/git/scratch.hpp"

namespace sluice::git {

enum class Kind : std::uint8_t { commit = 1, tree = 2, blob = 3, tag = 4 };

struct Object {
  Kind kind;
  std::string data;  ///< Raw content, without git's header.
};
using ObjectRef = std::shared_ptr<const Object>;

struct MissingObject : GitError {
  using GitError::GitError;
};

/// One thread at a time.
class ObjectStore {
 public:
  /// While it lives, what is put is lent: it is gone again afterwards, and nothing may be flushed. Not
  /// nested.
  class Speculation {
   public:
    explicit Speculation(ObjectStore& store);
    ~Speculation();
    Speculation(const Speculation&) = delete;
    Speculation& operator=(const Speculation&) = delete;

   private:
    ObjectStore& store_;
    std::size_t mark_;
  };

  explicit ObjectStore(const Scratch& scratch);
  ~ObjectStore();

  ObjectRef read(const Oid& id);             ///< Throws MissingObject.
  ObjectRef read(const Oid& id, Kind kind);  ///< The same, and GitError when it is of another kind.
  bool contains(const Oid& id);
  std::uint64_t size(const Oid& id);  ///< Of its content, without reading it. Throws MissingObject.
  /// Kept in memory until a flush; over 48 MB of them flush themselves, and throw as flush() does.
  Oid put(Kind kind, std::string data);
  /// The same under the id that hash() gave, for who had to know it before deciding to keep the object.
  /// Its like: an object much like it, so that the pack may hold what differs alone; zero for none.
  void put(const Oid& id, Kind kind, std::string data, const Oid& like = {});
  static Oid hash(Kind kind, std::string_view data);

  /// Writes everything put since the last flush as one pack into the scratch repository, so that git, a
  /// session or a push finds it. Whole or not at all: on a full disk throws GitError and leaves no file
  /// behind.
  void flush();
  std::size_t pending() const;  ///< Objects that no flush has written.

  /// Looks at the object folders afresh, after a fetch or a session.
  void refresh();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice::git
