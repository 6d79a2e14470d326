#include "script/case_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "eu/interpreter.h"
#include "isa/state_registers.h"
#include "memory/surface_layout.h"

namespace eugene::script {
namespace {

// Addresses of binding table and surface states: at the top, where programs have no memory.
constexpr std::uint64_t kSurfaceBase = 0xFFFF'0000'0000;
constexpr std::uint32_t kTableBytes = 1024;
constexpr std::uint32_t kSurfaceBytes = 32 * 1024;
// Sampler states, followed by their border colours.
constexpr std::uint64_t kSamplerBase = 0xFFFE'0000'0000;
constexpr std::uint32_t kBorderBytes = 64;

// Returns sr0.0 (SNB PRM vol4 part2 5.3.4.7, BXT PRM vol6): the EU, and the thread slot in bits 2:0.
std::uint16_t topology(const isa::Gen& gen, unsigned thread) {
  return static_cast<std::uint16_t>(scatter_bits(thread / gen.eu_threads, gen.topology.eu) | thread % gen.eu_threads);
}

Diagnostic placed(Diagnostic problem, const Location& where) {
  problem.where = where;
  return problem;
}

}  // namespace

CaseDevice::CaseDevice(const isa::Program& program, const Case& one, functions::RecoverableFaults recoverable,
                       const CaseMemory& memory, Diagnostics& problems)
    : gen_(*program.gen),
      case_(one),
      flat_(memory.own == nullptr ? private_ : *memory.own),
      space_(flat_, memory.beyond),
      view_(space_),
      port_(gen_, view_),
      gateway_(one.gateway_bypass),
      urb_(functions::Urb::kGt1Rows, gen_.has_message_registers()),
      local_memory_(one.local_bytes),
      threads_(one.threads, program.variable_registers) {
  if (!memory.is_mapped) {
    map_memory(problems);
    map_surfaces(problems);
    map_samplers(problems);
  }
  // Gen6 threads communicate through the gateway. On Gen9 the gateway only has the group's barrier. Gen9 has a URB for
  // vISA shaders that write to it.
  const bool has_gateway = gen_.has_message_registers();
  port_.begin_dispatch({.surface_state_base = kSurfaceBase,
                        .dynamic_state_base = kSamplerBase,
                        .bindless_surface_base = kSurfaceBase,
                        .gateway = has_gateway ? &gateway_ : nullptr,
                        .urb = has_gateway || program.is_visa ? &urb_ : nullptr,
                        .recoverable = std::move(recoverable)});
  port_.begin_group({.slm = local_memory_,
                     .barrier = &barrier_,
                     .fused_threads = &fused_threads_,
                     .named_barriers = &named_barriers_});
  if (one.urb.entry_rows != 0 && !urb_.divide(one.urb.first, one.urb.entries, one.urb.entry_rows))
    problems.push_back(error_at(
        one.urb.where, fmt::format("the entries do not fit in the URB, which has {} rows", functions::Urb::kGt1Rows)));
  urb_.set_streamed_indices(one.urb.indices);
  for (const Setting& setting : one.settings) {
    if (!memory.is_mapped && !setting.place.of_threads()) apply(setting, 0, problems);
  }
}

void CaseDevice::map_memory(Diagnostics& problems) {
  for (const MemoryRegion& region : case_.memory) {
    std::vector<char> contents;
    if (region.file) {
      std::FILE* file = std::fopen(region.file->c_str(), "rb");
      if (file == nullptr) {
        problems.push_back(error_at(region.where, fmt::format("cannot read {}", *region.file)));
        continue;
      }
      std::array<char, 65536> block;
      while (const std::size_t count = std::fread(block.data(), 1, block.size(), file))
        contents.insert(contents.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
      const bool failed = std::ferror(file) != 0;
      (void)std::fclose(file);
      if (failed) {
        problems.push_back(error_at(region.where, fmt::format("cannot read {}", *region.file)));
        continue;
      }
    }
    // Map whole pages; a region may begin anywhere in its first page.
    const std::uint64_t skipped = region.address % memory::kPageBytes;
    const std::uint64_t bytes = region.bytes != 0 ? region.bytes : std::max<std::uint64_t>(contents.size(), 1);
    auto mapped = flat_.map(region.address - skipped, skipped + bytes, region.writable);
    if (!mapped) {
      problems.push_back(placed(mapped.error(), region.where));
      continue;
    }
    if (contents.empty()) continue;
    std::memcpy(mapped->data() + skipped, contents.data(), std::min<std::uint64_t>(bytes, contents.size()));
  }
}

void CaseDevice::map_surfaces(Diagnostics& problems) {
  if (auto mapped = flat_.map(kSurfaceBase, kSurfaceBytes); !mapped) {
    problems.push_back(
        error_at({}, "memory at 0xffff00000000 is reserved for Eugene's surface states: use another address"));
    return;
  }
  const memory::SurfaceLayout& layout = functions::surface_layout(gen_);
  for (const SurfaceBinding& surface : case_.surfaces) {
    const std::uint32_t offset = kTableBytes + surface.index * layout.bytes;
    const auto state = memory::encode_surface_state(layout, surface.state);
    if (memory::decode_surface_state(layout, state).base != surface.state.base) {
      problems.push_back(error_at(surface.where, fmt::format("surfaces on {} must be at 32-bit addresses", gen_.name)));
      continue;
    }
    (void)view_.write(kSurfaceBase + surface.index * 4, std::as_bytes(std::span(&offset, 1)));
    (void)view_.write(kSurfaceBase + offset, std::span(state).first(layout.bytes));
  }
}

void CaseDevice::map_samplers(Diagnostics& problems) {
  if (case_.samplers.empty()) return;
  if (auto mapped = flat_.map(kSamplerBase, memory::kPageBytes); !mapped) {
    problems.push_back(
        error_at({}, "memory at 0xfffe00000000 is reserved for Eugene's sampler states: use another address"));
    return;
  }
  const sampler::SamplerLayout& layout = functions::sampler_layout(gen_);
  for (const SamplerSetting& setting : case_.samplers) {
    sampler::SamplerState state = setting.state;
    state.border_pointer = sampler::kSamplersInTable * sampler::kSamplerStateBytes + setting.index * kBorderBytes;
    const auto bytes = sampler::encode_sampler_state(layout, state);
    (void)view_.write(kSamplerBase + setting.index * sampler::kSamplerStateBytes, bytes);
    (void)view_.write(kSamplerBase + state.border_pointer + layout.border_float_dword * sizeof(std::uint32_t),
                      std::as_bytes(std::span(setting.border)));
  }
}

void CaseDevice::begin_group(unsigned index, std::uint32_t system_ip, bool has_system_routine, Diagnostics& problems) {
  const std::uint32_t mask = case_.mask.value_or(gen_.has_message_registers() ? 0xFFFFU : ~0U);
  std::ranges::fill(local_memory_, std::byte{0});
  barrier_.begin(case_.threads, 0, gen_.barrier_id_bits);
  named_barriers_.begin();
  for (const BarrierSetting& barrier : case_.barriers)
    gateway_.begin_barrier(barrier.id, barrier.threads, barrier.byte);
  for (unsigned i = 0; i < case_.threads; ++i) {
    const unsigned number = index * case_.threads + i;
    const gpu::Placement placement{
        .fixed_function_thread = static_cast<std::uint16_t>(i), .barrier = 0, .topology = topology(gen_, i)};
    eu::Thread& thread = threads_[i];
    threads_.clear_variables(i);
    eu::start(thread, mask);
    gpu::write_header(gen_, {}, placement, thread);
    gpu::set_group(thread, {index, 0, 0});
    for (const Setting& setting : case_.settings) {
      if (setting.place.of_threads() && setting.place.thread.value_or(number) == number) apply(setting, i, problems);
    }
    // With the vector mask, if any of four channels is dispatched, all four are (5.3.4.8).
    if ((thread.control[0] & isa::cr0::kVectorMask) != 0) thread.dispatched = thread.running = thread.state[3];
    thread.system_ip = system_ip;
    thread.has_system_routine = has_system_routine;
    if (gen_.has_message_registers()) {
      gateway_.attach(thread);
      begin_urb(thread);
    }
  }
  fused_threads_.begin(case_.threads, threads_[0]);
}

CaseDevice::State CaseDevice::state() const {
  State state{.threads = threads_,
              .local_memory = local_memory_,
              .gateway = gateway_,
              .urb = urb_,
              .barrier = barrier_,
              .fused_threads = fused_threads_,
              .named_barriers = named_barriers_};
  state.gateway.move(threads_, state.threads);
  state.urb.move(threads_, state.threads);
  state.barrier.move(threads_, state.threads);
  return state;
}

// Copies threads and local memory in place, because other objects point to them.
void CaseDevice::restore(const State& state) {
  threads_.copy(state.threads, threads_.size());
  std::ranges::copy(state.local_memory, local_memory_.begin());
  gateway_ = state.gateway;
  gateway_.move(state.threads, threads_);
  urb_ = state.urb;
  urb_.move(state.threads, threads_);
  barrier_ = state.barrier;
  barrier_.move(state.threads, threads_);
  fused_threads_ = state.fused_threads;
  named_barriers_ = state.named_barriers;
}

void CaseDevice::begin_urb(const eu::Thread& thread) {
  std::vector<functions::UrbHandle> handles;
  handles.reserve(case_.urb.handles.size());
  for (const std::uint16_t row : case_.urb.handles) handles.push_back({.row = row});
  urb_.begin_thread(thread, case_.urb.function, handles);
}

void CaseDevice::end_thread(unsigned index) {
  const std::uint8_t identifier = eu::fixed_function_thread(threads_[index]);
  for (unsigned i = 0; i < threads_.size(); ++i) eu::end_dependency(threads_[i], identifier);
  if (!gen_.has_message_registers()) return;
  gateway_.detach(threads_[index]);
  urb_.end_thread(threads_[index]);
}

Storage CaseDevice::storage(unsigned index) {
  return {.thread = &threads_[index],
          .registers = threads_.bytes(index),
          .local_memory = local_memory_,
          .view = &view_,
          .urb = &urb_};
}

void CaseDevice::apply(const Setting& setting, unsigned thread, Diagnostics& problems) {
  const Storage where = storage(thread);
  const std::uint64_t count = setting.fills ? setting.place.count() : setting.values.size();
  for (std::uint64_t n = 0; n < count; ++n) {
    const std::uint64_t bits = setting.values[std::min<std::uint64_t>(n, setting.values.size() - 1)];
    if (write_element(where, setting.place, n, bits)) continue;
    problems.push_back(error_at(setting.where, fmt::format("element {} of {} does not exist", n, setting.place.text),
                                {}, {}, "map memory first: memory 0x1000 size 256; slm size 1024"));
    return;
  }
}

}  // namespace eugene::script
