#include "check/launch_facts.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "check/align/alignment.h"
#include "gpu/media/gpgpu_work.h"

namespace eugene::check {
namespace {

// Returns the bytes that all threads of a dispatch get.
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

// Reads pointers from the data that all threads of a dispatch get. On a device with 32-bit pointers, a pointer is an
// offset from the base of the general state, and stateless messages with 32-bit offsets add the base (SKL PRM vol7,
// Stateless Model).
class Pointers {
 public:
  Pointers(const binary::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch)
      : data_(cross_thread_data(dispatch.work)),
        bytes_(kernel.pointer_bytes),
        base_(bytes_ == sizeof(std::uint32_t) ? dispatch.work.bases.general & memory::kAddressMask : 0) {}

  std::uint32_t bytes() const { return bytes_; }
  // GPU address that a null pointer stands for.
  std::uint64_t base() const { return base_; }
  // Returns the GPU address of the pointer at `offset`; nothing if there is no pointer, or it is null.
  std::optional<std::uint64_t> at(std::uint32_t offset) const {
    const std::uint64_t pointer = number_at(data_, offset, bytes_).value_or(0);
    if (pointer == 0) return std::nullopt;
    return (base_ + pointer) & memory::kAddressMask;
  }
  // Returns an offset in local memory.
  std::optional<std::uint64_t> local_at(std::uint32_t offset, std::uint32_t bytes) const {
    return number_at(data_, offset, bytes);
  }

 private:
  std::span<const std::byte> data_;
  std::uint32_t bytes_;
  std::uint64_t base_;
};

// Returns the size of the vector that a pointer type points to: 12 for "float3*". Returns 0 if the type does not point
// to a vector.
std::uint32_t vector_bytes(std::string_view type) {
  if (!type.ends_with('*')) return 0;
  const auto element = number_type(type.substr(0, type.size() - 1));
  return element && element->count != 1 ? element->bytes * element->count : 0;
}

class Arguments {
 public:
  Arguments(const binary::DeviceKernel& kernel, const std::vector<Allocation>& allocations, const Pointers& pointers)
      : kernel_(&kernel), allocations_(&allocations), pointers_(&pointers) {}

  std::optional<ArgumentMemory> describe_memory(const LaunchArgument& given) const {
    if (given.number >= kernel_->arguments.size()) return std::nullopt;
    const binary::DeclaredArgument& described = kernel_->arguments[given.number];
    ArgumentMemory memory{.number = given.number,
                          .name = described.name,
                          .binding = described.binding,
                          .bytes = given.bytes,
                          .rights = given.rights,
                          .vector_bytes = vector_bytes(described.type)};
    // Compilers take only the lower half of a pointer if they do not need its upper half. Such a half is not an
    // address.
    if (described.pointer_offset && described.kind == binary::ArgumentKind::local)
      memory.address = pointers_->local_at(*described.pointer_offset, described.size);
    else if (described.pointer_offset && described.size == pointers_->bytes())
      memory.address = pointers_->at(*described.pointer_offset);
    switch (given_as(given.given, described.kind)) {
      case Given::buffer: return buffer(std::move(memory), given, described);
      case Given::local: return local(std::move(memory));
      case Given::shared: return shared(std::move(memory), given);
      case Given::null:
        memory.is_null = true;
        if (described.pointer_offset) memory.address = pointers_->base();
        return memory;
      default: return std::nullopt;
    }
  }

 private:
  // A program of Level Zero gives numbers, pointers and the size of local memory by one function, so the kind of the
  // argument decides.
  static Given given_as(Given given, binary::ArgumentKind kind) {
    using enum binary::ArgumentKind;
    if (given == Given::local && (kind == global || kind == constant)) return Given::null;
    const bool may_be_number = given == Given::shared || given == Given::null || given == Given::local;
    return may_be_number && kind == value ? Given::value : given;
  }

  static std::optional<ArgumentMemory> buffer(ArgumentMemory memory, const LaunchArgument& given,
                                              const binary::DeclaredArgument& described) {
    if (given.bytes == 0 || (!memory.binding && !memory.address)) return std::nullopt;
    memory.made_as = given.is_part ? "sub-buffer" : "buffer";
    if (described.kind == binary::ArgumentKind::constant) memory.rights.writes = false;
    return memory;
  }

  // Local arguments lie after the variables that the kernel declares: the kernel adds the size of its variables to the
  // pointer.
  std::optional<ArgumentMemory> local(ArgumentMemory memory) const {
    if (!memory.address) return std::nullopt;
    *memory.address += kernel_->slm_bytes;
    memory.is_local = true;
    memory.made_as = "local memory";
    memory.binding = std::nullopt;
    memory.rights = {};
    return memory;
  }

  // The argument is the whole allocation: a pointer into it may be used with a negative index.
  std::optional<ArgumentMemory> shared(ArgumentMemory memory, const LaunchArgument& given) const {
    const std::uint64_t address = given.address & memory::kAddressMask;
    for (const Allocation& each : *allocations_) {
      if (address < each.address || address - each.address >= each.bytes || each.is_freed) continue;
      memory.address = each.address;
      memory.bytes = each.bytes;
      memory.made_as = "shared memory";
      return memory;
    }
    return std::nullopt;
  }

  const binary::DeviceKernel* kernel_;
  const std::vector<Allocation>* allocations_;
  const Pointers* pointers_;
};

// Whether the kernel uses buffers of the driver whose size is unknown, apart from private and scratch memory.
bool has_hidden_memory(const binary::DeviceKernel& kernel) {
  return kernel.uses_printf || std::ranges::any_of(kernel.payload, [](const binary::PayloadField& each) {
           using enum binary::PayloadValue;
           return each.value == constant_data || each.value == global_data || each.value == printf_buffer;
         });
}

}  // namespace

LaunchMemory describe_memory(const ProgramLaunch& launch, const binary::DeviceKernel& kernel,
                             std::vector<Allocation> allocations, const gpu::ObservedDispatch& dispatch) {
  LaunchMemory memory{.kernel = launch.kernel, .launch = launch.id, .local_bytes = kernel.slm_bytes};
  const Pointers pointers(kernel, dispatch);
  memory.null_pointer = pointers.base();
  const Arguments arguments(kernel, allocations, pointers);
  for (const LaunchArgument& given : launch.arguments) {
    auto found = arguments.describe_memory(given);
    if (!found) {
      if (given.given == Given::local) memory.local_bytes = std::nullopt;
      continue;
    }
    if (found->is_local && memory.local_bytes)
      memory.local_bytes = std::max(*memory.local_bytes, *found->address + found->bytes);
    memory.arguments.push_back(*std::move(found));
  }
  for (unsigned number = 0; number != kernel.arguments.size(); ++number) {
    const binary::DeclaredArgument& each = kernel.arguments[number];
    if (each.kind == binary::ArgumentKind::image && each.binding)
      memory.arguments.push_back({.number = number, .name = each.name, .binding = each.binding, .is_image = true});
  }
  memory.allocations = std::move(allocations);
  for (const gpu::ThreadMemory& each : list_thread_memories(kernel, dispatch))
    memory.private_memory.push_back(
        {.begin = each.begin, .end = each.begin + each.bytes * dispatch.device.total_threads()});
  memory.has_hidden_memory = has_hidden_memory(kernel);
  return memory;
}

void name_local_memory(LaunchMemory& memory, const std::vector<ArgumentMemory>& variables) {
  constexpr std::uint64_t kRounding = 15;  // compilers round the size up, and their functions need more
  memory.local_variables = variables;
  const bool has_arguments = std::ranges::any_of(memory.arguments, &ArgumentMemory::is_local);
  if (variables.empty() || has_arguments || !memory.local_bytes) return;
  const std::uint64_t end = *variables.back().address + variables.back().bytes;
  if (end <= *memory.local_bytes && *memory.local_bytes - end <= kRounding) memory.local_bytes = end;
}

std::optional<AddressRange> find_private_memory(const binary::DeviceKernel& kernel,
                                                const gpu::ObservedDispatch& dispatch) {
  if (kernel.private_bytes == 0 || !kernel.private_pointer_offset) return std::nullopt;
  const auto begin = Pointers(kernel, dispatch).at(*kernel.private_pointer_offset);
  if (!begin) return std::nullopt;
  const std::uint64_t of_thread = std::uint64_t{kernel.private_bytes} * std::max(kernel.simd, 1U);
  return AddressRange{*begin, *begin + of_thread * dispatch.device.total_threads()};
}

std::vector<gpu::ThreadMemory> list_thread_memories(const gpu::ObservedDispatch& dispatch) {
  const gpu::Work& work = dispatch.work;
  if (work.scratch_base == 0) return {};
  return {{(work.bases.general + work.scratch_base) & memory::kAddressMask, work.scratch_bytes()}};
}

std::vector<gpu::ThreadMemory> list_thread_memories(const binary::DeviceKernel& kernel,
                                                    const gpu::ObservedDispatch& dispatch) {
  std::vector<gpu::ThreadMemory> memories = list_thread_memories(dispatch);
  const auto private_memory =
      kernel.private_pointer_offset ? Pointers(kernel, dispatch).at(*kernel.private_pointer_offset) : std::nullopt;
  if (private_memory && kernel.private_bytes != 0)
    memories.push_back({*private_memory, std::uint64_t{kernel.private_bytes} * kernel.simd});
  return memories;
}

InitFacts make_init_facts(const gpu::ObservedDispatch& dispatch) {
  const gpu::Work& work = dispatch.work;
  InitFacts facts;
  facts.given_registers = static_cast<unsigned>(gpu::given_registers(work));
  facts.thread_memories = list_thread_memories(dispatch);
  return facts;
}

InitFacts make_init_facts(const ProgramLaunch& launch, const binary::DeviceKernel& kernel, const LaunchMemory& memory,
                          InitBuffers& buffers, const std::map<std::string, std::vector<bool>>& padding,
                          const gpu::ObservedDispatch& dispatch) {
  InitFacts facts = make_init_facts(dispatch);
  facts.thread_memories = list_thread_memories(kernel, dispatch);
  for (const ArgumentMemory& each : memory.arguments) {
    const auto given = std::ranges::find(launch.arguments, each.number, &LaunchArgument::number);
    if (given == launch.arguments.end() || given->buffer == 0) continue;
    // For shared memory, the whole allocation counts as the argument.
    const bool is_shared = given->given == Given::shared;
    auto buffer =
        buffers.find(given->buffer, is_shared ? each.bytes : given->whole_bytes, given->host_writes, given->written);
    if (buffer == nullptr) continue;
    const auto known = padding.find(each.name);
    facts.arguments.push_back({.binding = each.binding,
                               .address = each.address,
                               .begin = is_shared ? 0 : given->part_begin,
                               .bytes = is_shared ? each.bytes : given->bytes,
                               .buffer = std::move(buffer),
                               .padding = known == padding.end() ? std::vector<bool>() : known->second});
  }
  return facts;
}

gpu::WorkItems make_items(const ProgramLaunch& launch, const gpu::Work& work) {
  const auto narrow = [](const Sizes& sizes) {
    return gpu::ItemId{static_cast<std::uint32_t>(sizes[0]), static_cast<std::uint32_t>(sizes[1]),
                       static_cast<std::uint32_t>(sizes[2])};
  };
  return {work, narrow(launch.local), narrow(launch.offset)};
}

}  // namespace eugene::check
