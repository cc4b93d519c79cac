#include "sluice/json.hpp"

#include <utility>
#include <vector>

namespace sluice {

namespace {

constexpr std::size_t deepest = 64;

/// Builds a document from the parser's events (the parser itself keeps no call stack), so that a key that
/// stands twice and a nesting too deep are refused before anything could recurse over them.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Json take() { return std::move(root_); }
  const std::string& fault() const { return fault_; }

  bool null() override { return place(nullptr); }
  bool boolean(bool value) override { return place(value); }
  bool number_integer(number_integer_t value) override { return place(value); }
  bool number_unsigned(number_unsigned_t value) override { return place(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return place(value); }
  bool string(string_t& value) override { return place(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return refuse("holds a binary value"); }
  bool start_object(std::size_t /*size*/) override { return enter(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return enter(Json::array()); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& name) override {
    auto [slot, fresh] = open_.back()->get_ref<Json::object_t&>().emplace(name, nullptr);
    if (!fresh) return refuse("has the key " + Json(name).dump() + " twice in one object");
    slot_ = &slot->second;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const Json::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 3: ..." without the library's own
    // number.
    std::string_view text = error.what();
    if (const auto bracket = text.find("] "); bracket != text.npos) text.remove_prefix(bracket + 2);
    return refuse("is not JSON at byte " + std::to_string(position) + ": " + std::string(text));
  }

 private:
  bool refuse(std::string why) {
    fault_ = std::move(why);
    return false;
  }

  Json* put(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (open_.back()->is_array()) {
      auto& items = open_.back()->get_ref<Json::array_t&>();
      items.push_back(std::move(value));
      return &items.back();
    }
    *slot_ = std::move(value);
    return slot_;
  }

  bool place(Json value) {
    put(std::move(value));
    return true;
  }

  bool enter(Json container) {
    if (open_.size() == deepest) return refuse("is nested deeper than " + std::to_string(deepest));
    open_.push_back(put(std::move(container)));
    return true;
  }

  bool leave() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;  // A container does not move while it is open: only the innermost one grows.
  Json* slot_ = nullptr;
  std::string fault_;
};

/// Where the first text that is not UTF-8 stands, as a JSON pointer; recurses no deeper than a document may.
/// Throws DocumentError for a nesting too deep.
std::optional<std::string> bad_text(const Json& value, std::size_t room) {
  if (value.is_string()) {
    if (is_utf8(value.get_ref<const std::string&>())) return std::nullopt;
    return "";
  }
  if (!value.is_structured()) return std::nullopt;
  if (room == 0) throw DocumentError("the document is nested deeper than " + std::to_string(deepest));
  std::size_t index = 0;
  if (value.is_array()) {
    for (const Json& item : value) {
      if (auto below = bad_text(item, room - 1)) return "/" + std::to_string(index) + *below;
      ++index;
    }
    return std::nullopt;
  }
  for (const auto& [name, item] : value.get_ref<const Json::object_t&>()) {
    if (!is_utf8(name)) return "/(a key)";
    if (auto below = bad_text(item, room - 1)) return "/" + name + *below;
  }
  return std::nullopt;
}

std::string dump(const Json& document, int indent) {
  if (auto where = bad_text(document, deepest)) {
    throw DocumentError("the text at \"" + *where + "\" of the document is not valid UTF-8");
  }
  return document.dump(indent);
}

}  // namespace

Json parse_document(std::string_view text) {
  Builder builder;
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
    throw DocumentError("the document " + builder.fault());
  }
  return builder.take();
}

std::string to_text(const Json& document) {
  return dump(document, -1);
}
std::string to_pretty_text(const Json& document) {
  return dump(document, 2);
}

}  // namespace sluice
