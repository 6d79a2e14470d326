// Names for the values of fields, indexed by their numbers in the binary form. vISA manual, pages of the instructions.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "visa/type.h"

namespace eugene::visa {

inline constexpr std::array<std::string_view, 16> kChannelMasks = {"",  "R",  "G",  "RG",  "B",  "RB",  "GB",  "RGB",
                                                                   "A", "RA", "GA", "RGA", "BA", "RBA", "GBA", "RGBA"};
inline constexpr std::array<std::string_view, 4> kSingleChannels = {"R", "G", "B", "A"};
inline constexpr std::array<std::string_view, 4> kOutputFormats = {"16-full", "16-downsampled", "8-full",
                                                                   "8-downsampled"};

// Operations of atomics, indexed by number: DWORD_ATOMIC, Op.
struct AtomicRow {
  std::string_view name = {};
  std::uint8_t sources = 1;  // besides the address
  enum class Kind : std::uint8_t { unsigned_, signed_, float_ } kind = Kind::unsigned_;
};
inline constexpr std::array<AtomicRow, 21> kAtomicRows = {{
    {"add"},
    {"sub"},
    {"inc", 0},
    {"dec", 0},
    {"min"},
    {"max"},
    {"xchg"},
    {"cmpxchg", 2},
    {"and"},
    {"or"},
    {"xor"},
    {"minsint", 1, AtomicRow::Kind::signed_},
    {"maxsint", 1, AtomicRow::Kind::signed_},
    {"predec", 0},
    {},
    {},
    {"fmax", 1, AtomicRow::Kind::float_},
    {"fmin", 1, AtomicRow::Kind::float_},
    {"fcmpwr", 2, AtomicRow::Kind::float_},
    {"fadd", 1, AtomicRow::Kind::float_},
    {"fsub", 1, AtomicRow::Kind::float_},
}};
inline constexpr auto kAtomics = [] {
  std::array<std::string_view, kAtomicRows.size()> names;
  for (std::size_t n = 0; n < names.size(); ++n) names[n] = kAtomicRows[n].name;
  return names;
}();

inline constexpr std::array<std::string_view, 6> kLines = {"nomod",  "modified", "top",
                                                           "bottom", "top_mod",  "bottom_mod"};
inline constexpr std::array<std::string_view, 4> kBlockCounts = {"1", "2", "4", "8"};
inline constexpr std::array<std::string_view, 3> kBlockBytes = {"1", "4", "8"};
inline constexpr std::array<std::string_view, 3> kElementBytes = {"1", "2", "4"};
inline constexpr std::array<std::string_view, 5> kOwords = {"1", "2", "4", "8", "16"};
inline constexpr std::array<std::string_view, 4> kAvsControls = {"AVS_16_FULL", "AVS_16_DOWN_SAMPLE", "AVS_8_FULL",
                                                                 "AVS_8_DOWN_SAMPLE"};
inline constexpr std::array<std::string_view, 4> kAvsExecutions = {"AVS_16x4", "AVS_8x4", "AVS_16x8", "AVS_4x4"};
inline constexpr std::array<std::string_view, 15> kPrecisions = {"",   "u1", "s1", "u2",  "s2",   "u4", "s4", "u8",
                                                                 "s8", "bf", "hf", "bf8", "tf32", "",   "hf8"};
// Indexed by bit number.
inline constexpr std::array<std::string_view, 13> kRenderTargetModes = {"",     "",    "RTI", "A",  "O",  "Z",     "ST",
                                                                        "LRTW", "CPS", "PS",  "CM", "SI", "NULLRT"};
inline constexpr std::array<std::string_view, 2> kTargetReadModes = {"PS", "SI"};

struct FenceFlag {
  std::string_view letter;
  std::uint8_t bit;
};
inline constexpr std::array<FenceFlag, 6> kFenceFlags = {
    {{"E", 0x01}, {"I", 0x02}, {"S", 0x04}, {"C", 0x08}, {"R", 0x10}, {"L1", 0x40}}};

// Flags in the sampler's operation, from bit 8 on. Before version 4.0 the operation is a byte, and they are its bits 5
// to 7.
inline constexpr unsigned kFirstSamplerFlag = 8;
inline constexpr std::array<std::string_view, 3> kSamplerFlags = {"pixel_null_mask", "cps", "divS"};
enum SamplerFlag : std::uint8_t { kPixelNullMask, kCoarsePixels, kDivergentSampler };
constexpr bool has_sampler_flag(std::int64_t selector, SamplerFlag flag) {
  return (selector >> (kFirstSamplerFlag + flag) & 1) != 0;
}

// SAMPLE and LOAD: the mode is bits 5:4, above the channels.
constexpr int lanes_of_sample(std::int64_t channels_and_mode) { return (channels_and_mode >> 4 & 3) == 0 ? 8 : 16; }

inline constexpr std::array<std::string_view, 4> kLscSfids = {"ugm", "ugml", "tgm", "slm"};
inline constexpr std::string_view kLscTypedSfid = kLscSfids[2];  // the forms of LSC_TYPED use it
inline constexpr std::array<std::string_view, 7> kLscCaches = {"df", "uc", "ca", "wb", "wt", "st", "ri"};
inline constexpr std::array<std::string_view, 6> kLscModels = {"", "flat", "bss", "ss", "bti", "arg"};
inline constexpr std::array<std::string_view, 4> kLscAddressSizes = {"", "a16", "a32", "a64"};
inline constexpr std::array<std::string_view, 8> kLscDataSizes = {"",    "d8",    "d16",    "d32",
                                                                  "d64", "d8c32", "d16c32", "d16c32h"};
inline constexpr std::array<std::string_view, 9> kLscElements = {"", "1", "2", "3", "4", "8", "16", "32", "64"};
inline constexpr std::array<std::string_view, 16> kLscChannels = {"",  "x",  "y",  "xy",  "z",  "xz",  "yz",  "xyz",
                                                                  "w", "xw", "yw", "xyw", "zw", "xzw", "yzw", "xyzw"};
inline constexpr std::array<std::string_view, 7> kLscFences = {"none",  "evict",   "invalidate", "discard",
                                                               "clean", "flushl3", "type6"};
inline constexpr std::array<std::string_view, 7> kLscScopes = {"group", "local",  "tile",  "gpu",
                                                               "gpus",  "sysrel", "sysacq"};
// The table of LSC_FENCE calls a scope "system" that its example and Intel's assembler call "sysrel".
inline constexpr std::string_view kLscSystemScope = "system";
inline constexpr std::uint8_t kLscSysrel = 5;
static_assert(kLscScopes[kLscSysrel] == "sysrel");
enum LscModel : std::uint8_t { kLscFlat = 1, kLscBss, kLscSs, kLscBti, kLscArgument };
inline constexpr std::uint8_t kLscNotTransposed = 1, kLscTransposed = 2;

// Implicit inputs with a special directive; any other number n is .implicit_UNDEFINED_n. The compiler also prints
// number 4 as .implicit_PSEUDO_INPUT.
struct ImplicitInput {
  std::uint8_t number;
  std::string_view directive;
};
inline constexpr std::array<ImplicitInput, 4> kImplicitInputs = {{{1, ".implicit_LOCAL_SIZE"},
                                                                  {2, ".implicit_GROUP_COUNT"},
                                                                  {3, ".implicit_LOCAL_ID"},
                                                                  {16, ".implicit_PSEUDO_INPUT"}}};
inline constexpr std::string_view kUnnamedInput = ".implicit_UNDEFINED_";

// Attributes with a fixed kind of value. Other attributes are numbers or texts, as they are written. vISA manual
// 4_visa_header, attributes.
struct AttributeRow {
  std::string_view name;
  enum class Kind : std::uint8_t { flag, number, text } kind;
  std::uint8_t bytes = 4;
};
inline constexpr std::array<AttributeRow, 27> kAttributes = {{
    {"Extern", AttributeRow::Kind::flag},
    {"NoBarrier", AttributeRow::Kind::flag},
    {"Callable", AttributeRow::Kind::flag},
    {"Caller", AttributeRow::Kind::flag},
    {"Composable", AttributeRow::Kind::flag},
    {"Entry", AttributeRow::Kind::flag},
    {"Input", AttributeRow::Kind::flag},
    {"Output", AttributeRow::Kind::flag},
    {"PayloadLiveOut", AttributeRow::Kind::flag},
    {"Input_Output", AttributeRow::Kind::flag},
    {"NoWidening", AttributeRow::Kind::flag},
    {"DoNotSpill", AttributeRow::Kind::flag},
    {"SepSpillPvtSS", AttributeRow::Kind::flag},
    {"LTO_InvokeOptTarget", AttributeRow::Kind::flag},
    {"Target", AttributeRow::Kind::number, 1},
    {"SLMSize", AttributeRow::Kind::number},
    {"SpillMemOffset", AttributeRow::Kind::number},
    {"ArgSize", AttributeRow::Kind::number},
    {"RetValSize", AttributeRow::Kind::number},
    {"PerThreadInputSize", AttributeRow::Kind::number},
    {"SimdSize", AttributeRow::Kind::number},
    {"Scope", AttributeRow::Kind::number},
    {"SurfaceUsage", AttributeRow::Kind::number},
    {"CrossThreadInputSize", AttributeRow::Kind::number},
    {"NBarrierCnt", AttributeRow::Kind::number},
    {"OutputAsmPath", AttributeRow::Kind::text},
    {"AsmName", AttributeRow::Kind::text},
}};

constexpr const AttributeRow* attribute_named(std::string_view name) {
  for (const AttributeRow& row : kAttributes) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

inline constexpr std::array<std::string_view, 2> kTargets = {"cm", "3d"};

}  // namespace eugene::visa
