// Structures of Apache Thrift in the compact protocol, which Parquet uses for its headers and footer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accesses/encoding.h"

namespace eugene::accesses {

// Writes one structure. Fields must be added in ascending order.
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
// Any value that has been read. A field that a structure does not have reads as an empty value.
struct ThriftValue {
  std::int64_t number = 0;
  std::string_view text;
  std::vector<ThriftValue> items;  // of a list
  std::vector<ThriftField> fields;

  const ThriftValue& operator[](unsigned field) const;
};
struct ThriftField {  // not a std::pair, which does not allow incomplete types
  unsigned number = 0;
  ThriftValue value;
};
// A list that is too long to be kept in memory.
struct ThriftList {
  unsigned field = 0;                            // number of the list's field in the structure; 0: no such list
  std::function<bool(const ThriftValue&)> take;  // called for each item; returns false if the item is malformed
};
// Max values of a structure, and of each item of `long_list`. Needed because a value of one byte in the file takes some
// 80 bytes in memory.
inline constexpr std::size_t kMaxThriftValues = 1 << 16;
// Reads a structure. Returns nothing if it is malformed. Texts point into the bytes of `from`.
std::optional<ThriftValue> read_thrift(ByteReader& from, const ThriftList& long_list = {});

}  // namespace eugene::accesses
