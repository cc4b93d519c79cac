#include "host/git/pack_writer.hpp"

#include <libdeflate.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace sluice::git {
namespace {

namespace fs = std::filesystem;

std::string big_endian(std::uint32_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

/// Type and size of an object in a pack: four bits of size in the first byte, seven in each that follows.
std::string entry_header(unsigned type, std::uint64_t size) {
  std::string header;
  auto byte = static_cast<std::uint8_t>((type << 4) | (size & 15));
  size >>= 4;
  while (size > 0) {
    header.push_back(static_cast<char>(byte | 0x80));
    byte = size & 0x7f;
    size >>= 7;
  }
  header.push_back(static_cast<char>(byte));
  return header;
}

/// How far back a delta's base stands: seven bits a byte from the highest, each but the last one short.
std::string distance(std::uint64_t bytes) {
  std::string text(1, static_cast<char>(bytes & 127));
  while ((bytes >>= 7) > 0) {
    --bytes;
    text.insert(text.begin(), static_cast<char>(0x80 | (bytes & 127)));
  }
  return text;
}

constexpr std::uint64_t header_size = 12, checksum_size = Oid::size;
constexpr unsigned delta_type = 6;                  // Its base by distance.
constexpr std::size_t smallest_to_deflate = 512;    // Below it there is little to gain.
constexpr std::uint64_t largest_pack = 0x7fffffff;  // Offsets beyond it need a second table.

}  // namespace

struct PackWriter::Deflate {
  Deflate() : fast(libdeflate_alloc_compressor(1)), stored(libdeflate_alloc_compressor(0)) {
    if (fast == nullptr || stored == nullptr) throw std::bad_alloc();
  }
  ~Deflate() {
    libdeflate_free_compressor(fast);
    libdeflate_free_compressor(stored);
  }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  std::string_view operator()(std::string_view data) {
    // Even the fastest level first clears tables far larger than a small object.
    libdeflate_compressor* compressor = data.size() < smallest_to_deflate ? stored : fast;
    output.resize(std::max(output.size(), libdeflate_zlib_compress_bound(compressor, data.size())));
    const std::size_t size =
        libdeflate_zlib_compress(compressor, data.data(), data.size(), output.data(), output.size());
    return {output.data(), size};
  }

  libdeflate_compressor* fast;
  libdeflate_compressor* stored;
  std::string output;
};

PackWriter::PackWriter(const fs::path& folder, std::uint32_t count)
    : folder_(folder), file_(folder), deflate_(std::make_unique<Deflate>()) {
  entries_.reserve(count);
  append("PACK" + big_endian(2) + big_endian(count));
}

PackWriter::~PackWriter() = default;

void PackWriter::append(std::string_view data) {
  checksum_.update(data);
  file_.write(data);
  offset_ += data.size();
}

std::uint32_t PackWriter::add(const Oid& id, Kind kind, std::string_view data) {
  return add_entry(id, entry_header(static_cast<unsigned>(kind), data.size()), data);
}

std::uint32_t PackWriter::add_delta(const Oid& id, std::uint32_t base_offset, std::string_view delta) {
  return add_entry(id, entry_header(delta_type, delta.size()) + distance(offset_ - base_offset), delta);
}

std::uint32_t PackWriter::add_entry(const Oid& id, const std::string& header, std::string_view data) {
  if (offset_ > largest_pack)
    throw GitError("cannot write a pack over 2 GiB: " + id.hex() + " does not fit in it");
  const auto offset = static_cast<std::uint32_t>(offset_);
  const std::string_view body = (*deflate_)(data);
  std::uint32_t crc = libdeflate_crc32(0, header.data(), header.size());
  crc = libdeflate_crc32(crc, body.data(), body.size());
  entries_.push_back({id, crc, offset});
  append(header);
  append(body);
  return offset;
}

void PackWriter::adopt(const WrittenPack& pack) {
  if (offset_ + pack.bytes > largest_pack)
    throw GitError("cannot write a pack over 2 GiB: " + pack.stem.string() + " does not fit in it");
  const std::string path = pack.stem.string() + ".pack";
  std::ifstream file(path, std::ios::binary);
  file.seekg(header_size);
  const std::uint64_t start = offset_;
  std::string piece;
  for (std::uint64_t left = pack.bytes - header_size - checksum_size; left > 0; left -= piece.size()) {
    piece.resize(std::min<std::uint64_t>(left, 1 << 20));
    if (!file.read(piece.data(), static_cast<std::streamsize>(piece.size())))
      throw GitError("cannot read " + path +
                     " to its end; the scratch repository is no longer whole, run again");
    append(piece);
  }
  // Deltas name their bases by distance, so that nothing within the pack changes.
  for (PackEntry entry : pack.entries) {
    entry.offset = static_cast<std::uint32_t>(entry.offset - header_size + start);
    entries_.push_back(entry);
  }
}

std::string PackWriter::index(const Oid& pack_checksum) {
  std::sort(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  std::string text = "\377tOc" + big_endian(2);
  text.reserve(text.size() + 1024 + 28 * entries_.size() + 40);
  std::uint32_t below = 0;
  for (unsigned first = 0; first < 256; ++first) {
    while (below < entries_.size() && entries_[below].id.bytes[0] <= first) ++below;
    text += big_endian(below);
  }
  for (const PackEntry& entry : entries_) text += entry.id.raw();
  for (const PackEntry& entry : entries_) text += big_endian(entry.crc);
  for (const PackEntry& entry : entries_) text += big_endian(entry.offset);
  text += pack_checksum.raw();
  Sha1 checksum;
  checksum.update(text);
  text += checksum.finish().raw();
  return text;
}

WrittenPack PackWriter::finish() {
  const Oid checksum = checksum_.finish();
  file_.write(checksum.raw());
  file_.close();
  FileInMaking index_file(folder_);
  index_file.write(index(checksum));
  index_file.close();

  // git finds a pack by its index, so the index comes last.
  const fs::path stem = folder_ / ("pack-" + checksum.hex());
  file_.rename_to(stem.string() + ".pack");
  try {
    index_file.rename_to(stem.string() + ".idx");
  } catch (...) {
    ::unlink((stem.string() + ".pack").c_str());
    throw;
  }
  return {stem, offset_ + checksum_size, std::move(entries_)};
}

}  // namespace sluice::git
