// The variables that every vISA kernel has. vISA manual 5_operands, pre-defined variables.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "visa/type.h"

namespace eugene::visa {

inline constexpr std::uint32_t kFirstGeneral = 32;  // lower IDs are reserved for predefined variables
inline constexpr std::uint32_t kFirstPredicate = 1;
inline constexpr std::uint32_t kFirstSurface = 6;
inline constexpr std::uint32_t kBindlessSampler = 31;

struct PredefinedVariable {
  std::string_view name;
  Type type;
  std::uint16_t elements;
};

inline constexpr std::array<PredefinedVariable, 21> kPredefined = {{
    {"%null", Type::ud, 1},
    {"%thread_x", Type::uw, 1},
    {"%thread_y", Type::uw, 1},
    {"%group_id_x", Type::ud, 1},
    {"%group_id_y", Type::ud, 1},
    {"%group_id_z", Type::ud, 1},
    {"%tsc", Type::ud, 5},
    {"%r0", Type::ud, 8},
    {"%arg", Type::ud, 256},
    {"%retval", Type::ud, 96},
    {"%sp", Type::uq, 1},
    {"%fp", Type::uq, 1},
    {"%hw_id", Type::ud, 1},
    {"%sr0", Type::ud, 4},
    {"%cr0", Type::ud, 3},
    {"%ce0", Type::ud, 1},
    {"%dbg0", Type::ud, 2},
    {"%color", Type::uw, 1},
    {"%impl_arg_buf_ptr", Type::uq, 1},
    {"%local_id_buf_ptr", Type::uq, 1},
    {"%msg0", Type::ud, 3},
}};
static_assert(kPredefined.size() <= kFirstGeneral);

// T0 to T5. Text may also use their numbers.
inline constexpr std::array<std::string_view, kFirstSurface> kPredefinedSurfaces = {"%slm", "T1",   "T2",
                                                                                    "TSS",  "%bss", "%scratch"};
inline constexpr std::uint32_t kSlmSurface = 0, kBindlessSurface = 4, kScratchSurface = 5;
static_assert(kPredefinedSurfaces[kSlmSurface] == "%slm" && kPredefinedSurfaces[kBindlessSurface] == "%bss" &&
              kPredefinedSurfaces[kScratchSurface] == "%scratch");
inline constexpr std::string_view kBindlessSamplerName = "S31";

}  // namespace eugene::visa
