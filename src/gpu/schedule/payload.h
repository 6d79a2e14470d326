// The registers with which the threads of a Work start: SNB PRM vol4 part2 5.3, BXT PRM vol6 "Media GPGPU Payload".
//
// write_header() writes what all kinds of threads have. The PayloadWriter of the Work adds the rest, in two parts: one
// that a thread has in common with those of the same number in other groups, written once into a model of the thread
// (eu/thread_model.h), and one that is written for each group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/analysis/channel_use.h"
#include "eu/kernel.h"
#include "eu/thread.h"
#include "gpu/schedule/thread_pools.h"
#include "gpu/schedule/work.h"

namespace eugene::functions {
class Port;
}

namespace eugene::gpu {

inline constexpr unsigned kHeaderRegisters = 1;  // r0; constants follow

// The place of a thread in the device, as its payload and sr0 show it.
struct Placement {
  std::uint16_t fixed_function_thread = 0;  // FFTID: unique among the threads in flight
  std::uint8_t barrier = 0;                 // one of 32
  std::uint16_t topology = 0;               // sr0.0 bits 15:0: slice, subslice, EU and thread slot
};

// Of thread `index` of the group, of `threads`, that worker `worker` runs.
Placement placement_of(const ThreadPools& pools, unsigned worker, unsigned threads, unsigned index);

// A group as it starts.
struct GroupStart {
  std::uint64_t index = 0;  // in the walk, less than Work::groups
  GroupId dwords{};         // PayloadWriter::dwords()
};

class PayloadWriter {
 public:
  virtual ~PayloadWriter() = default;

  // The enabled channels of thread `thread` of each group.
  virtual std::uint32_t channels(unsigned thread) const = 0;
  // Adds to a header what thread `thread` of each group has besides, its constants above all.
  virtual void write_model(unsigned thread, eu::Thread& model) const = 0;
  // The dwords eu::kGroupDwords of r0 of the first thread of group `group`.
  virtual GroupId dwords(std::uint64_t group) const = 0;
  // Updates these dwords from group `group` - 1 to group `group`.
  virtual void advance(GroupId& dwords, std::uint64_t group) const { dwords = this->dwords(group); }
  // The group as reports name it.
  virtual GroupId id(std::uint64_t group) const { return dwords(group); }
  // Whether a group's dwords() are all in which its threads differ from their models, so that compiled code can start
  // them itself (eu/batch.h). Else start() is called for each thread.
  virtual bool differs_in_dwords_alone() const { return false; }
  // Whether write_model() leaves of each register nothing or all undefined.
  virtual bool writes_whole_registers() const { return false; }
  // Makes `to`, started from its model, thread `thread` of `group`. `port` will have its messages.
  virtual void start(const GroupStart& group, unsigned thread, eu::Thread& to, functions::Port& port) const;

 protected:
  PayloadWriter() = default;
  PayloadWriter(const PayloadWriter&) = default;
  PayloadWriter& operator=(const PayloadWriter&) = default;
};

// Constants as they lie in memory, whole registers, which threads have from r1 on.
struct Constants {
  std::vector<eu::Grf> cross_thread;  // those that every thread gets
  std::vector<eu::Grf> per_thread;    // those of thread 0, 1, ...
  std::size_t own = 0;                // registers of `per_thread` that one thread gets
  bool own_first = false;             // before those of every thread; else after them

  void write(unsigned thread, eu::Thread& to) const;
};

void write_dword(eu::Grf& grf, unsigned index, std::uint32_t value);

// The registers of a cleared thread that are not zero in any kind of thread, except the group's number, ...
void write_header(const Work& work, const Placement& placement, eu::Thread& thread);
// ... and that number.
void set_group(eu::Thread& thread, const GroupId& group);

// Enabled channels of all threads of all groups: what queries of pipeline statistics count.
std::uint64_t invocations_of(const Work& work);
// The channels that are enabled in each of its threads.
std::uint32_t channels_of_all(const Work& work);
// Which channels of its threads run.
eu::ThreadChannels thread_channels_of(const Work& work, const eu::Kernel& kernel);

}  // namespace eugene::gpu
