#include "trace/thrift.h"

#include <utility>

namespace eugene::trace {
namespace {

enum Type : unsigned {
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kI16 = 4,
  kI32 = 5,
  kI64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kStruct = 12
};
constexpr unsigned kShortList = 15;
constexpr unsigned kDeepest = 12;

std::optional<ThriftValue> read_struct(ByteReader& from, unsigned depth);

std::optional<ThriftValue> read_value(ByteReader& from, unsigned type, unsigned depth) {
  ThriftValue value;
  switch (type) {
    case kTrue: value.number = 1; return value;
    case kFalse: return value;
    case kByte: value.number = from.byte(); return value;
    case kI16:
    case kI32:
    case kI64: value.number = unzigzag(from.varint()); return value;
    case kDouble: from.take(sizeof(double)); return value;
    case kBinary: value.text = from.take(from.varint()); return value;
    case kStruct: return read_struct(from, depth + 1);
    case kList:
    case kSet: break;
    default: return std::nullopt;
  }
  const std::uint8_t head = from.byte();
  const std::uint64_t count = head >> 4 == kShortList ? from.varint() : head >> 4;
  if (!from.ok() || count > from.left() || depth > kDeepest) return std::nullopt;
  value.items.reserve(count);
  for (std::uint64_t i = 0; i < count && from.ok(); ++i) {
    const unsigned item = head & 0xFU;
    // Booleans are a byte in a list.
    auto read =
        item == kTrue || item == kFalse ? read_value(from, kByte, depth + 1) : read_value(from, item, depth + 1);
    if (!read) return std::nullopt;
    value.items.push_back(std::move(*read));
  }
  return value;
}

std::optional<ThriftValue> read_struct(ByteReader& from, unsigned depth) {
  if (depth > kDeepest) return std::nullopt;
  ThriftValue result;
  unsigned field = 0;
  while (from.ok()) {
    const std::uint8_t head = from.byte();
    if (head == 0) break;
    field = head >> 4 == 0 ? static_cast<unsigned>(unzigzag(from.varint())) : field + (head >> 4);
    auto value = read_value(from, head & 0xFU, depth);
    if (!value) return std::nullopt;
    result.fields.push_back({.number = field, .value = std::move(*value)});
  }
  return from.ok() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

void ThriftStruct::head(unsigned field, unsigned type) {
  bytes_.push_back(static_cast<char>((field - last_) << 4 | type));
  last_ = field;
}

void ThriftStruct::list_head(unsigned field, std::size_t count, unsigned type) {
  head(field, kList);
  bytes_.push_back(static_cast<char>((count < kShortList ? count : kShortList) << 4 | type));
  if (count >= kShortList) put_varint(bytes_, count);
}

ThriftStruct& ThriftStruct::number32(unsigned field, std::int64_t value) {
  head(field, kI32);
  put_varint(bytes_, zigzag(value));
  return *this;
}

ThriftStruct& ThriftStruct::number64(unsigned field, std::int64_t value) {
  head(field, kI64);
  put_varint(bytes_, zigzag(value));
  return *this;
}

ThriftStruct& ThriftStruct::text(unsigned field, std::string_view value) {
  head(field, kBinary);
  put_varint(bytes_, value.size());
  bytes_ += value;
  return *this;
}

ThriftStruct& ThriftStruct::structure(unsigned field, const ThriftStruct& value) {
  head(field, kStruct);
  bytes_ += value.bytes();
  return *this;
}

ThriftStruct& ThriftStruct::list(unsigned field, const std::vector<ThriftStruct>& values) {
  list_head(field, values.size(), kStruct);
  for (const ThriftStruct& each : values) bytes_ += each.bytes();
  return *this;
}

ThriftStruct& ThriftStruct::texts(unsigned field, const std::vector<std::string_view>& values) {
  list_head(field, values.size(), kBinary);
  for (const std::string_view each : values) {
    put_varint(bytes_, each.size());
    bytes_ += each;
  }
  return *this;
}

ThriftStruct& ThriftStruct::numbers32(unsigned field, const std::vector<std::int64_t>& values) {
  list_head(field, values.size(), kI32);
  for (const std::int64_t each : values) put_varint(bytes_, zigzag(each));
  return *this;
}

const ThriftValue& ThriftValue::operator[](unsigned field) const {
  static const ThriftValue kNone;
  for (const auto& [own, value] : fields) {
    if (own == field) return value;
  }
  return kNone;
}

std::optional<ThriftValue> read_thrift(ByteReader& from) { return read_struct(from, 0); }

}  // namespace eugene::trace
