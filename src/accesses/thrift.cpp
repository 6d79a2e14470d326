#include "accesses/thrift.h"

#include <utility>

namespace eugene::accesses {
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

class Reader {
 public:
  Reader(ByteReader& from, const ThriftList& long_list) : from_(from), long_list_(long_list) {}

  std::optional<ThriftValue> structure(unsigned depth);

 private:
  std::optional<ThriftValue> value(unsigned type, unsigned depth);
  // Keeps the items if `take` is null, else passes them to `take`.
  std::optional<ThriftValue> list(unsigned depth, const std::function<bool(const ThriftValue&)>& take);

  ByteReader& from_;
  const ThriftList& long_list_;
  std::size_t values_ = 0;  // number of kept values
};

std::optional<ThriftValue> Reader::value(unsigned type, unsigned depth) {
  ThriftValue value;
  if (++values_ > kMaxThriftValues) return std::nullopt;
  switch (type) {
    case kTrue: value.number = 1; return value;
    case kFalse: return value;
    case kByte: value.number = from_.byte(); return value;
    case kI16:
    case kI32:
    case kI64: value.number = unzigzag(from_.varint()); return value;
    case kDouble: from_.take(sizeof(double)); return value;
    case kBinary: value.text = from_.take(from_.varint()); return value;
    case kStruct: return structure(depth + 1);
    case kList:
    case kSet: return list(depth, nullptr);
    default: return std::nullopt;
  }
}

std::optional<ThriftValue> Reader::list(unsigned depth, const std::function<bool(const ThriftValue&)>& take) {
  ThriftValue value;
  const std::uint8_t head = from_.byte();
  const std::uint64_t count = head >> 4 == kShortList ? from_.varint() : head >> 4;
  if (!from_.ok() || count > from_.left() || depth > kDeepest) return std::nullopt;
  // In a list, a boolean takes a byte.
  const unsigned type = head & 0xFU, item = type == kTrue || type == kFalse ? kByte : type;
  for (std::uint64_t i = 0; i < count && from_.ok(); ++i) {
    const std::size_t before = values_;
    auto read = this->value(item, depth + 1);
    if (!read || (take && !take(*read))) return std::nullopt;
    if (take)
      values_ = before;
    else
      value.items.push_back(std::move(*read));
  }
  return value;
}

std::optional<ThriftValue> Reader::structure(unsigned depth) {
  if (depth > kDeepest) return std::nullopt;
  ThriftValue result;
  unsigned field = 0;
  while (from_.ok()) {
    const std::uint8_t head = from_.byte();
    if (head == 0) break;
    field = head >> 4 == 0 ? static_cast<unsigned>(unzigzag(from_.varint())) : field + (head >> 4);
    const unsigned type = head & 0xFU;
    const bool is_long = depth == 0 && long_list_.take && field == long_list_.field && type == kList;
    auto value = is_long ? list(depth, long_list_.take) : this->value(type, depth);
    if (!value) return std::nullopt;
    result.fields.push_back({.number = field, .value = std::move(*value)});
  }
  return from_.ok() ? std::optional(std::move(result)) : std::nullopt;
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

std::optional<ThriftValue> read_thrift(ByteReader& from, const ThriftList& long_list) {
  return Reader(from, long_list).structure(0);
}

}  // namespace eugene::accesses
