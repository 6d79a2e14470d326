#include "binary/yaml.h"

#include <algorithm>
#include <string>

#include "base/number.h"
#include "binary/reader.h"

namespace eugene::binary {
namespace {

struct YamlParser {
  YamlParser() { ready = yaml_parser_initialize(&state) != 0; }
  ~YamlParser() {
    if (ready) yaml_parser_delete(&state);
  }
  YamlParser(const YamlParser&) = delete;
  YamlParser& operator=(const YamlParser&) = delete;

  yaml_parser_t state{};
  bool ready = false;
};

// Returns whether a node has two parents.
bool has_aliases(const yaml_document_t& document) {
  std::vector<bool> is_child(static_cast<std::size_t>(document.nodes.top - document.nodes.start) + 1);
  const auto is_second = [&](int node) {
    if (node <= 0 || static_cast<std::size_t>(node) >= is_child.size() || is_child[node]) return true;
    is_child[node] = true;
    return false;
  };
  for (const yaml_node_t* node = document.nodes.start; node != document.nodes.top; ++node) {
    if (node->type == YAML_SEQUENCE_NODE) {
      const auto& items = node->data.sequence.items;
      if (std::any_of(items.start, items.top, is_second)) return true;
    } else if (node->type == YAML_MAPPING_NODE) {
      const auto& pairs = node->data.mapping.pairs;
      for (const yaml_node_pair_t* pair = pairs.start; pair != pairs.top; ++pair)
        if (is_second(pair->key) || is_second(pair->value)) return true;
    }
  }
  return false;
}

}  // namespace

YamlNode YamlNode::operator[](std::string_view key) const {
  if (node_ == nullptr || node_->type != YAML_MAPPING_NODE) return {};
  const auto& pairs = node_->data.mapping.pairs;
  for (const yaml_node_pair_t* pair = pairs.start; pair != pairs.top; ++pair) {
    if (YamlNode(*document_, yaml_document_get_node(document_, pair->key)).text() == key)
      return {*document_, yaml_document_get_node(document_, pair->value)};
  }
  return {};
}

std::vector<YamlNode> YamlNode::items() const {
  std::vector<YamlNode> result;
  if (node_ == nullptr || node_->type != YAML_SEQUENCE_NODE) return result;
  const auto& items = node_->data.sequence.items;
  for (const yaml_node_item_t* item = items.start; item != items.top; ++item)
    result.emplace_back(*document_, yaml_document_get_node(document_, *item));
  return result;
}

std::string_view YamlNode::text() const {
  if (node_ == nullptr || node_->type != YAML_SCALAR_NODE) return {};
  return {reinterpret_cast<const char*>(node_->data.scalar.value), node_->data.scalar.length};
}

std::optional<std::int64_t> YamlNode::number() const {
  const std::string_view digits = text();
  return digits.starts_with("0x") ? parse_number<std::int64_t>(digits.substr(2), 16)
                                  : parse_number<std::int64_t>(digits);
}

std::size_t YamlNode::offset() const { return node_ == nullptr ? 0 : node_->start_mark.index; }

Result<YamlDocument> YamlDocument::parse(std::string_view text, std::size_t origin) {
  YamlParser parser;
  if (!parser.ready) return fail("out of memory while reading YAML");
  yaml_parser_set_input_string(&parser.state, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  yaml_document_t loaded;
  if (yaml_parser_load(&parser.state, &loaded) == 0) {
    const std::size_t at = std::min(parser.state.problem_mark.index, text.size());
    const bool is_out_of_memory = parser.state.error == YAML_MEMORY_ERROR;
    return fail_at(origin + at,
                   is_out_of_memory ? "out of memory while reading YAML" : "this section is not valid YAML");
  }
  YamlDocument result;
  result.document_.reset(new yaml_document_t(loaded));
  if (has_aliases(*result.document_)) return fail_at(origin, "the YAML of this section has aliases");
  return result;
}

YamlNode YamlDocument::root() const { return {*document_, yaml_document_get_root_node(document_.get())}; }

}  // namespace eugene::binary
