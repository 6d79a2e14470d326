// Platforms of vISA, and the pages of its manual: an identifier for each page, with the properties that every user of
// the instruction needs. The rows are in pages.def.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace eugene::visa {

// Bits of a set of platforms, as in the manual's appendix (instructions by platform) and in the marks of its index.
enum Platform : std::uint16_t {
  kBdw = 1,
  kSkl = 2,
  kBxt = 4,
  kIcllp = 8,
  kTgllp = 16,
  kXehp = 32,
  kDg2 = 64,
  kPvc = 128,
};
inline constexpr std::array<std::string_view, 8> kPlatformNames = {"BDW",   "SKL",  "BXT", "ICLLP",
                                                                   "TGLLP", "XEHP", "DG2", "PVC"};
// Size of a general register in bytes, indexed by the bit number of the platform.
inline constexpr std::array<std::uint8_t, 8> kRegisterBytesOf = {32, 32, 32, 32, 32, 32, 32, 64};
// Returns the bit of a platform by its name, in upper or lower case; nothing for other names.
std::optional<std::uint16_t> platform_named(std::string_view name);
// Returns the smallest register size among `platforms` (bits by Platform). For programs that run, isa::RegisterFiles
// has the size.
unsigned register_width(std::uint16_t platforms);

inline constexpr std::uint16_t kAll = 255, kToBxt = kBdw | kSkl | kBxt, kToIcllp = kToBxt | kIcllp,
                               kToTgllp = kToIcllp | kTgllp, kFromXehp = kXehp | kDg2 | kPvc,
                               kFromTgllp = kTgllp | kFromXehp, kFromIcllp = kIcllp | kFromTgllp,
                               kFromDg2 = kDg2 | kPvc, kNotPvc = kAll & ~kPvc, kIeee = kSkl | kFromXehp;

enum class Group : std::uint8_t {
  arithmetic,
  logic,
  move,
  compare,
  address,
  flow,
  memory,
  svm,
  sampler,
  render,
  media,
  lsc,
  synchronisation,
  miscellaneous,
};
inline constexpr std::array<std::string_view, 14> kGroupNames = {
    "arithmetic", "logic",  "move",  "compare", "address",         "flow",         "memory", "SVM",
    "sampler",    "render", "media", "LSC",     "synchronisation", "miscellaneous"};

// Families of instructions that several places handle alike.
using PageTraits = std::uint16_t;
inline constexpr PageTraits kNoTraits = 0;
inline constexpr PageTraits kUnlisted = 1 << 0;    // not in the manual's index
inline constexpr PageTraits kLogic = 1 << 1;       // bitwise; also on predicates
inline constexpr PageTraits kShift = 1 << 2;       // source 1 is a count, of any type
inline constexpr PageTraits kBitField = 1 << 3;    // sources are a width and an offset
inline constexpr PageTraits kJumps = 1 << 4;       // jumps to labels of blocks
inline constexpr PageTraits kCalls = 1 << 5;       // calls a subroutine or a function
inline constexpr PageTraits kReturns = 1 << 6;     // returns from a subroutine or function
inline constexpr PageTraits kPlace = 1 << 7;       // defines the label of the place where it stands
inline constexpr PageTraits kSourceLine = 1 << 8;  // names a place in the compiler's source
inline constexpr PageTraits kOword = 1 << 9;       // accesses a block of owords of a surface
inline constexpr PageTraits kMedia = 1 << 10;      // accesses a rectangle of a surface
inline constexpr PageTraits kSvmBlocks = 1 << 11;  // accesses blocks at an address for each channel

// An instruction of the manual, identified by its page.
enum class Page : std::uint8_t {
#define EUGENE_PAGE(identifier, ...) identifier,
#include "visa/pages.def"
#undef EUGENE_PAGE
};

struct PageRow {
  Page page;
  std::string_view name;  // also the name of the file in documentation/visa/instructions
  std::string_view title;
  std::uint8_t opcode;
  Group group;
  std::uint16_t platforms;
  PageTraits traits;

  constexpr bool is(PageTraits any) const { return (traits & any) != 0; }
};

inline constexpr auto kPages = std::to_array<PageRow>({
#define EUGENE_PAGE(identifier, name, title, opcode, group, platforms, sizes, types, saturation, modifiers, kinds, \
                    traits)                                                                                        \
  {Page::identifier, name, title, opcode, Group::group, platforms, traits},
#include "visa/pages.def"
#undef EUGENE_PAGE
});

constexpr const PageRow& table_row(Page page) { return kPages[static_cast<std::size_t>(page)]; }

constexpr std::size_t listed_pages() {
  std::size_t count = 0;
  for (const PageRow& page : kPages) count += page.is(kUnlisted) ? 0 : 1;
  return count;
}
static_assert(listed_pages() == 122, "the index of the manual has 122 instructions");

}  // namespace eugene::visa
