#include "launch/payload.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace eugene::launch {
namespace {

using binary::PayloadField;
using binary::PayloadValue;

constexpr std::uint64_t aligned(std::uint64_t offset, std::uint32_t alignment) {
  return alignment == 0 ? offset : (offset + alignment - 1) / alignment * alignment;
}

// Calls visit(number, offset) for each local argument, and returns the end of the last. Offsets count from the end of
// the local memory that the kernel declares; the kernel adds the size of that memory itself.
template <class Visit>
std::uint64_t for_each_local(const binary::DeviceKernel& kernel, const Launch& launch, Visit visit) {
  std::uint64_t end = 0;
  for (std::size_t number = 0; number < launch.arguments.size(); ++number) {
    const auto* local = std::get_if<LocalArgument>(&launch.arguments[number]);
    if (local == nullptr) continue;
    end = aligned(end, kernel.arguments[number].alignment);
    visit(number, end);
    end += local->bytes;
  }
  return end;
}

class CrossThreadData {
 public:
  CrossThreadData(const LaunchShape& shape, const KernelMemory& memory)
      : shape_(shape),
        memory_(memory),
        registers_((shape.kernel.cross_thread_bytes + eu::kGrfBytes - 1) / eu::kGrfBytes) {}

  std::vector<eu::Grf> write();

 private:
  void put(std::uint32_t offset, std::span<const std::byte> bytes);
  void put(std::uint32_t offset, std::uint32_t bytes, std::uint64_t number);
  void put_argument(const PayloadField& field);
  std::uint64_t compute_value(const PayloadField& field) const;

  const LaunchShape& shape_;
  const KernelMemory& memory_;
  std::vector<eu::Grf> registers_;
};

void CrossThreadData::put(std::uint32_t offset, std::span<const std::byte> bytes) {
  const auto all = std::as_writable_bytes(std::span(registers_));
  if (offset > all.size() || bytes.size() > all.size() - offset) return;
  std::ranges::copy(bytes, all.subspan(offset).begin());
}

void CrossThreadData::put(std::uint32_t offset, std::uint32_t bytes, std::uint64_t number) {
  const auto all = std::as_bytes(std::span(&number, 1));
  put(offset, all.first(std::min<std::size_t>(bytes, all.size())));
}

void CrossThreadData::put_argument(const PayloadField& field) {
  if (field.argument >= shape_.launch.arguments.size()) return;
  const auto* value = std::get_if<ValueArgument>(&shape_.launch.arguments[field.argument]);
  if (value == nullptr || field.part >= value->bytes.size()) return;
  const auto from = std::span(value->bytes).subspan(field.part);
  put(field.offset, from.first(std::min<std::size_t>(field.bytes, from.size())));
}

std::uint64_t CrossThreadData::compute_value(const PayloadField& field) const {
  const std::size_t dimension = field.part % 3;
  const Launch& launch = shape_.launch;
  switch (field.value) {
    case PayloadValue::global_offset: return launch.offset[dimension];
    case PayloadValue::local_size: return shape_.in_group[dimension];
    case PayloadValue::enqueued_local_size: return shape_.local[dimension];
    case PayloadValue::global_size: return launch.global[dimension];
    case PayloadValue::group_count:
      return (std::uint64_t{launch.global[dimension]} + shape_.local[dimension] - 1) / shape_.local[dimension];
    case PayloadValue::work_dimensions: return launch.dimensions;
    case PayloadValue::simd_size: return shape_.kernel.simd;
    case PayloadValue::private_bytes: return std::uint64_t{shape_.kernel.private_bytes} * shape_.kernel.simd;
    case PayloadValue::constant_data: return memory_.constant_data;
    case PayloadValue::global_data: return memory_.global_data;
    case PayloadValue::printf_buffer: return memory_.printf_buffer;
    case PayloadValue::argument:
    case PayloadValue::buffer_offset: break;  // buffers begin at the base of their surfaces
  }
  return 0;
}

std::vector<eu::Grf> CrossThreadData::write() {
  for (const PayloadField& field : shape_.kernel.payload) {
    if (field.value == PayloadValue::argument)
      put_argument(field);
    else
      put(field.offset, field.bytes, compute_value(field));
  }
  for (std::size_t number = 0; number < shape_.launch.arguments.size(); ++number) {
    const auto* buffer = std::get_if<BufferArgument>(&shape_.launch.arguments[number]);
    const binary::DeclaredArgument& argument = shape_.kernel.arguments[number];
    if (buffer != nullptr && argument.pointer_offset) put(*argument.pointer_offset, argument.size, buffer->address);
  }
  for_each_local(shape_.kernel, shape_.launch, [&](std::size_t number, std::uint64_t offset) {
    const binary::DeclaredArgument& argument = shape_.kernel.arguments[number];
    if (argument.pointer_offset) put(*argument.pointer_offset, argument.size, offset);
  });
  if (shape_.kernel.private_pointer_offset)
    put(*shape_.kernel.private_pointer_offset, sizeof(std::uint64_t), memory_.private_memory);
  return std::move(registers_);
}

}  // namespace

std::uint64_t local_bytes(const binary::DeviceKernel& kernel, const Launch& launch) {
  return kernel.slm_bytes + for_each_local(kernel, launch, [](std::size_t, std::uint64_t) {});
}

std::vector<eu::Grf> cross_thread_data(const LaunchShape& shape, const KernelMemory& memory) {
  return CrossThreadData(shape, memory).write();
}

namespace {

// Number of registers that the IDs of one dimension take.
std::size_t id_registers(unsigned simd) {
  return std::max<std::size_t>(simd * sizeof(std::uint16_t) / eu::kGrfBytes, 1);
}

}  // namespace

std::size_t own_registers(const binary::DeviceKernel& kernel) {
  const std::size_t ids = kernel.thread_payload.dimensions * id_registers(std::max(kernel.simd, 1U));
  return ids == 0 && kernel.thread_payload.has_unused_register ? 1 : ids;
}

ThreadIds thread_ids(const binary::DeviceKernel& kernel, const Sizes& local) {
  const std::uint32_t items = local[0] * local[1] * local[2], simd = std::max(kernel.simd, 1U);
  const std::uint32_t threads = (items + simd - 1) / simd;
  const unsigned dimensions = kernel.thread_payload.dimensions;
  const std::size_t registers = id_registers(simd);
  ThreadIds ids{.registers = {}, .own = own_registers(kernel)};
  ids.registers.resize(threads * ids.own);
  for (std::uint32_t item = 0; item < threads * simd; ++item) {
    const std::array<std::uint32_t, 3> id{item % local[0], item / local[0] % local[1], item / local[0] / local[1]};
    for (unsigned dimension = 0; dimension < dimensions; ++dimension) {
      const auto word = static_cast<std::uint16_t>(id[dimension]);
      eu::Grf* const first = &ids.registers[item / simd * ids.own + dimension * registers];
      std::memcpy(reinterpret_cast<std::byte*>(first) + item % simd * sizeof word, &word, sizeof word);
    }
  }
  return ids;
}

}  // namespace eugene::launch
