// Sets up and runs launches, as a driver does.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "binary/debug_data.h"
#include "binary/reader.h"
#include "binary/source_text.h"
#include "functions/surfaces.h"
#include "gpu/media/gpgpu_work.h"
#include "launch/machine.h"
#include "launch/printf_text.h"
#include "memory/surface_layout.h"

namespace eugene::launch {
namespace {

constexpr std::uint64_t kHeap = 0x1000'0000;  // surface state base: the binding table, then the surface states
constexpr std::uint32_t kMaxEntries = 256;
constexpr std::uint32_t kTableBytes = kMaxEntries * sizeof(std::uint32_t);
constexpr std::uint64_t kPrintfBytes = std::uint64_t{4} << 20;
constexpr std::uint32_t kLeastScratch = 1024, kMaxScratch = 2U << 20;  // bytes per thread; must be powers of two

// A raw buffer, for untyped messages.
memory::SurfaceState make_surface(const BufferArgument& buffer) {
  if (buffer.address == 0 || buffer.bytes == 0) return {};
  return {.type = memory::SurfaceType::buffer,
          .format = memory::kFormatRaw,
          .pitch = 1,
          .elements = buffer.bytes,
          .base = buffer.address};
}

void add(gpu::DispatchStats& all, gpu::DispatchStats&& part) {
  all.groups += part.groups;
  all.threads += part.threads;
  all.instructions += part.instructions;
  all.lane_operations += part.lane_operations;
  all.time += part.time;
  all.preemptions += part.preemptions;
  all.fault = std::move(part.fault);
  std::ranges::move(part.recovered, std::back_inserter(all.recovered));
}

}  // namespace

Result<void> Machine::prepare_heap() {
  if (!heap_.empty()) return {};
  const auto mapped = memory_.map(kHeap, kTableBytes + kMaxEntries * memory::kSurfaceStateBytes);
  if (!mapped) return forward_error(mapped);
  heap_ = *mapped;
  return {};
}

void Machine::write_surfaces(const binary::DeviceKernel& kernel, const Launch& launch, const KernelMemory& memory) {
  const memory::SurfaceLayout& layout = functions::surface_layout(*device_->gen);
  std::vector<memory::SurfaceState> surfaces(std::min(kernel.binding_table_entries, kMaxEntries));
  const auto bind = [&](const std::optional<std::uint32_t>& index, const BufferArgument& buffer) {
    if (index && *index < surfaces.size()) surfaces[*index] = make_surface(buffer);
  };
  for (std::size_t number = 0; number < launch.arguments.size(); ++number) {
    if (const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[number]))
      bind(kernel.arguments[number].binding, *buffer);
  }
  for (const binary::PayloadField& field : kernel.payload) {
    const std::uint64_t address = field.value == binary::PayloadValue::constant_data   ? memory.constant_data
                                  : field.value == binary::PayloadValue::global_data   ? memory.global_data
                                  : field.value == binary::PayloadValue::printf_buffer ? memory.printf_buffer
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

Result<Machine::Prepared> Machine::prepare(const LoadedProgram& program, std::size_t number, const Launch& launch) {
  const binary::DeviceKernel& kernel = program.binary->kernels[number];
  if (const std::string& missing = program.code[number].missing; !missing.empty())
    return fail(fmt::format("kernel {} needs the address of {}, which only a driver knows", kernel.name, missing), {},
                "run the program that launches the kernel by `eugene run`");
  if (auto done = check_kernel(kernel); !done) return forward_error(done);
  if (auto done = check_arguments(kernel, launch); !done) return forward_error(done);
  const std::uint32_t limit = device_->eus * std::uint32_t{device_->threads} * kernel.simd;
  const auto local = group_size(
      kernel, launch, limit, binary::allows_partial_groups(*program.binary) ? LastGroups::smaller : LastGroups::whole);
  if (!local) return forward_error(local);
  if (auto done = prepare_heap(); !done) return forward_error(done);

  const std::uint64_t threads = device_->total_threads();
  if (kernel.scratch_bytes > kMaxScratch)
    return fail(fmt::format("kernel {} needs {} bytes of scratch memory a thread; the limit is {}", kernel.name,
                            kernel.scratch_bytes, kMaxScratch),
                "BXT PRM vol2d MEDIA_VFE_STATE, Per Thread Scratch Space");
  const std::uint32_t of_thread =
      kernel.scratch_bytes == 0 ? 0 : std::bit_ceil(std::max(kernel.scratch_bytes, kLeastScratch));
  Prepared prepared{.local = *local, .memory = program.memory, .descriptor = {}, .state = {}};
  const auto scratch = reserve(scratch_, of_thread * threads);
  if (!scratch) return forward_error(scratch);
  const auto own = reserve(private_, std::uint64_t{kernel.private_bytes} * kernel.simd * threads);
  if (!own) return forward_error(own);
  const auto printed = reserve(printf_, kernel.uses_printf ? kPrintfBytes : 0);
  if (!printed) return forward_error(printed);
  prepared.memory.private_memory = *own;
  prepared.memory.printf_buffer = *printed;
  write_surfaces(kernel, launch, prepared.memory);

  const std::uint64_t local_needed = local_bytes(kernel, launch);
  if (local_needed > device_->slm_bytes)
    return fail(fmt::format("a group needs {} bytes of local memory; {} has {}", local_needed, device_->name,
                            device_->slm_bytes));
  const auto slm = static_cast<std::uint32_t>(local_needed);
  prepared.descriptor = {
      .kernel_start = program.code[number].address,
      .denormals_by_kernel = true,
      .binding_table_entries = 0,
      .slm_bytes = slm == 0 ? 0 : std::bit_ceil(std::max(slm, 1024U)),
      .barrier = kernel.has_barriers,
  };
  prepared.state.bases.surface = kHeap;
  prepared.state.vfe.scratch_base = *scratch;
  prepared.state.vfe.scratch_size_code =
      of_thread == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(std::countr_zero(of_thread / kLeastScratch));
  return prepared;
}

gpu::Work Machine::work_of_part(const binary::DeviceKernel& kernel, const Launch& launch, const Prepared& prepared,
                                const Part& part) {
  gpu::Work work = make_work(prepared.descriptor, prepared.state);
  const LaunchShape shape{.kernel = kernel, .launch = launch, .local = prepared.local, .in_group = part.local};
  ThreadIds ids = thread_ids(kernel, part.local);
  const std::uint32_t items = part.local[0] * part.local[1] * part.local[2];
  const std::uint32_t last = items % kernel.simd;
  const gpu::Walker walker{.simd = kernel.simd,
                           .threads = {(items + kernel.simd - 1) / kernel.simd, 1, 1},
                           .first = part.first,
                           .end = part.end,
                           .right_mask = last == 0 ? ~0U : (1U << last) - 1};
  set_groups(work, walker,
             {.cross_thread = cross_thread_data(shape, prepared.memory),
              .per_thread = std::move(ids.registers),
              .own = ids.own,
              .own_first = true});
  return work;
}

void Machine::name(gpu::KernelFault& fault, const binary::DeviceKernel& kernel) const {
  fault.kernel = kernel.name;
  if (kernel.debug.empty()) return;
  binary::add_source(fault.site, binary::read_source_lines(kernel.debug));
}

void Machine::begin_printf() {
  const std::uint32_t used = kPrintfBegin;
  std::memcpy(contents(printf_).data(), &used, sizeof used);
}

// Zeroes the bytes that were written: else a record that the next launch leaves incomplete could show old bytes.
void Machine::end_printf(const LoadedProgram& program, const binary::DeviceKernel& kernel) {
  const bool has_numbers = program.binary->version != 0;  // format strings have numbers, as in patch tokens
  const std::span<std::byte> buffer = contents(printf_);
  const auto at = [this](std::uint64_t address) -> std::optional<std::string> {
    std::uint64_t begin = 0;
    const Block* block = block_around(address, begin);
    if (block == nullptr) return std::nullopt;
    return std::string(binary::text_before_zero(block->bytes.subspan(address - begin)));
  };
  const auto numbered = [&](std::uint64_t number) -> std::optional<std::string> {
    const auto found = kernel.printf_strings.find(static_cast<std::uint32_t>(number));
    return found == kernel.printf_strings.end() ? std::nullopt : std::optional(found->second);
  };
  if (has_numbers)
    printed_ = printf_text(buffer, {.key_bytes = sizeof(std::uint32_t), .find = numbered, .at = at});
  else
    printed_ = printf_text(buffer, {.key_bytes = sizeof(std::uint64_t), .find = at, .at = at});
  std::uint32_t used = 0;
  std::memcpy(&used, buffer.data(), sizeof used);
  std::ranges::fill(buffer.first(std::min<std::size_t>(used, buffer.size())), std::byte{0});
}

Result<gpu::DispatchStats> Machine::launch(const LoadedProgram& program, std::size_t number, const Launch& launch,
                                           gpu::Executor* executor) {
  printed_.clear();
  const auto prepared = prepare(program, number, launch);
  if (!prepared) return forward_error(prepared);
  const binary::DeviceKernel& kernel = program.binary->kernels[number];
  gpu::Executor& runs = executor == nullptr ? host_->executor : *executor;
  if (kernel.uses_printf) begin_printf();
  gpu::DispatchStats stats;
  for (const Part& part : split_parts(launch.global, prepared->local)) {
    auto done = runs.run(work_of_part(kernel, launch, *prepared, part), memory_);
    if (!done) return done;
    add(stats, *std::move(done));
    if (stats.fault || runs.is_cancelled()) break;
  }
  if (kernel.uses_printf) end_printf(program, kernel);
  if (stats.fault) name(*stats.fault, kernel);
  for (gpu::KernelFault& each : stats.recovered) name(each, kernel);
  return stats;
}

}  // namespace eugene::launch
