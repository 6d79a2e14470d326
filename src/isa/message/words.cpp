#include "isa/message/words.h"

#include <fmt/format.h>

#include <bit>

#include "isa/message/names.h"

namespace eugene::isa {
namespace {

std::string_view verb(Access access) { return access == Access::write ? "write" : "read"; }

std::string counted(unsigned bytes) { return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes"); }

std::string_view named(message_names::Names names, std::size_t code) {
  return code < names.size() && !names[code].empty() ? names[code] : std::string_view("of an unknown kind");
}

constexpr unsigned kDword = 4, kOword = 16, kHword = 32;

// One function for each kind of message.
class Words {
 public:
  // `index_in_a0`: the index of the surface is in a0.
  Words(const Gen& gen, const Message& message, const SurfaceNames& names, bool index_in_a0)
      : gen_(gen), message_(message), names_(names), index_in_a0_(index_in_a0) {}

  std::string operator()(const UntypedSurface& m) const {
    return fmt::format("{} {}, {}", verb(m.access), counted(kDword * elements(m.channels)), place(m.bti, m.a64));
  }
  std::string operator()(const UntypedAtomic& m) const { return atomic(m.op, m.bytes, place(m.bti, m.a64)); }
  std::string operator()(const UntypedFloatAtomic& m) const {
    return fmt::format("atomic {} of {} bytes, {}", named(message_names::kFloatAtomic, static_cast<std::size_t>(m.op)),
                       m.bytes, place(m.bti, m.a64));
  }
  std::string operator()(const AtomicCounter& m) const {
    return fmt::format("atomic {} of the counter of {}", named(message_names::kAtomic, static_cast<std::size_t>(m.op)),
                       place(m.bti));
  }
  std::string operator()(const TypedSurface& m) const {
    return fmt::format("{} a pixel, {}", verb(m.access), place(m.bti));
  }
  std::string operator()(const TypedAtomic& m) const {
    return fmt::format("atomic {} of a pixel, {}", named(message_names::kAtomic, static_cast<std::size_t>(m.op)),
                       place(m.bti));
  }
  std::string operator()(const ByteScattered& m) const {
    return fmt::format("{} {}, {}", verb(m.access), counted(m.bytes), place(m.bti));
  }
  std::string operator()(const DwordScattered& m) const {
    return fmt::format("{} 4 bytes, {}", verb(m.access), place(m.bti));
  }
  std::string operator()(const A64Scattered& m) const {
    return fmt::format("{} {}, by address", verb(m.access), counted(unsigned{m.element_bytes} * m.elements));
  }
  std::string operator()(const OwordBlock& m) const { return block(m.access, kOword * m.owords, place(m.bti, m.a64)); }
  std::string operator()(const A64HwordBlock& m) const { return block(m.access, kHword * m.hwords, "by address"); }
  std::string operator()(const OwordDualBlock& m) const {
    return fmt::format("{} two blocks of {}, {}", verb(m.access), counted(kOword * m.owords), place(m.bti, m.a64));
  }
  std::string operator()(const ScratchBlock& m) const {
    return block(m.access, kHword * m.hwords, "scratch memory of the thread");
  }
  std::string operator()(const MediaBlock& m) const {
    return fmt::format("{} a rectangle, {}", verb(m.access), place(m.bti));
  }
  std::string operator()(const MemoryFence& /*m*/) const { return "fence of memory"; }
  std::string operator()(const RenderTarget& m) const {
    return fmt::format("{} pixels of a render target, {}", verb(m.access), place(m.bti));
  }
  std::string operator()(const StreamedVertexBuffer& m) const {
    return fmt::format("write a vertex, {}", place(m.bti));
  }
  std::string operator()(const Sampler& m) const {
    if (m.is_cache_flush()) return "empty the sampler's caches";
    const std::string_view name = sampler_message_name(gen_, m);
    if (name.starts_with("resinfo")) return fmt::format("ask for the size, {}", place(m.bti));
    if (name.starts_with("ld")) return fmt::format("read a texel ({}), {}", name, place(m.bti));
    return fmt::format("sample ({}), {}, sampler {}", name, place(m.bti), m.sampler);
  }
  std::string operator()(const Gateway& m) const {
    if (m.function == GatewayFunction::barrier) return "arrive at the barrier";
    return fmt::format("gateway: {}", named(message_names::kGateway, static_cast<std::size_t>(m.function)));
  }
  std::string operator()(const ThreadSpawner& m) const { return m.spawn ? "start a thread" : "end of the thread"; }
  std::string operator()(const Urb& m) const {
    const std::string_view name = named(message_layout::kGenBits[gen_.messages]->urb_names, m.opcode);
    return name.starts_with("write") ? "write to the URB" : name.starts_with("read") ? "read from the URB" : "URB";
  }
  std::string operator()(const PixelInterpolator& /*m*/) const { return "interpolate at a pixel"; }
  std::string operator()(const Lsc& m) const {
    const std::string_view name = named(message_names::kLsc, static_cast<std::size_t>(m.op));
    if (m.op == LscOp::fence) return "fence of memory";
    const bool is_local = message_.sfid == Sfid::slm;
    const std::string where = is_local                             ? "local memory"
                              : m.model == LscModel::flat          ? "by address"
                              : m.model == LscModel::binding_table ? surface(message_.extended_descriptor)
                                                                   : "a bindless surface";
    const unsigned count = m.channels != 0 ? elements(m.channels) : m.elements;
    const std::string bytes = counted(unsigned{m.element().bytes} * count);
    if (is_atomic(m.op) || is_counter(m.op)) return fmt::format("{} of {}, {}", name, bytes, where);
    if (is_block2d(m.op)) return fmt::format("{} a rectangle, {}", is_store(m.op) ? "write" : "read", where);
    return fmt::format("{} {}, {}", is_store(m.op) ? "write" : "read", bytes, where);
  }

 private:
  static unsigned elements(unsigned channels) { return static_cast<unsigned>(std::popcount(channels)); }
  std::string place(unsigned bti) const {
    if (index_in_a0_) return "the surface that a0 names";
    switch (find_binding(gen_, bti)) {
      case Binding::surface: return surface(bti);
      case Binding::local_memory: return "local memory";
      case Binding::bindless: return "a bindless surface";
      default: return "by address";
    }
  }
  std::string surface(unsigned index) const {
    const std::string name = names_ ? names_(index) : std::string();
    return name.empty() ? fmt::format("surface {}", index) : fmt::format("surface {} `{}`", index, name);
  }
  std::string place(unsigned bti, bool a64) const { return a64 ? "by address" : place(bti); }
  static std::string block(Access access, unsigned bytes, const std::string& where) {
    return fmt::format("{} a block of {}, {}", verb(access), counted(bytes), where);
  }
  static std::string atomic(AtomicOp op, unsigned bytes, const std::string& where) {
    return fmt::format("atomic {} of {}, {}", named(message_names::kAtomic, static_cast<std::size_t>(op)),
                       counted(bytes), where);
  }

  const Gen& gen_;
  const Message& message_;
  const SurfaceNames& names_;
  bool index_in_a0_;
};

}  // namespace

std::string describe_message(const Gen& gen, const Message& message, const SurfaceNames& names) {
  return std::visit(Words(gen, message, names, false), message.body);
}

std::string describe_message(const Gen& gen, const Instruction& instruction, const SurfaceNames& names) {
  if (!is_send(instruction)) return {};
  const SendFields& send = instruction.send;
  if (send.descriptor_in_a0 || send.function_in_a0()) return "a message that a0 describes";
  auto message = decode_message(gen, send.sfid, send.descriptor, 0);
  if (!message) return {};
  message->extended_descriptor = send.extended_descriptor;
  const std::string words = std::visit(Words(gen, *message, names, send.index_in_a0), message->body);
  return send.eot && !std::holds_alternative<ThreadSpawner>(message->body) ? words + "; end of the thread" : words;
}

}  // namespace eugene::isa
