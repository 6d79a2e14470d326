#include "checked/launch_facts.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "gpu/media/gpgpu_work.h"

namespace eugene::checked {
namespace {

// The bytes that all threads of a dispatch get.
std::span<const std::byte> cross_thread_data(const gpu::Work& work) {
  const auto* payload = dynamic_cast<const gpu::GpgpuPayload*>(work.payload.get());
  if (payload == nullptr) return {};
  return std::as_bytes(std::span(payload->constants().cross_thread));
}

std::optional<std::uint64_t> number_at(std::span<const std::byte> data, std::uint32_t offset, std::uint32_t bytes) {
  std::uint64_t value = 0;
  if (bytes == 0 || bytes > sizeof value || offset > data.size() || bytes > data.size() - offset) return std::nullopt;
  std::memcpy(&value, data.data() + offset, bytes);
  return value;
}

class Arguments {
 public:
  Arguments(const load::DeviceKernel& kernel, const std::vector<checks::Allocation>& allocations,
            std::span<const std::byte> data)
      : kernel_(&kernel), allocations_(&allocations), data_(data) {}

  std::optional<checks::ArgumentMemory> memory_of(const LaunchArgument& given) const {
    if (given.number >= kernel_->arguments.size()) return std::nullopt;
    const load::Argument& described = kernel_->arguments[given.number];
    checks::ArgumentMemory memory{.number = given.number,
                                  .name = described.name,
                                  .binding = described.binding,
                                  .bytes = given.bytes,
                                  .rights = given.rights};
    // Compilers take the lower half alone of pointers whose upper half they do not need.
    const bool is_whole = described.kind == load::ArgumentKind::local || described.size == sizeof(std::uint64_t);
    if (described.pointer_offset && is_whole)
      memory.address = number_at(data_, *described.pointer_offset, described.size);
    switch (given.given) {
      case Given::buffer: return buffer(std::move(memory), given, described);
      case Given::local: return local(std::move(memory));
      case Given::shared: return shared(std::move(memory), given);
      case Given::null: memory.is_null = true; return memory;
      default: return std::nullopt;
    }
  }

 private:
  static std::optional<checks::ArgumentMemory> buffer(checks::ArgumentMemory memory, const LaunchArgument& given,
                                                      const load::Argument& described) {
    // A pointer that is not read may not be written.
    if (memory.address == 0) memory.address.reset();
    if (given.bytes == 0 || (!memory.binding && !memory.address)) return std::nullopt;
    memory.made_as = given.is_part ? "sub-buffer" : "buffer";
    if (described.kind == load::ArgumentKind::constant) memory.rights.writes = false;
    return memory;
  }

  // Behind what the kernel declares: it adds the size of that to the pointer.
  std::optional<checks::ArgumentMemory> local(checks::ArgumentMemory memory) const {
    if (!memory.address) return std::nullopt;
    *memory.address += kernel_->slm_bytes;
    memory.is_local = true;
    memory.made_as = "local memory";
    memory.binding = std::nullopt;
    memory.rights = {};
    return memory;
  }

  // All of the allocation: a pointer into it may be used with a negative index.
  std::optional<checks::ArgumentMemory> shared(checks::ArgumentMemory memory, const LaunchArgument& given) const {
    const std::uint64_t address = given.address & memory::kAddressMask;
    for (const checks::Allocation& each : *allocations_) {
      if (address < each.address || address - each.address >= each.bytes || each.is_freed) continue;
      memory.address = each.address;
      memory.bytes = each.bytes;
      memory.made_as = "shared memory";
      return memory;
    }
    return std::nullopt;
  }

  const load::DeviceKernel* kernel_;
  const std::vector<checks::Allocation>* allocations_;
  std::span<const std::byte> data_;
};

}  // namespace

checks::LaunchMemory memory_of(const Launch& launch, const load::DeviceKernel& kernel,
                               std::vector<checks::Allocation> allocations, const gpu::ObservedDispatch& dispatch) {
  checks::LaunchMemory memory{.kernel = launch.kernel, .launch = launch.id, .local_bytes = kernel.slm_bytes};
  const Arguments arguments(kernel, allocations, cross_thread_data(dispatch.work));
  for (const LaunchArgument& given : launch.arguments) {
    auto found = arguments.memory_of(given);
    if (!found) {
      if (given.given == Given::local) memory.local_bytes = std::nullopt;
      continue;
    }
    if (found->is_local && memory.local_bytes)
      memory.local_bytes = std::max(*memory.local_bytes, *found->address + found->bytes);
    memory.arguments.push_back(*std::move(found));
  }
  for (unsigned number = 0; number != kernel.arguments.size(); ++number) {
    const load::Argument& each = kernel.arguments[number];
    if (each.kind == load::ArgumentKind::image && each.binding)
      memory.arguments.push_back({.number = number, .name = each.name, .binding = each.binding, .is_image = true});
  }
  memory.allocations = std::move(allocations);
  return memory;
}

std::optional<checks::AddressRange> private_memory_of(const load::DeviceKernel& kernel,
                                                      const gpu::ObservedDispatch& dispatch) {
  if (kernel.private_bytes == 0 || !kernel.private_pointer_offset) return std::nullopt;
  const auto begin =
      number_at(cross_thread_data(dispatch.work), *kernel.private_pointer_offset, sizeof(std::uint64_t)).value_or(0);
  if (begin == 0) return std::nullopt;
  const std::uint64_t of_thread = std::uint64_t{kernel.private_bytes} * std::max(kernel.simd, 1U);
  return checks::AddressRange{begin, begin + of_thread * dispatch.device.total_threads()};
}

std::vector<checks::ThreadMemory> thread_memories_of(const gpu::ObservedDispatch& dispatch) {
  const gpu::Work& work = dispatch.work;
  if (work.scratch_base == 0) return {};
  return {{(work.bases.general + work.scratch_base) & memory::kAddressMask, work.scratch_bytes()}};
}

std::vector<checks::ThreadMemory> thread_memories_of(const load::DeviceKernel& kernel,
                                                     const gpu::ObservedDispatch& dispatch) {
  std::vector<checks::ThreadMemory> memories = thread_memories_of(dispatch);
  const auto private_memory =
      kernel.private_pointer_offset
          ? number_at(cross_thread_data(dispatch.work), *kernel.private_pointer_offset, sizeof(std::uint64_t))
          : std::nullopt;
  if (private_memory && kernel.private_bytes != 0)
    memories.push_back({*private_memory, std::uint64_t{kernel.private_bytes} * kernel.simd});
  return memories;
}

checks::InitFacts init_facts_of(const gpu::ObservedDispatch& dispatch) {
  const gpu::Work& work = dispatch.work;
  checks::InitFacts facts;
  facts.given_registers = static_cast<unsigned>(gpu::given_registers(work));
  facts.thread_memories = thread_memories_of(dispatch);
  return facts;
}

checks::InitFacts init_facts_of(const Launch& launch, const load::DeviceKernel& kernel,
                                const checks::LaunchMemory& memory, checks::InitBuffers& buffers,
                                const gpu::ObservedDispatch& dispatch) {
  checks::InitFacts facts = init_facts_of(dispatch);
  facts.thread_memories = thread_memories_of(kernel, dispatch);
  for (const checks::ArgumentMemory& each : memory.arguments) {
    const auto given = std::ranges::find(launch.arguments, each.number, &LaunchArgument::number);
    if (given == launch.arguments.end() || given->given != Given::buffer) continue;
    auto buffer = buffers.find(given->buffer, given->whole_bytes, given->host_writes, given->written);
    if (buffer == nullptr) continue;
    facts.arguments.push_back({.binding = each.binding,
                               .address = each.address,
                               .begin = given->part_begin,
                               .bytes = given->bytes,
                               .buffer = std::move(buffer)});
  }
  return facts;
}

gpu::WorkItems items_of(const Launch& launch, const gpu::Work& work) {
  const auto narrow = [](const Sizes& sizes) {
    return gpu::ItemId{static_cast<std::uint32_t>(sizes[0]), static_cast<std::uint32_t>(sizes[1]),
                       static_cast<std::uint32_t>(sizes[2])};
  };
  return {work, narrow(launch.local), narrow(launch.offset)};
}

}  // namespace eugene::checked
