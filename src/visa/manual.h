// Every instruction of the vISA manual, by its page: number, platforms, version. The index (6_instructions) lists 122;
// four more have a page that the index omits, or a number that Intel's grammar reads and no page.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace eugene::visa {

// Bits of a set of platforms, as in the manual's appendix (instructions by platform) and the marks of its index.
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
// Bytes of a general register, by the bit of the platform.
inline constexpr std::array<std::uint8_t, 8> kRegisterBytesOf = {32, 32, 32, 32, 32, 32, 32, 64};
// Bit of the platform named as above, in capitals or not; nothing for others.
std::optional<std::uint16_t> platform_named(std::string_view name);
// The smallest of any of `platforms`, bits by Platform. Programs that run take it from here (isa::RegisterFiles).
unsigned register_bytes_of(std::uint16_t platforms);

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

struct Page {
  std::string_view name;  // also the name of the file in documentation/visa/instructions
  std::string_view title;
  std::uint8_t opcode;
  Group group;
  std::uint16_t platforms = kAll;
  bool is_listed = true;  // in the index
};

// clang-format off
inline constexpr Page kPages[] = {
    {"ADD", "addition", 0x01, Group::arithmetic},
    {"AVG", "integer average", 0x02, Group::arithmetic},
    {"DIV", "division", 0x03, Group::arithmetic},
    {"EXP", "exponent, base 2", 0x08, Group::arithmetic},
    {"FRC", "fraction", 0x09, Group::arithmetic},
    {"LOG", "logarithm, base 2", 0x0b, Group::arithmetic},
    {"MAD", "multiply and add", 0x0c, Group::arithmetic},
    {"MULH", "high half of a product", 0x0d, Group::arithmetic},
    {"LRP", "linear interpolation", 0x0e, Group::arithmetic, kToBxt},
    {"MOD", "remainder of a division", 0x0f, Group::arithmetic, kToTgllp | kDg2 | kPvc},
    {"MUL", "multiplication", 0x10, Group::arithmetic},
    {"POW", "power", 0x11, Group::arithmetic},
    {"RNDD", "round down", 0x12, Group::arithmetic},
    {"RNDU", "round up", 0x13, Group::arithmetic},
    {"RNDE", "round to even", 0x14, Group::arithmetic},
    {"RNDZ", "round to zero", 0x15, Group::arithmetic},
    {"SAD2", "sum of absolute differences of two", 0x16, Group::arithmetic, kToBxt},
    {"SIN", "sine", 0x17, Group::arithmetic},
    {"COS", "cosine", 0x18, Group::arithmetic},
    {"SQRT", "square root", 0x19, Group::arithmetic},
    {"RSQRT", "reciprocal square root", 0x1a, Group::arithmetic},
    {"INV", "reciprocal", 0x1b, Group::arithmetic},
    {"DPASW", "dot product of a fused pair of threads", 0x1c, Group::arithmetic, kXehp | kDg2},
    {"FCVT", "conversion of 8-bit and TF32 floats", 0x1d, Group::move, kPvc},
    {"SRND", "stochastic rounding", 0x1e, Group::arithmetic, kPvc},
    {"LZD", "leading zeros", 0x1f, Group::arithmetic},
    {"AND", "bitwise and", 0x20, Group::logic},
    {"OR", "bitwise or", 0x21, Group::logic},
    {"XOR", "bitwise exclusive or", 0x22, Group::logic},
    {"NOT", "bitwise not", 0x23, Group::logic},
    {"SHL", "shift left", 0x24, Group::logic},
    {"SHR", "shift right", 0x25, Group::logic},
    {"ASR", "arithmetic shift right", 0x26, Group::logic},
    {"CBIT", "count of bits set", 0x27, Group::logic},
    {"ADDR_ADD", "address arithmetic", 0x28, Group::address},
    {"MOV", "move", 0x29, Group::move},
    {"SEL", "select", 0x2a, Group::move},
    {"SETP", "set a predicate", 0x2b, Group::move},
    {"CMP", "comparison", 0x2c, Group::compare},
    {"MOVS", "move of surfaces and samplers", 0x2d, Group::move},
    {"FBL", "first bit set from the low end", 0x2e, Group::logic},
    {"FBH", "first bit from the high end", 0x2f, Group::logic},
    {"SUBROUTINE", "begin of a subroutine", 0x30, Group::flow},
    {"LABEL", "begin of a basic block", 0x31, Group::flow},
    {"JMP", "jump", 0x32, Group::flow},
    {"CALL", "call of a subroutine", 0x33, Group::flow},
    {"RET", "return", 0x34, Group::flow},
    {"OWORD_LD", "load of owords", 0x35, Group::memory},
    {"OWORD_ST", "store of owords", 0x36, Group::memory},
    {"MEDIA_LD", "load of a rectangle", 0x37, Group::memory},
    {"MEDIA_ST", "store of a rectangle", 0x38, Group::memory},
    {"GATHER", "scattered read", 0x39, Group::memory, kAll, false},
    {"SCATTER", "scattered write", 0x3a, Group::memory, kAll, false},
    {"OWORD_LD_UNALIGNED", "load of owords at any dword", 0x3c, Group::memory},
    {"SAMPLE_UNORM", "sample of a UNORM surface", 0x41, Group::sampler},
    {"AVS", "adaptive video scaling", 0x43, Group::media, kToIcllp},
    {"MIN_MAX", "minimum or maximum", 0x45, Group::move},
    {"BFE", "bit field extract", 0x46, Group::logic},
    {"BFI", "bit field insert", 0x47, Group::logic},
    {"BFREV", "bit reversal", 0x48, Group::logic},
    {"ADDC", "addition with carry", 0x49, Group::arithmetic},
    {"SUBB", "subtraction with borrow", 0x4a, Group::arithmetic},
    {"GATHER4_TYPED", "typed surface read", 0x4b, Group::memory},
    {"SCATTER4_TYPED", "typed surface write", 0x4c, Group::memory},
    {"SVM_BLOCK_LD", "block load at an address", 0x4e, Group::svm},
    {"SVM_BLOCK_ST", "block store at an address", 0x4e, Group::svm},
    {"SVM_GATHER", "scattered read at addresses", 0x4e, Group::svm},
    {"SVM_SCATTER", "scattered write at addresses", 0x4e, Group::svm},
    {"SVM_ATOMIC", "atomic operation at addresses", 0x4e, Group::svm},
    {"SVM_GATHER4_SCALED", "scattered read of four at addresses", 0x4e, Group::svm},
    {"SVM_SCATTER4_SCALED", "scattered write of four at addresses", 0x4e, Group::svm},
    {"IFCALL", "indirect function call", 0x4f, Group::flow},
    {"FADDR", "address of a function", 0x50, Group::flow},
    {"FILE", "source file", 0x51, Group::miscellaneous},
    {"LOC", "source line", 0x52, Group::miscellaneous},
    {"VME_IME", "integer motion estimation", 0x54, Group::media, kToIcllp},
    {"VME_SIC", "skip and intra check", 0x55, Group::media, kToIcllp},
    {"VME_FBR", "fractional and bidirectional refinement", 0x56, Group::media, kToIcllp},
    {"VME_IDM", "distortion mesh", 0x57, Group::media, kToIcllp},
    {"BARRIER", "thread group barrier", 0x59, Group::synchronisation},
    {"CACHE_FLUSH", "flush of the texture cache", 0x5a, Group::synchronisation},
    {"WAIT", "wait for dependent threads", 0x5b, Group::synchronisation},
    {"FENCE", "memory fence", 0x5c, Group::synchronisation},
    {"RAW_SEND", "native message", 0x5d, Group::miscellaneous},
    {"YIELD", "switch to another thread", 0x5f, Group::synchronisation},
    {"NBARRIER", "named barrier", 0x60, Group::synchronisation, kPvc},
    {"FCALL", "function call", 0x67, Group::flow},
    {"FRET", "return from a function", 0x68, Group::flow},
    {"SWITCHJMP", "jump by a table", 0x69, Group::flow, kToIcllp | kPvc},
    {"SAD2ADD", "sum of absolute differences of two, and addition", 0x6a, Group::arithmetic, kToBxt},
    {"PLN", "plane equation", 0x6b, Group::arithmetic, kToBxt},
    {"GOTO", "SIMD jump", 0x6c, Group::flow},
    {"3D_SAMPLE", "sample", 0x6d, Group::sampler, kNotPvc},
    {"3D_LOAD", "load through the sampler", 0x6e, Group::sampler, kNotPvc},
    {"3D_SAMPLE4", "four texels of a channel", 0x6f, Group::sampler, kNotPvc},
    {"INFO", "size of a surface", 0x70, Group::sampler, kNotPvc},
    {"RT_WRITE", "render target write", 0x71, Group::render, kNotPvc},
    {"URB_WRITE", "URB write", 0x72, Group::render, kNotPvc},
    {"TYPED_ATOMIC", "atomic operation on a typed surface", 0x73, Group::memory, kNotPvc},
    {"GATHER4_SCALED", "untyped surface read", 0x74, Group::memory},
    {"SCATTER4_SCALED", "untyped surface write", 0x75, Group::memory},
    {"GATHER_SCALED", "byte scattered read", 0x78, Group::memory},
    {"SCATTER_SCALED", "byte scattered write", 0x79, Group::memory},
    {"RAW_SENDS", "native split message", 0x7a, Group::miscellaneous},
    {"LIFETIME", "begin and end of a variable's life", 0x7b, Group::miscellaneous},
    {"SBARRIER", "split barrier", 0x7c, Group::synchronisation},
    {"DWORD_ATOMIC", "atomic operation on an untyped surface", 0x7d, Group::memory},
    {"SQRTM", "IEEE square root", 0x7e, Group::arithmetic, kIeee},
    {"DIVM", "IEEE division", 0x7f, Group::arithmetic, kIeee},
    {"ROL", "rotate left", 0x80, Group::logic, kFromIcllp},
    {"ROR", "rotate right", 0x81, Group::logic, kFromIcllp},
    {"DP4A", "dot product of four bytes", 0x82, Group::arithmetic, kFromTgllp},
    {"DPAS", "systolic dot product", 0x83, Group::arithmetic, kFromXehp},
    {"ADD3", "addition of three", 0x84, Group::arithmetic, kFromXehp},
    {"BFN", "boolean function of three", 0x85, Group::logic, kFromXehp},
    {"QW_GATHER", "qword gather", 0x86, Group::memory, kPvc},
    {"QW_SCATTER", "qword scatter", 0x87, Group::memory, kPvc},
    {"LSC_UNTYPED", "untyped load, store and atomic", 0x89, Group::lsc, kFromDg2},
    {"LSC_TYPED", "typed load, store and atomic", 0x8a, Group::lsc, kFromDg2},
    {"LSC_FENCE", "fence of the load/store cache", 0x8b, Group::lsc, kFromDg2},
    {"MADW", "product and sum, both halves", 0x91, Group::arithmetic},
    {"ADD3O", "addition of three with overflow", 0x92, Group::arithmetic, kFromXehp},
    {"INVM", "step of an IEEE division", 0x9b, Group::arithmetic, kIeee},
    {"RSQTM", "step of an IEEE square root", 0x9c, Group::arithmetic, kIeee},
    {"DP2", "dot product of two", 0x04, Group::arithmetic, kToBxt, false},
    {"DP3", "dot product of three", 0x05, Group::arithmetic, kToBxt, false},
    {"DP4", "dot product of four", 0x06, Group::arithmetic, kToBxt, false},
    {"DPH", "homogeneous dot product", 0x07, Group::arithmetic, kToBxt, false},
    {"LINE", "line equation", 0x0a, Group::arithmetic, kToBxt, false},
    {"SAMPLE", "sample", 0x40, Group::sampler, kAll, false},
    {"LOAD", "load through the sampler", 0x42, Group::sampler, kAll, false},
    {"RT_READ", "render target read", 0x90, Group::render, kNotPvc, false},
};
// clang-format on

constexpr std::size_t listed_pages() {
  std::size_t count = 0;
  for (const Page& page : kPages) count += page.is_listed ? 1 : 0;
  return count;
}
static_assert(listed_pages() == 122, "the index of the manual has 122 instructions");

}  // namespace eugene::visa
