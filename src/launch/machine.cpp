#include "launch/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "functions/surfaces.h"
#include "gpu/media/gpgpu_work.h"
#include "load/debug_data.h"
#include "load/source_text.h"
#include "memory/surface_layout.h"

namespace eugene::launch {
namespace {

constexpr std::uint64_t kHeap = 0x1000'0000;     // surface state base: the binding table, then the states
constexpr std::uint64_t kBuffers = 0x2000'0000;  // code, buffers and all else, one after the other
constexpr std::uint64_t kEnd = std::uint64_t{1} << 32;
constexpr std::uint32_t kMostEntries = 256;
constexpr std::uint32_t kTableBytes = kMostEntries * sizeof(std::uint32_t);
constexpr std::uint64_t kPrintfBytes = std::uint64_t{4} << 20;
constexpr std::uint32_t kLeastScratch = 1024, kMostScratch = 2U << 20;  // bytes of a thread, powers of two

constexpr std::uint64_t in_pages(std::uint64_t bytes) {
  return (bytes + memory::kPageBytes - 1) / memory::kPageBytes * memory::kPageBytes;
}

// Bytes that untyped messages reach, as RAW.
memory::SurfaceState surface_of(const BufferArgument& buffer) {
  if (buffer.address == 0 || buffer.bytes == 0) return {};
  return {.type = memory::SurfaceType::buffer,
          .format = memory::kFormatRaw,
          .pitch = 1,
          .elements = buffer.bytes,
          .base = buffer.address};
}

// Writes the addresses of variables and constants at program scope into the code. Gives a symbol that is none of them.
std::string relocate(const load::DeviceKernel& kernel, const load::DeviceBinary& binary, const KernelMemory& memory,
                     std::span<std::byte> code) {
  for (const load::Relocation& each : kernel.relocations) {
    const auto symbol = binary.symbols.find(each.symbol);
    if (symbol == binary.symbols.end() || each.offset > code.size() || each.bytes > code.size() - each.offset)
      return each.symbol.empty() ? "a symbol without a name" : each.symbol;
    const std::uint64_t base = symbol->second.is_constant ? memory.constant_data : memory.global_data;
    const std::uint64_t address = (base + symbol->second.offset) >> (each.is_high ? 32 : 0);
    std::memcpy(code.data() + each.offset, &address, each.bytes);
  }
  return {};
}

}  // namespace

Machine::Machine(const gpu::Device& device, const gpu::ExecutorOptions& options, unsigned workers)
    : device_(&device),
      next_(kBuffers),
      pool_(workers),
      clock_(device.timestamp_hz),
      executor_(device, pool_, options, clock_) {}

Result<BufferArgument> Machine::allocate(std::uint64_t bytes) {
  const std::uint64_t size = in_pages(std::max<std::uint64_t>(bytes, 1)), gap = memory::kPageBytes;
  const auto reused = free_.find(size);
  if (reused == free_.end() && (size > kEnd - gap || next_ > kEnd - gap - size))
    return fail(fmt::format("{} bytes of memory are more than is left of 4 GB", bytes));
  const BufferArgument buffer{.address = reused == free_.end() ? next_ : reused->second, .bytes = bytes};
  const auto mapped = memory_.map(buffer.address, size);
  if (!mapped) return error_of(mapped);
  buffers_.emplace(buffer.address, mapped->first(bytes));
  if (reused == free_.end())
    next_ += size + gap;
  else
    free_.erase(reused);
  return buffer;
}

bool Machine::release(const BufferArgument& buffer) {
  const auto found = buffers_.find(buffer.address);
  if (found == buffers_.end()) return false;
  free_.emplace(in_pages(std::max<std::uint64_t>(found->second.size(), 1)), buffer.address);
  memory_.unmap(buffer.address);
  buffers_.erase(found);
  return true;
}

std::optional<BufferArgument> Machine::find(std::uint64_t address) const {
  const auto found = buffers_.find(address);
  return found == buffers_.end() ? std::nullopt
                                 : std::optional(BufferArgument{.address = address, .bytes = found->second.size()});
}

std::span<std::byte> Machine::contents(const BufferArgument& buffer) const {
  const auto found = buffers_.find(buffer.address);
  return found == buffers_.end() ? std::span<std::byte>() : found->second;
}

std::span<std::byte> Machine::contents_from(std::uint64_t address) const {
  const auto after = buffers_.upper_bound(address);
  if (after == buffers_.begin()) return {};
  const auto& [begin, bytes] = *std::prev(after);
  return address - begin < bytes.size() ? bytes.subspan(address - begin) : std::span<std::byte>();
}

Result<std::uint64_t> Machine::reserve(BufferArgument& memory, std::uint64_t bytes) {
  if (bytes == 0) return 0;
  if (memory.bytes < bytes) {
    const auto buffer = allocate(bytes);
    if (!buffer) return error_of(buffer);
    memory = *buffer;
  }
  return memory.address;
}

// New memory that begins with `data`; address 0 for no bytes.
Result<std::uint64_t> Machine::place(std::span<const std::byte> data, std::size_t bytes) {
  if (bytes == 0) return 0;
  const auto buffer = allocate(bytes);
  if (!buffer) return error_of(buffer);
  std::ranges::copy(data, contents(*buffer).begin());
  return buffer->address;
}

Result<LoadedProgram> Machine::load(const load::DeviceBinary& binary) {
  if (binary.gen != device_->gen)
    return fail(
        fmt::format("the binary is for {}, and {} executes {}", family_name(binary), device_->name, device_->gen->name),
        "", "--gpu chooses another GPU");
  LoadedProgram program{.binary = &binary, .code = {}, .memory = {}};
  const auto constants = place(binary.constant_data, binary.constant_bytes);
  if (!constants) return error_of(constants);
  const auto globals = place(binary.global_data, binary.global_bytes);
  if (!globals) return error_of(globals);
  program.memory = {.private_memory = 0, .constant_data = *constants, .global_data = *globals, .printf_buffer = 0};
  for (const load::DeviceKernel& kernel : binary.kernels) {
    // Behind a kernel lies what EUs fetch ahead.
    const auto code = place(kernel.code, kernel.code.size() + memory::kPageBytes);
    if (!code) return error_of(code);
    program.code.push_back(
        {.address = *code, .missing = relocate(kernel, binary, program.memory, contents({.address = *code}))});
  }
  return program;
}

Result<void> Machine::prepare_heap() {
  if (!heap_.empty()) return {};
  const auto mapped = memory_.map(kHeap, kTableBytes + kMostEntries * memory::kSurfaceStateBytes);
  if (!mapped) return error_of(mapped);
  heap_ = *mapped;
  return {};
}

void Machine::write_surfaces(const load::DeviceKernel& kernel, const Launch& launch, const KernelMemory& memory) {
  const memory::SurfaceLayout& layout = functions::surface_layout(*device_->gen);
  std::vector<memory::SurfaceState> surfaces(std::min(kernel.binding_table_entries, kMostEntries));
  const auto bind = [&](const std::optional<std::uint32_t>& index, const BufferArgument& buffer) {
    if (index && *index < surfaces.size()) surfaces[*index] = surface_of(buffer);
  };
  for (std::size_t number = 0; number < launch.arguments.size(); ++number) {
    if (const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[number]))
      bind(kernel.arguments[number].binding, *buffer);
  }
  for (const load::PayloadField& field : kernel.payload) {
    const std::uint64_t address = field.value == load::PayloadValue::constant_data   ? memory.constant_data
                                  : field.value == load::PayloadValue::global_data   ? memory.global_data
                                  : field.value == load::PayloadValue::printf_buffer ? memory.printf_buffer
                                                                                     : 0;
    if (address != 0) bind(field.binding, {.address = address, .bytes = contents({.address = address}).size()});
  }
  for (std::uint32_t i = 0; i < surfaces.size(); ++i) {
    const std::uint32_t offset = kTableBytes + i * static_cast<std::uint32_t>(memory::kSurfaceStateBytes);
    const auto state = memory::encode_surface_state(layout, surfaces[i]);
    std::memcpy(heap_.data() + i * sizeof offset, &offset, sizeof offset);
    std::ranges::copy(state, heap_.subspan(offset).begin());
  }
}

Result<gpu::Work> Machine::make_work(const LoadedProgram& program, std::size_t number, const Launch& launch) {
  const load::DeviceKernel& kernel = program.binary->kernels[number];
  if (const std::string& missing = program.code[number].missing; !missing.empty())
    return fail(fmt::format("kernel {} needs the address of {}, which only a driver knows", kernel.name, missing), {},
                "run the program that launches the kernel by `eugene run`");
  if (kernel.simd == 0) return fail(fmt::format("the binary does not say how wide kernel {} is", kernel.name));
  if (auto done = check_arguments(kernel, launch); !done) return error_of(done);
  const std::uint32_t most = device_->eus * std::uint32_t{device_->threads} * kernel.simd;
  const auto local = group_size(kernel, launch, most);
  if (!local) return error_of(local);
  if (auto done = prepare_heap(); !done) return error_of(done);

  const std::uint64_t threads = device_->total_threads();
  const std::uint32_t of_thread =
      kernel.scratch_bytes == 0 ? 0 : std::bit_ceil(std::max(kernel.scratch_bytes, kLeastScratch));
  if (of_thread > kMostScratch)
    return fail(fmt::format("kernel {} needs {} bytes of scratch memory a thread; the limit is {}", kernel.name,
                            of_thread, kMostScratch),
                "BXT PRM vol2d MEDIA_VFE_STATE, Per Thread Scratch Space");
  KernelMemory memory = program.memory;
  const auto scratch = reserve(scratch_, of_thread * threads);
  if (!scratch) return error_of(scratch);
  const auto own = reserve(private_, std::uint64_t{kernel.private_bytes} * kernel.simd * threads);
  if (!own) return error_of(own);
  const auto printed = reserve(printf_, kernel.uses_printf ? kPrintfBytes : 0);
  if (!printed) return error_of(printed);
  memory.private_memory = *own;
  memory.printf_buffer = *printed;
  write_surfaces(kernel, launch, memory);

  const std::uint32_t slm = local_bytes(kernel, launch);
  if (slm > device_->slm_bytes)
    return fail(
        fmt::format("a group needs {} bytes of local memory; {} has {}", slm, device_->name, device_->slm_bytes));
  const gpu::InterfaceDescriptor descriptor{
      .kernel_start = program.code[number].address,
      .denormals_by_kernel = true,
      .binding_table_entries = 0,
      .slm_bytes = slm == 0 ? 0 : std::bit_ceil(std::max(slm, 1024U)),
      .barrier = kernel.has_barriers,
  };
  gpu::PipelineState state;
  state.bases.surface = kHeap;
  state.vfe.scratch_base = *scratch;
  state.vfe.scratch_size_code =
      of_thread == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(std::countr_zero(of_thread / kLeastScratch));
  gpu::Work work = work_of(descriptor, state);

  const LaunchShape shape{kernel, launch, *local};
  ThreadIds ids = thread_ids(kernel, *local);
  const std::uint32_t items = (*local)[0] * (*local)[1] * (*local)[2];
  const std::uint32_t last = items % kernel.simd;
  gpu::Walker walker{.simd = kernel.simd,
                     .threads = {(items + kernel.simd - 1) / kernel.simd, 1, 1},
                     .right_mask = last == 0 ? ~0U : (1U << last) - 1};
  for (std::size_t i = 0; i < walker.end.size(); ++i) walker.end[i] = launch.global[i] / (*local)[i];
  set_groups(work, walker,
             {.cross_thread = cross_thread_data(shape, memory),
              .per_thread = std::move(ids.registers),
              .own = ids.own,
              .own_first = true});
  return work;
}

void Machine::name(gpu::KernelFault& fault, const load::DeviceKernel& kernel) const {
  fault.kernel = kernel.name;
  if (kernel.debug.empty()) return;
  const SourceLines lines = load::read_source_lines(kernel.debug);
  fault.source = lines.at(static_cast<std::uint32_t>(fault.fault.ip));
  if (fault.source) fault.source_text = load::SourceTexts().text(lines, *fault.source);
}

std::unique_ptr<gpu::Executor> Machine::executor(const gpu::ExecutorOptions& options) {
  return std::make_unique<gpu::Executor>(*device_, pool_, options, clock_);
}

Result<gpu::DispatchStats> Machine::launch(const LoadedProgram& program, std::size_t number, const Launch& launch,
                                           gpu::Executor* executor) {
  const auto work = make_work(program, number, launch);
  if (!work) return error_of(work);
  auto stats = (executor == nullptr ? executor_ : *executor).run(*work, memory_);
  if (!stats) return stats;
  const load::DeviceKernel& kernel = program.binary->kernels[number];
  if (stats->fault) name(*stats->fault, kernel);
  for (gpu::KernelFault& each : stats->recovered) name(each, kernel);
  return stats;
}

}  // namespace eugene::launch
