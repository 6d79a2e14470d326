// Constants of the binary form that reader and writer share.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "visa/field.h"
#include "visa/kernel.h"

namespace eugene::visa {

inline constexpr std::uint32_t kMagic = 0x41534943;  // "CISA"
inline constexpr Version kOldest{3, 0}, kNewest{4, 2}, kWritten{4, 1};
inline constexpr std::uint8_t kGlobalLinkage = 2;  // of a function

// The pages that describe the binary, for errors.
inline constexpr std::string_view kHeaderPage = "vISA manual 4_visa_header", kOperandPage = "vISA manual 5_operands";

// The first versions with these properties.
inline constexpr Version kSixteenMasks{3, 1}, kWaitHasMask{3, 1}, kTypedHasPredicate{3, 2}, kWideIds{3, 4},
    kWideInputCount{3, 5}, kSendsHasFfid{3, 6}, kWideNameLength{3, 7}, kWideOperation{4, 0};

enum class Class : std::uint8_t { general, address, predicate, indirect, address_of, immediate, state };

// Bits of a word, numbered from 0 on.
struct Bits {
  unsigned high = 0;
  unsigned low = 0;
};

// Some bits of a word: a number, or the index of a value in a table. `unknown` is the error for other numbers, in which
// {0} is the number and {1} the word.
template <class T>
struct Part {
  using Value = std::remove_const_t<T>;

  Part(T& part, Bits place) : value(part), at(place) {}
  Part(T& part, Bits place, std::size_t limit, std::string_view error, std::string_view source = kHeaderPage)
      : value(part), at(place), count(limit), unknown(error), page(source) {}
  template <std::size_t N>
  Part(T& part, Bits place, const std::array<Value, N>& table, std::string_view error = {},
       std::string_view source = kHeaderPage)
      : value(part), at(place), values(table), count(N), unknown(error), page(source) {}

  T& value;
  Bits at;
  std::span<const Value> values;
  std::size_t count = SIZE_MAX;  // only lower numbers exist
  std::string_view unknown, page;
};

// The first byte of an operand that can have several classes.
struct Tag {
  Class operand_class = Class::general;
  Modifier modifier = Modifier::none;
};

// Kinds of inputs and of state operands, indexed by code.
inline constexpr std::array<VariableKind, 3> kInputKinds = {VariableKind::general, VariableKind::sampler,
                                                            VariableKind::surface};
inline constexpr std::array<VariableKind, 2> kStateKinds = {VariableKind::surface, VariableKind::sampler};

inline constexpr std::array<std::int8_t, 8> kStrides = {kNoStride, 0, 1, 2, 4, 8, 16, 32};  // indexed by code
inline constexpr std::array<std::uint8_t, 6> kLanes = {1, 2, 4, 8, 16, 32};                 // indexed by code
inline constexpr std::array<std::uint8_t, 3> kElementLanes = {8, 16, 1};                    // gather and scatter

// Masks by their code. In version 3.0 code 8 is the only one without a mask.
inline constexpr std::array<std::uint8_t, 16> kMasks = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
inline constexpr std::array<std::uint8_t, 16> kOldMasks = {0, 1, 2, 3, 4, 5, 6, 7, 8};

// The address of an element is stored as a register and an element; registers have this many bytes.
inline constexpr std::uint32_t kAddressGrfBytes = 32;
inline constexpr std::uint32_t kStateElementBytes = 2;

// The operands of a render target message, in order, each with the bit of the mode that adds it. In writes, bit 0 of
// `mode` is always set, and there are always four colours.
struct RenderTargetPart {
  std::int8_t bit;  // -1: always present
  bool is_raw;
};
inline constexpr std::array<RenderTargetPart, 12> kRenderTargetParts = {{{-1, true},
                                                                         {11, false},
                                                                         {8, false},
                                                                         {2, false},
                                                                         {3, true},
                                                                         {4, true},
                                                                         {-1, true},
                                                                         {-1, true},
                                                                         {-1, true},
                                                                         {-1, true},
                                                                         {5, true},
                                                                         {6, true}}};

// RT_READ: the sample index, then the destination.
inline constexpr std::array<RenderTargetPart, 2> kTargetReadParts = {{{1, false}, {-1, true}}};

// The parts of a list of operands; empty if the list does not belong to a render target message.
struct TargetList {
  Field mode = Field::render_target;
  std::span<const RenderTargetPart> parts;
};
constexpr TargetList target_list(Field list) {
  if (list == Field::render_target_operands) return {Field::render_target, kRenderTargetParts};
  if (list == Field::target_read_operands) return {Field::target_read, kTargetReadParts};
  return {};
}

constexpr bool is_brought(const RenderTargetPart& part, std::int64_t mode) {
  return part.bit < 0 || (mode >> part.bit & 1) != 0;
}

// Returns the element size of general variable `id` in bytes; 0 if no such variable exists.
std::uint32_t element_bytes(const Kernel& kernel, std::uint32_t id);

}  // namespace eugene::visa
