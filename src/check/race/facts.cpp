#include "check/race/facts.h"

#include <algorithm>
#include <set>
#include <variant>

#include "eu/memory_access.h"
#include "functions/surfaces.h"
#include "isa/message/message.h"

namespace eugene::check {
namespace {

using Bindings = std::set<unsigned>;

bool only_reads(const isa::MessageBody& body) {
  return std::visit(
      [](const auto& message) {
        using Body = std::remove_cvref_t<decltype(message)>;
        if constexpr (requires { message.access; }) return message.access == isa::Access::read;
        return std::same_as<Body, isa::MemoryFence> || std::same_as<Body, isa::Sampler> ||
               std::same_as<Body, isa::Gateway> || std::same_as<Body, isa::ThreadSpawner>;
      },
      body);
}

// Adds the binding table index through which a send writes memory. Returns false if the send may write memory without
// one. Scratch memory and local memory do not count.
bool add_written(Bindings& written, const isa::Gen& gen, const isa::Instruction& instruction) {
  const isa::SendFields& send = instruction.send;
  if (send.descriptor_in_a0 || send.index_in_a0 || send.function_in_a0()) return false;
  const auto message = isa::decode_message(gen, send.sfid, send.descriptor, send.extended_descriptor);
  if (!message) return false;
  if (only_reads(message->body) || std::holds_alternative<isa::ScratchBlock>(message->body)) return true;
  const auto access = eu::memory_access(gen, *message, instruction.exec_size);
  if (!access || access->space.a64) return false;
  if (access->space.slm) return true;
  if (isa::binding_of(gen, access->space.bti) != isa::Binding::surface) return false;
  written.insert(access->space.bti);
  return true;
}

// Returns the memory that the kernel may write; nothing if it is not known.
std::optional<std::vector<AddressRange>> written_by(const gpu::ObservedDispatch& dispatch) {
  const isa::Program& program = dispatch.kernel.program();
  Bindings bindings;
  for (const isa::Instruction& each : program.instructions) {
    if (isa::is_send(each) && !add_written(bindings, *program.gen, each)) return std::nullopt;
  }
  std::vector<AddressRange> written;
  memory::View view(dispatch.space);
  const gpu::Work& work = dispatch.work;
  for (const unsigned binding : bindings) {
    const auto surface = memory::read_surface_state(view, functions::surface_layout(*program.gen), work.bases.surface,
                                                    work.binding_table, binding);
    if (!surface || !surface->is_buffer()) return std::nullopt;
    written.push_back({surface->base, surface->base + surface->bytes()});
  }
  return written;
}

}  // namespace

RaceFacts race_facts(const gpu::ObservedDispatch& dispatch) {
  const gpu::Work& work = dispatch.work;
  RaceFacts facts{.threads = work.threads, .written = written_by(dispatch)};
  // Scratch memory belongs to the EUs' thread slots, by FFTID, so threads of later groups reuse it.
  if (work.scratch_base != 0) {
    const std::uint64_t begin = (work.bases.general + work.scratch_base) & memory::kAddressMask;
    facts.ignored.push_back({begin, begin + work.scratch_bytes() * dispatch.device.total_threads()});
  }
  return facts;
}

}  // namespace eugene::check
