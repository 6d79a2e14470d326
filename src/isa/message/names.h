// The names in message descriptors, for everything that prints or reads them: shared functions, messages whose type is
// a number (sampler, URB, gateway...), and the values of fields. Lists are indexed by code. A reserved code has an
// empty name, and text has its number. All names are in lower case. The names of other messages are in rows.h, and the
// names of fields in layout.h.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "isa/gen.h"
#include "isa/instruction.h"
#include "isa/message/binding.h"

namespace eugene::isa::message_names {

using Names = std::span<const std::string_view>;
template <std::size_t N>
using List = std::array<std::string_view, N>;

// A shared function: its name in assembly, and its name in messages to the user.
struct FunctionName {
  Sfid sfid;
  std::string_view name, words;
  PerGen<bool> on{true, true};  // generations that have it
};
inline constexpr PerGen<bool> kNotOnGen6{false, true};
inline constexpr std::array kFunctions{
    FunctionName{Sfid::null, "null", "null"},
    FunctionName{Sfid::sampler, "sampler", "sampler"},
    FunctionName{Sfid::gateway, "gateway", "gateway"},
    FunctionName{Sfid::dp_sampler_or_dc2, "dp_sampler", "data port sampler cache"},
    FunctionName{Sfid::dp_render, "render", "data port render cache"},
    FunctionName{Sfid::urb, "urb", "urb"},
    FunctionName{Sfid::spawner, "spawner", "thread spawner"},
    FunctionName{Sfid::vme, "vme", "vme"},
    FunctionName{Sfid::dp_constant, "constant", "data port constant cache"},
    FunctionName{Sfid::dp_data0, "data0", "data port 0", kNotOnGen6},
    FunctionName{Sfid::pixel_interpolator, "pixel_interpolator", "pixel interpolator", kNotOnGen6},
    FunctionName{Sfid::dp_data1, "data1", "data port 1", kNotOnGen6},
    FunctionName{Sfid::cre, "cre", "check and refinement", kNotOnGen6},
    FunctionName{Sfid::ugm, "ugm", "ugm", kNotOnGen6},
    FunctionName{Sfid::ugml, "ugml", "ugml", kNotOnGen6},
    FunctionName{Sfid::slm, "slm", "slm", kNotOnGen6},
    FunctionName{Sfid::tgm, "tgm", "tgm", kNotOnGen6}};

// Sampler messages of SIMD4x2, SIMD8 and SIMD16, indexed by type; after them the messages of SIMD32/64.
inline constexpr List<16> kGen6Sampler{"sample",     "sample_b", "sample_l", "sample_c", "sample_d", "sample_b_c",
                                       "sample_l_c", "ld",       "load4",    "lod",      "resinfo",  "sampleinfo"};
inline constexpr List<16> kGen6WideSampler{"sample_unorm",
                                           "sample_unorm_rg",
                                           "sample_unorm_killpix",
                                           "sample_unorm_rg_killpix",
                                           "",
                                           "",
                                           "",
                                           "",
                                           "deinterlace",
                                           "",
                                           "",
                                           "sample_8x8"};
inline constexpr List<32> kGen9Sampler{
    "sample",    "sample_b",    "sample_l",     "sample_c",   "sample_d",       "sample_b_c", "sample_l_c", "ld",
    "gather4",   "lod",         "resinfo",      "sampleinfo", "sample_killpix", "",           "",           "",
    "gather4_c", "gather4_po",  "gather4_po_c", "",           "sample_d_c",     "",           "",           "",
    "sample_lz", "sample_c_lz", "ld_lz",        "",           "ld2dms_w",       "ld_mcs",     "ld2dms",     ""};
inline constexpr List<32> kGen9WideSampler = [] {
  List<32> names{"sample_unorm", "sample_unorm_rg", "sample_unorm_killpix", "sample_unorm_rg_killpix", "deinterlace"};
  names[8] = "sample_unorm_media";
  names[10] = "sample_unorm_media_killpix";
  names[11] = "sample_8x8";
  names[31] = "cache_flush";
  return names;
}();
inline constexpr List<8> kSamplerSimd{"4x2", "8", "16", "32_64", "", "8h", "16h", ""};

inline constexpr List<2> kGen6Urb{"write", "ff_sync"};
inline constexpr List<9> kGen9Urb{"write_hword", "write_oword", "read_hword",  "read_oword", "atomic_mov",
                                  "atomic_inc",  "atomic_add",  "write_simd8", "read_simd8"};

inline constexpr List<8> kGateway{"open",    "close",        "forward", "get_timestamp",
                                  "barrier", "update_state", "mmio",    "reserved"};
inline constexpr List<4> kNotify{"none", "n0", "n2", ""};  // the gateway's forward: the register that is notified
inline constexpr List<2> kSpawner{"dereference", "spawn"};
inline constexpr List<4> kPixelInterpolator{"shared_offset", "sample", "centroid", "per_slot_offset"};

// Indexed by LscOp.
inline constexpr List<64> kLsc = [] {
  List<64> names{"load",
                 "load_strided",
                 "load_quad",
                 "load_block2d",
                 "store",
                 "store_strided",
                 "store_quad",
                 "store_block2d",
                 "atomic_iinc",
                 "atomic_idec",
                 "atomic_load",
                 "atomic_store",
                 "atomic_iadd",
                 "atomic_isub",
                 "atomic_smin",
                 "atomic_smax",
                 "atomic_umin",
                 "atomic_umax",
                 "atomic_icas",
                 "atomic_fadd",
                 "atomic_fsub",
                 "atomic_fmin",
                 "atomic_fmax",
                 "atomic_fcas",
                 "atomic_and",
                 "atomic_or",
                 "atomic_xor",
                 "load_status",
                 "store_uncompressed",
                 "ccs_update",
                 "read_state_info",
                 "fence"};
  names[0x28] = "counter_add";
  names[0x29] = "counter_sub";
  return names;
}();
inline constexpr List<8> kLscSize{"none", "d8", "d16", "d32", "d64", "d8u32", "d16u32", "d16u32h"};
inline constexpr List<4> kLscModel{"flat", "bss", "ss", "bti"};

inline constexpr List<16> kAtomic{"cmpwr8b", "and",    "or",   "xor",  "mov",  "inc",  "dec",   "add",
                                  "sub",     "revsub", "imax", "imin", "umax", "umin", "cmpwr", "predec"};
inline constexpr List<4> kFloatAtomic{"", "fmax", "fmin", "fcmpwr"};
inline constexpr List<4> kSimd3{"4x2", "16", "8", ""};
inline constexpr List<4> kSlots{"4x2", "low", "high", ""};
inline constexpr List<2> kSlots2{"low", "high"};
inline constexpr List<8> kOwords{"1", "1h", "2", "4", "8", "", "", ""};  // 1h: the upper half of the register

inline constexpr List<4> kUrbSwizzle{"none", "interleaved", "transposed", ""};
// Subtypes of render target messages. An empty name: the subtype is reserved.
inline constexpr List<8> kTargetWrite{"simd16", "replicated", "dual_low", "dual_high", "simd8", "", "", ""};
inline constexpr List<8> kTargetRead{"simd16", "simd8", "", "", "", "", "", ""};

// Binding table indices that stand for memory without a surface (binding.h). A generation has those from
// Gen::surface_indices on.
inline constexpr List<4> kBindings{"bindless", "stateless_noncoherent", "slm", "stateless"};
constexpr Names list_bindings(const Gen& gen) { return Names(kBindings).subspan(gen.surface_indices - kBtiBindless); }

}  // namespace eugene::isa::message_names
