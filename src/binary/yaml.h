// YAML documents, read by libyaml, as values that may be absent: a missing key, or a value of another kind, gives an
// absent value, not an error. Internal to the layer.
#pragma once

#include <yaml.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::binary {

class YamlNode {
 public:
  YamlNode() = default;
  YamlNode(yaml_document_t& document, yaml_node_t* node) : document_(&document), node_(node) {}

  explicit operator bool() const { return node_ != nullptr; }
  YamlNode operator[](std::string_view key) const;  // of a mapping
  std::vector<YamlNode> items() const;              // of a sequence
  std::string_view text() const;                    // of a scalar; empty: absent
  // Returns the value of a scalar with a decimal or hexadecimal number. Returns nothing for other values, or if the
  // number is too large.
  std::optional<std::int64_t> number() const;
  bool is_true() const { return text() == "true"; }
  std::size_t offset() const;  // in the text, in characters

 private:
  yaml_document_t* document_ = nullptr;
  yaml_node_t* node_ = nullptr;
};

class YamlDocument {
 public:
  // Errors carry a byte offset, counted from `origin`. Refuses documents with aliases, because with aliases a small
  // file may expand to any number of values.
  static Result<YamlDocument> parse(std::string_view text, std::size_t origin);

  YamlNode root() const;

 private:
  struct Delete {
    void operator()(yaml_document_t* document) const {
      yaml_document_delete(document);
      delete document;
    }
  };
  std::unique_ptr<yaml_document_t, Delete> document_;
};

}  // namespace eugene::binary
