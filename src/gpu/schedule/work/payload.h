// The initial registers of a Work's threads: SNB PRM vol4 part2 5.3, BXT PRM vol6 "Media GPGPU Payload".
//
// write_header() writes the registers that all kinds of threads have. The Work's PayloadWriter adds the rest in two
// parts. The first part is the same for the threads with the same index in all groups, and is written once into a model
// of the thread (eu/thread_model.h). The second part is written for each group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/analysis/channel_use.h"
#include "eu/kernel.h"
#include "eu/thread.h"
#include "gpu/schedule/work/thread_pools.h"
#include "gpu/schedule/work/work.h"

namespace eugene::functions {
class Port;
}

namespace eugene::gpu {

inline constexpr unsigned kHeaderRegisters = 1;  // r0; constants follow

// The place of a thread in the device, as its payload and sr0 show it.
struct Placement {
  std::uint16_t fixed_function_thread = 0;  // FFTID: unique among the threads in flight
  std::uint8_t barrier = 0;                 // barrier ID, one of 32
  std::uint16_t topology = 0;               // sr0.0 bits 15:0: slice, subslice, EU and thread slot
};

// Returns the place of thread `index` of the group that `worker` runs. The group has `threads` threads.
Placement find_placement(const ThreadPools& pools, unsigned worker, unsigned threads, unsigned index);

// A group that starts.
struct GroupStart {
  std::uint64_t index = 0;  // in dispatch order, less than Work::groups
  GroupId dwords{};         // PayloadWriter::dwords()
};

class PayloadWriter {
 public:
  virtual ~PayloadWriter() = default;

  // The enabled channels of thread `thread` of each group.
  virtual std::uint32_t channels(unsigned thread) const = 0;
  // Adds to the header of thread `thread` everything that is the same in each group, above all its constants.
  virtual void write_model(unsigned thread, eu::Thread& model) const = 0;
  // The dwords eu::kGroupDwords of r0 in the first thread of group `group`.
  virtual GroupId dwords(std::uint64_t group) const = 0;
  // Updates these dwords from group `group` - 1 to group `group`.
  virtual void advance(GroupId& dwords, std::uint64_t group) const { dwords = this->dwords(group); }
  // The name of the group in reports.
  virtual GroupId id(std::uint64_t group) const { return dwords(group); }
  // The name in reports of what a channel of a thread works for. `channel` may be kUnknownChannel.
  virtual WorkItem item(std::uint64_t group, unsigned thread, unsigned channel) const {
    return {.group = id(group), .thread = thread, .channel = channel};
  }
  // Whether threads differ from their models only in the group's dwords(), so that compiled code can start them itself
  // (eu/batch.h). Else start() is called for each thread.
  virtual bool differs_in_dwords_alone() const { return false; }
  // Whether write_model() defines each register either completely or not at all.
  virtual bool writes_whole_registers() const { return false; }
  // Completes `to`, a copy of its model, as thread `thread` of `group`. `port` will receive its messages.
  virtual void start(const GroupStart& group, unsigned thread, eu::Thread& to, functions::Port& port) const;

 protected:
  PayloadWriter() = default;
  PayloadWriter(const PayloadWriter&) = default;
  PayloadWriter& operator=(const PayloadWriter&) = default;
};

// Constants in whole registers, as in memory. Threads get them from r1 on.
struct Constants {
  std::vector<eu::Grf> cross_thread;  // constants that every thread gets
  std::vector<eu::Grf> per_thread;    // constants of thread 0, then thread 1, ...
  std::size_t own = 0;                // registers of `per_thread` that one thread gets
  bool own_first = false;             // `per_thread` comes before `cross_thread`; else after it

  void write(unsigned thread, eu::Thread& to) const;
};

void write_dword(eu::Grf& grf, unsigned index, std::uint32_t value);

// Writes the registers of a cleared thread that are nonzero in every kind of thread, except the group ID.
void write_header(const isa::Gen& gen, const Work& work, const Placement& placement, eu::Thread& thread);
// Writes the group ID.
void set_group(eu::Thread& thread, const GroupId& group);

// Enabled channels of all threads of all groups, for queries of pipeline statistics.
std::uint64_t count_invocations(const Work& work);
// The channels that are enabled in every thread of `work`.
std::uint32_t channels_of_all(const Work& work);
// The guarantee about which channels of the threads of `work` run.
eu::ThreadChannels find_thread_channels(const Work& work, const eu::Kernel& kernel);

}  // namespace eugene::gpu
