// Structures of Apache Thrift in its compact protocol, as Parquet's headers and footer are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/encoding.h"

namespace eugene::trace {

// Writes one structure, its fields in rising order.
class ThriftStruct {
 public:
  ThriftStruct& number32(unsigned field, std::int64_t value);
  ThriftStruct& number64(unsigned field, std::int64_t value);
  ThriftStruct& text(unsigned field, std::string_view value);
  ThriftStruct& structure(unsigned field, const ThriftStruct& value);
  ThriftStruct& list(unsigned field, const std::vector<ThriftStruct>& values);
  ThriftStruct& texts(unsigned field, const std::vector<std::string_view>& values);
  ThriftStruct& numbers32(unsigned field, const std::vector<std::int64_t>& values);
  std::string bytes() const { return bytes_ + '\0'; }

 private:
  void head(unsigned field, unsigned type);
  void list_head(unsigned field, std::size_t count, unsigned type);

  std::string bytes_;
  unsigned last_ = 0;
};

struct ThriftField;
// Any value that has been read. What a structure has not is an empty value.
struct ThriftValue {
  std::int64_t number = 0;
  std::string_view text;
  std::vector<ThriftValue> items;  // of a list
  std::vector<ThriftField> fields;

  const ThriftValue& operator[](unsigned field) const;
};
struct ThriftField {  // no std::pair, which may not be of what is not defined yet
  unsigned number = 0;
  ThriftValue value;
};
// A list in a structure that is too long to be kept as a whole.
struct ThriftList {
  unsigned field = 0;                            // of the structure; 0: none
  std::function<bool(const ThriftValue&)> take;  // gets the items one after the other. False: it is malformed
};
// A value has some 80 bytes in memory and may have one in a file, so a structure, and each item of `long_list`, has at
// most so many.
inline constexpr std::size_t kMostThriftValues = 1 << 16;
// Reads a structure; nothing if it is malformed. Texts refer to the bytes that are read.
std::optional<ThriftValue> read_thrift(ByteReader& from, const ThriftList& long_list = {});

}  // namespace eugene::trace
