#include "binary/glsl_shader.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "base/name_character.h"
#include "base/number.h"

namespace eugene::binary {
namespace {

using Words = std::vector<std::string_view>;

// Returns the compute shaders of the file, concatenated.
std::string compute_sections(std::string_view file) {
  std::string text;
  bool is_compute = false;
  while (!file.empty()) {
    const std::string_view line = file.substr(0, std::min(file.find('\n'), file.size() - 1) + 1);
    if (line.starts_with('[') && line.ends_with(" shader]\n"))
      is_compute = line == "[compute shader]\n";
    else if (is_compute)
      text += line;
    file.remove_prefix(line.size());
  }
  return text;
}

std::string without_comments(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const bool is_line = text.starts_with("//");
    if (!is_line && !text.starts_with("/*")) {
      const std::size_t plain = std::max<std::size_t>(std::min(text.find('/'), text.size()), 1);
      result += text.substr(0, plain);
      text.remove_prefix(plain);
      continue;
    }
    const std::size_t end = text.find(is_line ? "\n" : "*/");
    result += ' ';
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + (is_line ? 0 : 2));
  }
  return result;
}

// Splits `text` into names, numbers, and single other characters.
Words split_words(std::string_view text) {
  Words words;
  while (!text.empty()) {
    const auto length = static_cast<std::size_t>(std::ranges::find_if_not(text, is_name_character) - text.begin());
    const bool is_space = std::isspace(static_cast<unsigned char>(text.front())) != 0;
    if (!is_space) words.push_back(text.substr(0, std::max<std::size_t>(length, 1)));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return words;
}

std::optional<std::uint32_t> number_in(std::string_view word) {
  if (word.ends_with('u') || word.ends_with('U')) word.remove_suffix(1);
  if (word.size() > 1 && word.starts_with('0')) return std::nullopt;  // octal or hexadecimal
  return parse_number<std::uint32_t>(word);
}

class GlslReader {
 public:
  GlslReader(std::string_view text, std::string name) : shader_{.name = std::move(name)} {
    std::string code;
    while (!text.empty()) {
      const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
      const Words words = split_words(line);
      if (!words.empty() && words[0] == "#")
        directive(words);
      else
        code += line;
      text.remove_prefix(line.size());
    }
    words_ = split_words(code);
    for (at_ = 0; at_ < words_.size(); ++at_) statement();
    if (has_size_ && is_known_) shader_.local = {size_[0].value_or(1), size_[1].value_or(1), size_[2].value_or(1)};
  }

  ComputeShader take() { return std::move(shader_); }

 private:
  std::string_view word(std::size_t ahead = 0) const {
    return at_ + ahead < words_.size() ? words_[at_ + ahead] : std::string_view();
  }

  // Reads a directive. The preprocessor is not run, so a condition or a macro with parameters may hide or add blocks.
  void directive(const Words& words) {
    constexpr std::size_t kDefine = 4;  // # define NAME VALUE
    const std::string_view what = words.size() > 1 ? words[1] : std::string_view();
    if (what == "define" && words.size() == kDefine)
      define(words[2], words[3]);
    else if (what == "define" && words.size() > kDefine)
      shader_.has_all_blocks = shader_.has_all_blocks && words[3] != "(";
    else if (what.starts_with("if") || what == "elif" || what == "include")
      shader_.has_all_blocks = false;
  }

  // Defines a constant. A name that is defined with different values has no known value.
  void define(std::string_view name, std::string_view value) {
    const auto [at, is_new] = constants_.try_emplace(std::string(name), value);
    if (!is_new && at->second != value) at->second.clear();
  }

  std::optional<std::uint32_t> find_value(std::string_view word) const {
    constexpr unsigned kMax = 8;
    std::string name(word);
    for (unsigned i = 0; i != kMax; ++i) {
      if (const auto number = number_in(name)) return number;
      const auto at = constants_.find(name);
      if (at == constants_.end()) break;
      name = at->second;
    }
    return std::nullopt;
  }

  void statement() {
    constexpr std::size_t kEqual = 3;  // const int NAME = VALUE;
    if (word() == "const" && (word(1) == "int" || word(1) == "uint") && word(kEqual) == "=" && word(kEqual + 2) == ";")
      define(word(2), word(kEqual + 1));
    if (word() == "layout") layout();
    if (word() == ";" || word() == "{") binding_.reset();
    if (word() == "buffer" && word(2) == "{") block();
    if (word() == "atomic_uint") shader_.has_all_blocks = false;  // counters are in buffers too
  }

  // Reads layout(NAME = VALUE, NAME).
  void layout() {
    for (; at_ < words_.size() && word() != ")"; ++at_) {
      if (word(1) != "=") continue;
      const bool is_one_word = word(3) == "," || word(3) == ")";
      const auto value = is_one_word ? find_value(word(2)) : std::nullopt;
      if (word() == "binding") binding_ = value;
      constexpr std::string_view kSize = "local_size_";
      if (word().size() == kSize.size() + 1 && word().starts_with(kSize)) group_size(word().back(), value);
    }
  }

  void group_size(char axis, std::optional<std::uint32_t> value) {
    if (axis < 'x' || axis > 'z') return;
    auto& known = size_.at(static_cast<std::size_t>(axis - 'x'));
    is_known_ = is_known_ && value && (!known || known == value);
    known = value;
    has_size_ = true;
  }

  // Reads buffer NAME { ... } instance[];
  void block() {
    ShaderBlock found{.name = std::string(word(1))};
    if (binding_) found.binding = "binding " + std::to_string(*binding_);
    while (at_ < words_.size() && word() != "}") ++at_;
    found.is_array = word(1) != ";" && word(2) == "[";
    shader_.blocks.push_back(std::move(found));
    binding_.reset();
  }

  ComputeShader shader_;
  Words words_;
  std::size_t at_ = 0;
  std::map<std::string, std::string> constants_;
  std::array<std::optional<std::uint32_t>, 3> size_;
  bool has_size_ = false;
  bool is_known_ = true;
  std::optional<std::uint32_t> binding_;
};

}  // namespace

std::optional<ComputeShader> glsl_shader(std::string_view file, std::string name) {
  const std::string text = without_comments(compute_sections(file));
  if (text.empty()) return std::nullopt;
  return GlslReader(text, std::move(name)).take();
}

}  // namespace eugene::binary
