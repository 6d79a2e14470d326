#include "check/race/facts.h"

#include <algorithm>
#include <set>
#include <string>
#include <variant>

#include "check/launch_facts.h"
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
  if (isa::find_binding(gen, access->space.bti) != isa::Binding::surface) return false;
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

// Returns the number of work-items in a group, if the kernel states the size of its groups and such a group fits into
// one EU thread: compilers then leave out the kernel's barriers. Returns 0 if the kernel states no such size, or groups
// of one work-item.
std::uint64_t find_small_group(const binary::DeviceKernel& kernel) {
  const auto& [x, y, z] = kernel.required_group_size;
  const std::uint64_t items = std::uint64_t{x} * y * z;
  return items > 1 && items <= kernel.simd ? items : 0;
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

// Any barrier of a shader orders all memory, and so do the instructions of a thread, since a shader may use subgroups.
RaceFacts race_facts(const DispatchFacts& facts) {
  RaceFacts races = race_facts(facts.dispatch);
  if (facts.launch == nullptr) {
    races.is_opencl = false;
    return races;
  }
  const binary::DeviceKernel& kernel = *facts.kernel;
  if (const auto memory = find_private_memory(kernel, facts.dispatch))
    races.ignored.push_back(*memory);
  else
    races.has_hidden_private_memory = kernel.private_bytes != 0;
  const std::uint64_t small_group = find_small_group(kernel);
  if (small_group != 0 && facts.host.hint) {
    facts.host.hint(kernel.name, "groups of " + std::to_string(small_group) +
                                     " work-items in one EU thread: races inside such a group were not looked for");
  }
  const SourceOrder& order = facts.order();
  races.channels_are_ordered = order.channels || small_group != 0;
  races.barriers = order.barriers;
  races.places = order.places;
  return races;
}

}  // namespace eugene::check
