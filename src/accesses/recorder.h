// One worker's part of a traced dispatch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "accesses/record.h"
#include "accesses/trace.h"
#include "eu/kernel.h"
#include "eu/observer.h"
#include "eu/thread_block.h"
#include "isa/program.h"

namespace eugene::accesses {

constexpr eu::Interest find_interest(const Kinds& kinds) {
  return {.instructions = kinds.instructions, .accesses = kinds.memory, .texels = kinds.memory};
}

// Properties of a traced kernel.
struct TracedKernel {
  explicit TracedKernel(const eu::Kernel& of);

  const isa::Program* program;
  struct Instruction {
    Path path = Path::data;  // path of its message
    bool arrives = false;    // sends a barrier message
    bool is_of_thread = false;
    std::uint8_t first_channel = 0;
  };
  std::vector<Instruction> instructions;
};

class Recorder final : public eu::Observer {
 public:
  // The arguments passed by reference must outlive the recorder.
  Recorder(Trace& trace, std::uint64_t launch, const TracedKernel& kernel, const Kinds& kinds,
           std::shared_ptr<const LaunchPlaces> places = nullptr)
      : trace_(&trace), launch_(launch), kernel_(&kernel), kinds_(kinds), places_of_launch_(std::move(places)) {}
  ~Recorder() override;

  eu::Interest interest() const override { return find_interest(kinds_); }
  // Compiled code does not report single instructions.
  bool wants_interpreter() const override { return kinds_.instructions; }
  void group_begins(const eu::StartedGroup& group) override;
  void group_ends() override;
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;
  void message_begins(const eu::SendRequest& request) override;
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override;
  void message_restarts() override;
  void accessed(const eu::Access& access) override;
  void accessed_by_lanes(const eu::LaneAccess& access) override;

 private:
  void begin_message(const eu::Thread& thread, std::uint32_t index, std::uint64_t executed);
  void hand_over();
  bool widens(const eu::Access& access, Path path) const;
  // Makes a record of the addresses collected so far.
  void close();
  void end_message();

  Trace* trace_;
  std::uint64_t launch_;
  const TracedKernel* kernel_;
  Kinds kinds_;
  std::shared_ptr<const LaunchPlaces> places_of_launch_;
  const eu::ThreadBlock* block_ = nullptr;
  std::uint64_t group_ = 0;
  unsigned count_ = 0;                  // threads of the group
  const eu::Thread* thread_ = nullptr;  // thread of the last message; its index is current_
  std::vector<ThreadRecords> threads_;
  GroupRecords ended_;                 // finished groups, to be handed over
  std::vector<std::uint32_t> phases_;  // by thread
  // State of the current message:
  std::size_t current_ = 0;  // index of its thread
  const TracedKernel::Instruction* sender_ = nullptr;
  Record next_;                        // the open record; some members are common to all records of the message
  std::vector<std::uint64_t> places_;  // addresses of the open record
  ThreadRecords closed_;               // complete records of the message
};

}  // namespace eugene::accesses
