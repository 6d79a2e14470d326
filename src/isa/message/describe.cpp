// Messages as text for people.
#include <array>

#include <fmt/format.h>

#include "isa/message/message.h"

namespace eugene::isa {
namespace {

constexpr std::array<std::array<std::string_view, 16>, kGenCount> kSfidNames{
    {{"null", "", "sampler", "gateway", "data port sampler cache", "data port render cache", "urb", "thread spawner",
      "vme", "data port constant cache", "", "", "", "", "", ""},
     {"null", "", "sampler", "gateway", "data port sampler cache", "data port render cache", "urb", "thread spawner",
      "vme", "data port constant cache", "data port 0", "pixel interpolator", "data port 1", "check and refinement", "",
      ""}}};

// Empty where the number is reserved.
std::string_view known_name(const Gen& gen, Sfid sfid) {
  switch (sfid) {
    case Sfid::ugm: return "ugm";
    case Sfid::ugml: return "ugml";
    case Sfid::slm: return "slm";
    case Sfid::tgm: return "tgm";
    default: return kSfidNames[static_cast<std::size_t>(gen.id)][static_cast<std::size_t>(sfid) & 0xF];
  }
}

// Message types of SIMD4x2, SIMD8 and SIMD16, then those of SIMD32/64.
struct SamplerNames {
  std::array<std::string_view, 32> normal, wide;
};
constexpr std::array<SamplerNames, kGenCount> kSamplerNames{
    {{.normal = {"sample", "sample_b", "sample_l", "sample_c", "sample_d", "sample_b_c", "sample_l_c", "ld", "load4",
                 "LOD", "resinfo", "sampleinfo"},
      .wide = {"sample_unorm", "sample_unorm_RG", "sample_unorm+killpix", "sample_unorm_RG+killpix", "", "", "", "",
               "deinterlace", "", "", "sample_8x8"}},
     {.normal =
          {"sample",    "sample_b",    "sample_l",     "sample_c",   "sample_d",       "sample_b_c", "sample_l_c", "ld",
           "gather4",   "LOD",         "resinfo",      "sampleinfo", "sample+killpix", "",           "",           "",
           "gather4_c", "gather4_po",  "gather4_po_c", "",           "sample_d_c",     "",           "",           "",
           "sample_lz", "sample_c_lz", "ld_lz",        "",           "ld2dms_w",       "ld_mcs",     "ld2dms",     ""},
      .wide = {"sample_unorm",
               "sample_unorm_RG",
               "sample_unorm+killpix",
               "sample_unorm_RG+killpix",
               "deinterlace",
               "",
               "",
               "",
               "sample_unorm_media",
               "",
               "sample_unorm_media+killpix",
               "sample_8x8",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "",
               "cache_flush"}}}};

constexpr std::array<std::string_view, 16> kAtomicNames{"cmpwr8b", "and",  "or",    "xor",    "mov",  "inc",
                                                        "dec",     "add",  "sub",   "revsub", "imax", "imin",
                                                        "umax",    "umin", "cmpwr", "predec"};
// By their operations; empty where a number is reserved.
constexpr std::array<std::string_view, 32> kLscNames{"load",
                                                     "load strided",
                                                     "load quad",
                                                     "load block2d",
                                                     "store",
                                                     "store strided",
                                                     "store quad",
                                                     "store block2d",
                                                     "atomic iinc",
                                                     "atomic idec",
                                                     "atomic load",
                                                     "atomic store",
                                                     "atomic iadd",
                                                     "atomic isub",
                                                     "atomic smin",
                                                     "atomic smax",
                                                     "atomic umin",
                                                     "atomic umax",
                                                     "atomic icas",
                                                     "atomic fadd",
                                                     "atomic fsub",
                                                     "atomic fmin",
                                                     "atomic fmax",
                                                     "atomic fcas",
                                                     "atomic and",
                                                     "atomic or",
                                                     "atomic xor",
                                                     "load status",
                                                     "store uncompressed",
                                                     "ccs update",
                                                     "read state info",
                                                     "fence"};
constexpr std::array<std::string_view, 8> kLscSizes{"", "d8", "d16", "d32", "d64", "d8u32", "d16u32", "d16u32h"};
constexpr std::array<std::string_view, 4> kLscModels{"flat", "bss", "ss", "bti"};

constexpr std::array<std::string_view, 6> kSimdNames{"SIMD4x2", "SIMD8", "SIMD16", "SIMD32/64", "SIMD8H", "SIMD16H"};

std::string_view name(AtomicOp op) { return kAtomicNames[static_cast<std::size_t>(op) & 0xF]; }

std::string_view name(FloatAtomicOp op) {
  switch (op) {
    case FloatAtomicOp::fmax: return "fmax";
    case FloatAtomicOp::fmin: return "fmin";
    case FloatAtomicOp::compare_write: break;
  }
  return "fcmpwr";
}

std::string_view name(Access access) { return access == Access::read ? "read" : "write"; }
std::string_view name(SlotGroup slots) {
  return slots == SlotGroup::simd4x2 ? "SIMD4x2" : slots == SlotGroup::low ? "SIMD8 low slots" : "SIMD8 high slots";
}
std::string simd(unsigned channels) { return channels == 4 ? "SIMD4x2" : fmt::format("SIMD{}", channels); }

std::string channels(unsigned mask) {
  std::string text;
  for (unsigned n = 0; n < 4; ++n) {
    if ((mask >> n & 1) != 0) text += "xyzw"[n];
  }
  return text.empty() ? "no channels" : text;
}

std::string_view when(bool flag, std::string_view text) { return flag ? text : std::string_view{}; }

struct Describe {
  const Gen& gen;

  std::string surface(bool a64, unsigned bti) const {
    if (a64) return bti == kBtiStateless ? "a64" : fmt::format("a64 bti {}", bti);
    switch (binding_of(gen, bti)) {
      case Binding::surface: break;
      case Binding::bindless: return "bindless";
      case Binding::stateless_non_coherent: return "stateless (not coherent)";
      case Binding::local_memory: return "slm";
      case Binding::stateless: return "stateless";
    }
    return fmt::format("bti {}", bti);
  }

  std::string operator()(const UntypedSurface& m) const {
    return fmt::format("untyped surface {}{} {} {} {}", name(m.access), when(m.scaled, " scaled"), simd(m.simd),
                       surface(m.a64, m.bti), channels(m.channels));
  }
  std::string operator()(const UntypedAtomic& m) const {
    return fmt::format("untyped atomic {}{} {} {}{}", name(m.op), when(m.bytes == 8, " 64-bit"), simd(m.simd),
                       surface(m.a64, m.bti), when(m.returns, " returning"));
  }
  std::string operator()(const UntypedFloatAtomic& m) const {
    return fmt::format("untyped atomic {} {} {}{}", name(m.op), simd(m.simd), surface(m.a64, m.bti),
                       when(m.returns, " returning"));
  }
  std::string operator()(const AtomicCounter& m) const {
    return fmt::format("atomic counter {} {} bti {}{}", name(m.op), simd(m.simd), m.bti, when(m.returns, " returning"));
  }
  std::string operator()(const TypedSurface& m) const {
    return fmt::format("typed surface {} {} bti {} {}", name(m.access), name(m.slots), m.bti, channels(m.channels));
  }
  std::string operator()(const TypedAtomic& m) const {
    return fmt::format("typed atomic {} {} bti {}{}", name(m.op), name(m.slots), m.bti, when(m.returns, " returning"));
  }
  std::string operator()(const ByteScattered& m) const {
    return fmt::format("byte scattered {}{} {} {} x{}", name(m.access), when(m.scaled, " scaled"), simd(m.simd),
                       surface(false, m.bti), m.bytes);
  }
  std::string operator()(const DwordScattered& m) const {
    return fmt::format("dword scattered {} {} {}{}", name(m.access), simd(m.simd), surface(false, m.bti),
                       when(m.commit, " commit"));
  }
  std::string operator()(const A64Scattered& m) const {
    const std::string_view element = m.element_bytes == 1 ? "byte" : m.element_bytes == 4 ? "dword" : "qword";
    return fmt::format("{} scattered {}{} {} {} x{}", element, name(m.access), when(m.scaled, " scaled"), simd(m.simd),
                       surface(true, m.bti), m.elements);
  }
  std::string operator()(const OwordBlock& m) const {
    return fmt::format("{}oword block {} {} x{}{}{}{}", when(m.unaligned, "unaligned "), name(m.access),
                       surface(m.a64, m.bti), m.owords, when(m.high_half, " high"), when(m.invalidate, " invalidate"),
                       when(m.commit, " commit"));
  }
  std::string operator()(const A64HwordBlock& m) const {
    return fmt::format("hword block {} {} x{}", name(m.access), surface(true, m.bti), m.hwords);
  }
  std::string operator()(const OwordDualBlock& m) const {
    return fmt::format("oword dual block {} {} x{}{}", name(m.access), surface(m.a64, m.bti), m.owords,
                       when(m.commit, " commit"));
  }
  std::string operator()(const ScratchBlock& m) const {
    return fmt::format("scratch block {} x{} at {:#x}{}", name(m.access), m.hwords, m.offset * 32,
                       when(m.dword_channels, " dword"));
  }
  std::string operator()(const MediaBlock& m) const {
    return fmt::format("media block {} bti {}{}", name(m.access), m.bti, when(m.commit, " commit"));
  }
  std::string operator()(const MemoryFence& m) const {
    return fmt::format("memory fence{}{}{}{}{}{}", when(m.bti == kBtiSlm, " slm"), when(m.commit, " commit"),
                       when(m.flush_data, " flush data"), when(m.flush_constants, " flush constants"),
                       when(m.flush_textures, " flush textures"), when(m.flush_instructions, " flush instructions"));
  }
  std::string operator()(const RenderTarget& m) const {
    return fmt::format("render target {} bti {} type {}{}{}{}{}", name(m.access), m.bti, m.subtype,
                       when(m.high_slots, " high slots"), when(m.last, " last"), when(m.per_sample, " per sample"),
                       when(m.half_data, " half"));
  }
  std::string operator()(const StreamedVertexBuffer& m) const {
    return fmt::format("streamed vertex buffer write bti {}{}", m.bti, when(m.commit, " commit"));
  }
  std::string operator()(const Sampler& m) const {
    if (m.is_cache_flush()) return "sampler cache flush";
    const std::string_view known = sampler_message_name(gen, m);
    return fmt::format("{} {} surface {} sampler {}{}", known.empty() ? fmt::format("sampler type {}", m.type) : known,
                       kSimdNames[static_cast<std::size_t>(m.simd)], m.bti, m.sampler, when(m.half_return, " half"));
  }
  std::string operator()(const Gateway& m) const {
    constexpr std::array<std::string_view, 8> kNames{"open",    "close",        "forward", "get timestamp",
                                                     "barrier", "update state", "mmio",    "reserved"};
    return fmt::format("gateway {}{}{}", kNames[static_cast<std::size_t>(m.function)],
                       when(m.acknowledge, " acknowledged"),
                       m.notify == 0 ? std::string{} : fmt::format(" notify n{}", m.notify == 1 ? 0 : 2));
  }
  std::string operator()(const ThreadSpawner& m) const {
    return fmt::format("thread spawner {}{}{}", m.spawn ? "spawn" : "dereference", when(m.child, " child"),
                       when(m.no_dereference, " keep"));
  }
  std::string operator()(const Urb& m) const {
    return fmt::format("urb {} offset {}{}{}{}{}{}{}", urb_name(m.opcode), m.offset,
                       when(m.swizzle == 1, " interleaved"), when(m.swizzle == 2, " transposed"),
                       when(m.allocate, " allocate"), when(m.used, " used"), when(m.complete, " complete"),
                       when(m.per_slot_offset, " per slot"));
  }
  std::string operator()(const PixelInterpolator& m) const {
    constexpr std::array<std::string_view, 4> kNames{"shared offset", "sample", "centroid", "per-slot offset"};
    return fmt::format("pixel interpolator {} {} {:#x}{}", kNames[m.type & 3U], m.simd16 ? "SIMD16" : "SIMD8", m.data,
                       when(m.linear, " linear"));
  }

  std::string operator()(const Lsc& m) const {
    if (m.op == LscOp::fence) return "lsc fence";
    const std::string parts = is_quad(m.op) ? fmt::format(".{}", channels(m.channels)) : fmt::format("x{}", m.elements);
    return fmt::format("lsc {} {} {}{}{}{}", lsc_name(m.op), kLscModels[static_cast<std::size_t>(m.model) & 3],
                       kLscSizes[static_cast<std::size_t>(m.size) & 7], parts, when(m.transposed, " transposed"),
                       when(m.vnni, " vnni"));
  }

  static std::string lsc_name(LscOp op) {
    const auto number = static_cast<std::size_t>(op);
    if (is_counter(op)) return op == LscOp::counter_add ? "counter add" : "counter sub";
    return number < kLscNames.size() ? std::string(kLscNames[number]) : fmt::format("operation {}", number);
  }

  std::string urb_name(unsigned opcode) const {
    constexpr std::array<std::array<std::string_view, 9>, kGenCount> kNames{
        {{"write", "ff_sync"},
         {"write hword", "write oword", "read hword", "read oword", "atomic mov", "atomic inc", "atomic add",
          "SIMD8 write", "SIMD8 read"}}};
    const auto& names = kNames[static_cast<std::size_t>(gen.id)];
    if (opcode < names.size() && !names[opcode].empty()) return std::string(names[opcode]);
    return fmt::format("opcode {}", opcode);
  }
};

}  // namespace

std::string_view sfid_name(const Gen& gen, Sfid sfid) {
  const std::string_view known = known_name(gen, sfid);
  return known.empty() ? "reserved function" : known;
}

bool has_function(const Gen& gen, Sfid sfid) { return !known_name(gen, sfid).empty(); }

std::string_view sampler_message_name(const Gen& gen, const Sampler& message) {
  const SamplerNames& names = kSamplerNames[static_cast<std::size_t>(gen.id)];
  return (message.simd == SamplerSimd::simd32_64 ? names.wide : names.normal)[message.type & 31U];
}

std::string describe(const Gen& gen, const Message& message) { return std::visit(Describe{gen}, message.body); }

}  // namespace eugene::isa
