#include "gpu/schedule/work/payload.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "base/bits.h"
#include "eu/barrier.h"
#include "eu/batch.h"
#include "eu/prepared_op.h"

namespace eugene::gpu {

Placement find_placement(const ThreadPools& pools, unsigned worker, unsigned threads, unsigned index) {
  return {.fixed_function_thread = static_cast<std::uint16_t>(worker * threads + index),
          .barrier = static_cast<std::uint8_t>(worker % eu::Barrier::kIds),
          .topology = pools.topology(worker, threads, index)};
}

void PayloadWriter::start(const GroupStart& group, unsigned /*thread*/, eu::Thread& to,
                          functions::Port& /*port*/) const {
  set_group(to, group.dwords);
}

void Constants::write(unsigned thread, eu::Thread& to) const {
  const std::span<const eu::Grf> mine(per_thread.data() + thread * own, own);
  const std::span<const eu::Grf> shared(cross_thread);
  const auto at = std::ranges::copy(own_first ? mine : shared, to.grf.begin() + kHeaderRegisters).out;
  std::ranges::copy(own_first ? shared : mine, at);
}

void write_dword(eu::Grf& grf, unsigned index, std::uint32_t value) {
  std::memcpy(grf.bytes.data() + index * sizeof value, &value, sizeof value);
}

void write_header(const isa::Gen& gen, const Work& work, const Placement& placement, eu::Thread& thread) {
  thread.ip_base = static_cast<std::uint32_t>(work.kernel_start);
  const std::uint64_t scratch = work.scratch_base + placement.fixed_function_thread * work.scratch_bytes();
  eu::Grf& header = thread.grf[0];
  header = {};
  write_dword(header, 2, scatter_bits(placement.barrier, gen.barrier_id_bits));
  write_dword(header, 3, work.sampler_state | work.scratch_size_code);
  write_dword(header, 4, work.binding_table);
  write_dword(
      header, 5,
      (static_cast<std::uint32_t>(scratch) & ~0x3FFU) | (placement.fixed_function_thread & gen.thread_number_bits));
  thread.state[0] = placement.topology;
  thread.state[1] = std::uint32_t{placement.fixed_function_thread} << 24;
  std::ranges::copy(work.control, thread.control.begin());
}

void set_group(eu::Thread& thread, const GroupId& group) {
  eu::Grf& header = thread.grf[0];
  for (std::size_t i = 0; i < group.size(); ++i) write_dword(header, eu::kGroupDwords[i], group[i]);
}

std::uint64_t count_invocations(const Work& work) {
  std::uint64_t of_group = 0;
  for (unsigned thread = 0; thread < work.threads; ++thread)
    of_group += static_cast<unsigned>(std::popcount(work.payload->channels(thread)));
  return work.groups * of_group;
}

std::uint32_t channels_of_all(const Work& work) {
  std::uint32_t always = ~0U;
  for (unsigned thread = 0; thread < work.threads; ++thread) always &= work.payload->channels(thread);
  return always;
}

eu::ThreadChannels find_thread_channels(const Work& work, const eu::Kernel& kernel) {
  std::uint32_t ever = 0;
  for (unsigned thread = 0; thread < work.threads; ++thread) ever |= work.payload->channels(thread);
  return kernel.prepared().channel_use.thread_channels(channels_of_all(work), ever);
}

}  // namespace eugene::gpu
