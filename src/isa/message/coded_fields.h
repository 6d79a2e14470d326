// Reads or writes the fields of a descriptor (layout.h) as bits; the names of fields are ignored. `Base` is the Reader
// or Writer of bit_io.h.
// Internal to the layer.
#pragma once

#include "isa/encoding/bit_io.h"
#include "isa/message/names.h"

namespace eugene::isa {

template <class Base>
class CodedFields : public Base {
 public:
  explicit CodedFields(const Base& base) : Base(base) {}

  template <class T>
  void number(std::string_view, Bits range, T& value) {
    Base::number(range, value);
  }
  template <class T>
  void optional(std::string_view, Bits range, T& value) {
    Base::number(range, value);
  }
  template <class T>
  void optional(std::string_view, Bits range, message_names::Names, T& value) {
    Base::number(range, value);
  }
  void flag(std::string_view, Bits range, bool& value) { Base::flag(range, value); }
  template <class T>
  void bti(Bits range, T& value) {
    Base::number(range, value);
  }
  template <class T>
  void type(Bits range, message_names::Names, T& value) {
    Base::number(range, value);
  }

  template <class T, std::size_t N>
  void choice(std::string_view, Bits range, const CodeTable<T, N>& table, T& value) {
    Base::coded(range, table, value);
  }
  template <class T, std::size_t N>
  void named(std::string_view, Bits range, const CodeTable<T, N>& table, message_names::Names, T& value) {
    Base::coded(range, table, value);
  }
  template <class T>
  void named(std::string_view, Bits range, message_names::Names, T& value) {
    Base::number(range, value);
  }

  // A code in two places: its bits 1:0 in `low`, bit 2 in `high`.
  template <class T, std::size_t N>
  void named(std::string_view, Bits low, Bits high, const CodeTable<T, N>& table, message_names::Names, T& value) {
    std::size_t code = 0;
    if constexpr (!Base::kReading) {
      while (code < N && table.value[code] != value) ++code;
    }
    std::size_t low_bits = code & 3;
    bool high_bit = (code & 4) != 0;
    Base::number(low, low_bits);
    Base::flag(high, high_bit);
    if constexpr (Base::kReading) {
      const T found = table.value[low_bits | (high_bit ? 4U : 0U)];
      const bool known = found != CodeTable<T, N>::kReserved;
      Base::require(known, limit("encoding.reserved_field"), low, low_bits);
      if (known) value = found;
    } else {
      Base::require(code < N, limit("encoding.value"), low, static_cast<std::uint64_t>(value));
    }
  }

  // A bit for each of x, y, z and w; `off`: set bits switch channels off (MDC_CMASK).
  void channels(Bits range, bool off, std::uint8_t& channels) {
    unsigned bits = (off ? ~channels : channels) & 0xFU;
    Base::number(range, bits);
    channels = static_cast<std::uint8_t>((off ? ~bits : bits) & 0xFU);
  }
};

}  // namespace eugene::isa
