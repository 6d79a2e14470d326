// The GPU for one case: memory, surfaces, gateway, URB, and the threads of the current group.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "eu/thread_block.h"
#include "functions/port.h"
#include "functions/thread_gateway.h"
#include "functions/urb.h"
#include "gpu/schedule/work/payload.h"
#include "memory/flat_memory.h"
#include "memory/layered_memory.h"
#include "script/place.h"
#include "script/script.h"

namespace eugene::script {

// The memory of a case, and other memory that its threads can access. Null: memory that is freed with the case, and no
// other memory.
struct CaseMemory {
  memory::FlatMemory* own = nullptr;
  bool is_mapped = false;  // `own` has the case's memory from an earlier run
  memory::PageSource* beyond = nullptr;
};

class CaseDevice {
 public:
  // Maps memory and surfaces. Adds an error to `problems` for everything that cannot be mapped.
  CaseDevice(const isa::Program& program, const Case& one, functions::RecoverableFaults recoverable,
             const CaseMemory& memory, Diagnostics& problems);
  CaseDevice(const CaseDevice&) = delete;
  CaseDevice& operator=(const CaseDevice&) = delete;

  // Starts the threads of group `index`, with the registers that the case sets.
  void begin_group(unsigned index, std::uint32_t system_ip, bool has_system_routine, Diagnostics& problems);
  void end_thread(unsigned index);

  // The state of a group, without buffers. Another device of the same case can restore it.
  struct State {
    eu::ThreadBlock threads;
    std::vector<std::byte> local_memory;
    functions::ThreadGateway gateway;
    functions::Urb urb;
    eu::Barrier barrier;
    eu::FusedThreads fused_threads;
    eu::NamedBarriers named_barriers;
  };
  State state() const;
  void restore(const State& state);

  memory::PageSource& space() { return space_; }
  eu::ThreadBlock& threads() { return threads_; }
  functions::Port& port() { return port_; }
  std::span<std::byte> local_memory() { return local_memory_; }
  unsigned find_index(const eu::Thread& thread) const { return threads_.find_index(thread); }
  const eu::Barrier& barrier() const { return barrier_; }
  // The storage of thread `index` of the current group.
  Storage storage(unsigned index);

 private:
  void map_memory(Diagnostics& problems);
  void map_surfaces(Diagnostics& problems);
  void map_samplers(Diagnostics& problems);
  void begin_urb(const eu::Thread& thread);
  void apply(const Setting& setting, unsigned thread, Diagnostics& problems);

  const isa::Gen& gen_;
  const Case& case_;
  memory::FlatMemory private_;  // used if no memory is given
  memory::FlatMemory& flat_;
  memory::LayeredMemory space_;
  memory::View view_;
  functions::Port port_;
  functions::ThreadGateway gateway_;
  functions::Urb urb_;
  eu::Barrier barrier_;
  eu::FusedThreads fused_threads_;
  eu::NamedBarriers named_barriers_;
  std::vector<std::byte> local_memory_;
  eu::ThreadBlock threads_;
};

}  // namespace eugene::script
