// The two directions of the machine-format codec: a Reader takes fields out of a word, a Writer puts them
// in. The formats themselves (codec.h) are written once against either.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "isa/encoding/codes.h"
#include "isa/encoding/encoded_instruction.h"
#include "isa/limits.h"

namespace eugene::isa {

// Why a machine word or an instruction cannot be converted: the first limit that it breaks.
struct Rejection {
  const Limit* limit = nullptr;                       // null: accepted
  Bits where;                                         // the field to blame, if one is known
  std::optional<std::uint64_t> value = std::nullopt;  // the value of the field, if that helps
};

// Returns the bits to blame as text, ": bits 23:21 hold 0x6"; empty if they are not known.
std::string format_place(const Rejection& rejection);

// Returns the error about a rejected instruction, whose opcode has the row `row`.
Diagnostic rejected(const Gen& gen, const OpcodeInfo& row, const Rejection& rejection);

class FieldIo {
 public:
  // Records that `limit` is broken unless `ok`. Only the first broken limit is kept.
  void require(bool ok, const Limit& limit, Bits where = kNoBits, std::optional<std::uint64_t> value = std::nullopt) {
    if (!ok && accepted()) [[unlikely]]
      rejection_ = {&limit, where, value};
  }
  bool accepted() const { return rejection_.limit == nullptr; }
  const Rejection& rejection() const { return rejection_; }
  const EncodedInstruction& word() const { return word_; }

 protected:
  EncodedInstruction word_;
  Rejection rejection_;
};

// Both directions are inlined: the layouts are constants, so a field access becomes a few host instructions.
class Reader : public FieldIo {
 public:
  static constexpr bool kReading = true;

  explicit Reader(const EncodedInstruction& word) { word_ = word; }

  template <class T>
  [[gnu::always_inline]] void number(Bits range, T& value) {
    value = static_cast<T>(take(range));
  }
  [[gnu::always_inline]] void flag(Bits range, bool& value) { value = take(range) != 0; }

  template <class T, std::size_t N>
  [[gnu::always_inline]] void coded(Bits range, const CodeTable<T, N>& table, T& value) {
    const std::uint64_t code = take(range);
    const T found = code < N ? table.value[code] : CodeTable<T, N>::kReserved;
    if (found == CodeTable<T, N>::kReserved) {
      require(false, limit("encoding.reserved_field"), range, code);
    } else {
      value = found;
    }
  }

  // Reads a signed distance, which the field counts in units of `unit` bytes. `value` is in bytes.
  void distance(Bits range, unsigned unit, std::int32_t& value) {
    const std::int64_t bytes = sign_extend(take(range), range.width()) * unit;
    require(bytes == static_cast<std::int32_t>(bytes), limit("flow.range"), range);
    value = static_cast<std::int32_t>(bytes);
  }

  // Returns the bits that no field has taken.
  EncodedInstruction rest() const { return {word_.low & ~taken_.low, word_.high & ~taken_.high}; }

  // Rejects the word if a bit that no field has taken is set.
  void finish() {
    const EncodedInstruction left = rest();
    if ((left.low | left.high) == 0) [[likely]]
      return;
    const auto high =
        static_cast<std::uint8_t>(left.high != 0 ? 127 - std::countl_zero(left.high) : 63 - std::countl_zero(left.low));
    require(false, limit("encoding.reserved_field"), {high, high});
  }

  template <class Slot>
  struct Mark {
    Slot slot;
    EncodedInstruction taken;
    bool accepted;
  };
  template <class Slot>
  Mark<Slot> mark(const Slot& slot) const {
    return {slot, taken_, accepted()};
  }
  // Ignores fields that mean nothing in this instruction. If a field read into `slot` since `mark` holds a reserved
  // encoding, the rejection is dropped, `slot` is restored, and the bits of these fields count as not taken.
  template <class Slot>
  void forgive(const Mark<Slot>& mark, Slot& slot) {
    if (accepted() || !mark.accepted) [[likely]]
      return;
    slot = mark.slot;
    taken_ = mark.taken;
    rejection_ = {};
  }

 private:
  [[gnu::always_inline]] std::uint64_t take(Bits range) {
    const EncodedInstruction mask = make_mask(range);
    taken_.low |= mask.low;
    taken_.high |= mask.high;
    return word_.get(range);
  }

  EncodedInstruction taken_;
};

class Writer : public FieldIo {
 public:
  static constexpr bool kReading = false;

  template <class T>
  [[gnu::always_inline]] void number(Bits range, T& value) {
    put(range, static_cast<std::uint64_t>(value));
  }
  [[gnu::always_inline]] void flag(Bits range, bool& value) { put(range, value ? 1 : 0); }

  template <class T, std::size_t N>
  void coded(Bits range, const CodeTable<T, N>& table, T& value) {
    for (std::size_t code = 0; code < N; ++code) {
      if (table.value[code] == value) return put(range, code);
    }
    require(false, limit("encoding.value"), range, static_cast<std::uint64_t>(value));
  }

  struct Mark {};
  template <class Slot>
  Mark mark(const Slot&) const {
    return {};
  }
  template <class Slot>
  void forgive(const Mark&, Slot&) {}

  void distance(Bits range, unsigned unit, std::int32_t& value) {
    const auto divisor = static_cast<std::int32_t>(unit);
    require(value % divisor == 0, limit("flow.distance"), range);
    const std::int64_t count = value / divisor;
    const auto field = static_cast<std::uint64_t>(count) & low_mask(range.width());
    require(sign_extend(field, range.width()) == count, limit("flow.range"), range);
    put(range, field);
  }

  void finish() {}

 private:
  [[gnu::always_inline]] void put(Bits range, std::uint64_t value) {
    require(value <= low_mask(range.width()), limit("encoding.value"), range, value);
    word_.set(range, word_.get(range) | value);
  }
};

}  // namespace eugene::isa
