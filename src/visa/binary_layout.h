// Constants of the binary form that reader and writer share.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "visa/field.h"
#include "visa/kernel.h"

namespace eugene::visa {

inline constexpr std::uint32_t kMagic = 0x41534943;  // "CISA"
inline constexpr Version kOldest{3, 0}, kNewest{4, 2}, kWritten{4, 1};

// The first versions with these properties.
inline constexpr Version kWaitHasMask{3, 1}, kTypedHasPredicate{3, 2}, kWideIds{3, 4}, kWideInputCount{3, 5},
    kSendsHasFfid{3, 6}, kWideNameLength{3, 7}, kWideOperation{4, 0};

enum class Class : std::uint8_t { general, address, predicate, indirect, address_of, immediate, state };

inline constexpr std::array<std::int8_t, 8> kStrides = {kNoStride, 0, 1, 2, 4, 8, 16, 32};  // indexed by code
inline constexpr std::array<std::uint8_t, 6> kLanes = {1, 2, 4, 8, 16, 32};                 // indexed by code
inline constexpr std::array<std::uint8_t, 3> kElementLanes = {8, 16, 1};                    // gather and scatter

// Masks of version 3.0, indexed by code.
inline constexpr std::array<std::uint8_t, 10> kOldMasks = {0, 1, 2, 3, 4, 5, 6, 7, 8, 0};

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
