#include "launch/printf_text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace eugene::launch {
namespace {

// Types of arguments, as the compiler numbers them.
enum class Type : std::uint32_t {
  int8 = 1,
  int16,
  int32,
  float32,
  text,
  int64,
  pointer,
  float64,
  vector_int8,
  vector_int16,
  vector_int32,
  vector_int64,
  vector_float32,
  vector_float64,
};

// A conversion specification after its %: OpenCL C 3.0, 6.15.14.2.
struct Conversion {
  std::string flags;  // flags, width and precision
  std::string_view length;
  char letter = 0;
};

class Arguments {
 public:
  explicit Arguments(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool has(std::size_t bytes) const { return bytes <= bytes_.size() - at_; }
  void skip(std::size_t bytes) { at_ += std::min(bytes, bytes_.size() - at_); }
  // Returns the next number, zero-extended; 0 past the end.
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_.data() + at_, std::min({bytes, sizeof value, bytes_.size() - at_}));
    skip(bytes);
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

template <class Value>
std::string formatted(const Conversion& conversion, std::string_view length, Value value) {
  const std::string format = "%" + conversion.flags + std::string(length) + conversion.letter;
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(static_cast<std::size_t>(std::max(size, 0)), '\0');
  if (size > 0) std::snprintf(text.data(), text.size() + 1, format.c_str(), value);
  return text;
}

unsigned byte_size(Type type) {
  switch (type) {
    case Type::int8:
    case Type::vector_int8: return 1;
    case Type::int16:
    case Type::vector_int16: return 2;
    case Type::int64:
    case Type::vector_int64:
    case Type::pointer:
    case Type::float64:
    case Type::vector_float64: return 8;
    default: return 4;
  }
}

// Returns the size of an integer after the conversion that C does before printing.
unsigned byte_size(std::string_view length) {
  if (length == "hh") return 1;
  if (length == "h") return 2;
  return length.starts_with("l") ? 8 : 4;
}

std::int64_t sign_extended(std::uint64_t value, unsigned bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::string integer_text(const Conversion& conversion, std::int64_t value) {
  const unsigned bytes = byte_size(conversion.length);
  if (conversion.letter == 'c') return formatted(conversion, "", static_cast<int>(value));
  const std::int64_t number = sign_extended(static_cast<std::uint64_t>(value), bytes);
  if (conversion.letter == 'd' || conversion.letter == 'i') return formatted(conversion, "ll", number);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 8 * bytes);
  return formatted(conversion, "ll", static_cast<std::uint64_t>(number) & mask);
}

std::string value_text(const Conversion& conversion, Type type, std::uint64_t bits) {
  constexpr std::string_view kIntegers = "diouxXc";
  const bool is_double = type == Type::float64 || type == Type::vector_float64;
  if (is_double || type == Type::float32 || type == Type::vector_float32) {
    float narrow = 0;
    double value = 0;
    std::memcpy(&narrow, &bits, sizeof narrow);
    std::memcpy(&value, &bits, sizeof value);
    if (!is_double) value = narrow;
    // A conversion letter for another type is an error of the kernel.
    if (std::string_view("aAeEfFgG").contains(conversion.letter)) return formatted(conversion, "", value);
    return formatted({.flags = {}, .length = {}, .letter = 'g'}, "", value);
  }
  if (conversion.letter == 'p' && bits == 0)
    return formatted({.flags = conversion.flags, .length = {}, .letter = 's'}, "", "(nil)");
  if (conversion.letter == 'p')
    return formatted({.flags = '#' + conversion.flags, .length = {}, .letter = 'x'}, "ll", bits);
  const std::int64_t value = sign_extended(bits, byte_size(type));
  if (kIntegers.contains(conversion.letter)) return integer_text(conversion, value);
  return std::to_string(value);
}

class Printer {
 public:
  Printer(std::span<const std::byte> bytes, const PrintfStrings& strings) : arguments_(bytes), strings_(strings) {}

  std::string print() {
    while (!is_broken_ && arguments_.has(strings_.key_bytes)) {
      const auto format = strings_.find(arguments_.number(strings_.key_bytes));
      if (!format) break;
      print_record(*format);
    }
    return std::move(text_);
  }

 private:
  void print_record(std::string_view format);
  std::string argument_text(Conversion conversion);
  std::string vector_text(const Conversion& conversion, Type type);

  Arguments arguments_;
  const PrintfStrings& strings_;
  std::string text_;
  bool is_broken_ = false;  // a record is incomplete
};

std::string Printer::vector_text(const Conversion& conversion, Type type) {
  const unsigned bytes = byte_size(type);
  const auto count = static_cast<unsigned>(arguments_.number(4));
  is_broken_ = count > 16 || !arguments_.has(std::size_t{count} * std::max(bytes, 4U));
  std::string text;
  for (unsigned i = 0; i < count && !is_broken_; ++i)
    text += (i == 0 ? "" : ",") + value_text(conversion, type, arguments_.number(bytes));
  // Elements smaller than a dword still take a dword each.
  if (bytes < 4) arguments_.skip(std::size_t{count} * (4 - bytes));
  return text;
}

std::string Printer::argument_text(Conversion conversion) {
  const auto type = static_cast<Type>(arguments_.number(4));
  is_broken_ = type < Type::int8 || type > Type::vector_float64;
  if (is_broken_) return {};
  if (type >= Type::vector_int8) return vector_text(conversion, type);
  const std::size_t bytes = type == Type::text ? strings_.key_bytes : std::max(byte_size(type), 4U);
  is_broken_ = !arguments_.has(bytes);
  const std::uint64_t bits = arguments_.number(bytes);
  if (is_broken_) return {};
  const bool is_chosen = type == Type::pointer && conversion.letter == 's' && strings_.at;
  if (type != Type::text && !is_chosen) return value_text(conversion, type, bits);
  conversion.letter = 's';
  return formatted(conversion, "", (is_chosen ? strings_.at : strings_.find)(bits).value_or("").c_str());
}

void Printer::print_record(std::string_view format) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::size_t kMaxDigits = 4;  // max digits of a width or precision; only a damaged file has more
  const auto take = [&](std::string_view any) {
    const std::string_view taken = format.substr(0, format.find_first_not_of(any));
    format.remove_prefix(taken.size());
    return taken;
  };
  while (!format.empty() && !is_broken_) {
    const std::size_t plain = std::min(format.find('%'), format.size());
    text_ += format.substr(0, plain);
    format.remove_prefix(plain);
    if (format.empty()) return;
    format.remove_prefix(1);
    if (format.starts_with('%')) {
      text_ += '%';
      format.remove_prefix(1);
      continue;
    }
    Conversion conversion;
    conversion.flags = take("-+ #0");
    conversion.flags += take(kDigits).substr(0, kMaxDigits);
    if (format.starts_with('.')) {
      format.remove_prefix(1);
      conversion.flags += '.';
      conversion.flags += take(kDigits).substr(0, kMaxDigits);
    }
    if (format.starts_with('v')) {
      format.remove_prefix(1);
      take(kDigits);  // number of elements, which the record has too
    }
    conversion.length = take("hlLjzt");
    if (conversion.length == "hl") conversion.length = {};  // hl means 32-bit elements
    if (format.empty()) return;
    conversion.letter = format.front();
    format.remove_prefix(1);
    text_ += argument_text(conversion);
  }
}

}  // namespace

std::string printf_text(std::span<const std::byte> buffer, const PrintfStrings& strings) {
  std::uint32_t used = 0;
  if (buffer.size() < sizeof used) return {};
  std::memcpy(&used, buffer.data(), sizeof used);
  const std::size_t end = std::min<std::size_t>(used, buffer.size());
  return end <= kPrintfBegin ? std::string()
                             : Printer(buffer.subspan(kPrintfBegin, end - kPrintfBegin), strings).print();
}

}  // namespace eugene::launch
