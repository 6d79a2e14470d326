// One worker's part of a trace of a dispatch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "eu/kernel.h"
#include "eu/observer.h"
#include "eu/thread_block.h"
#include "isa/program.h"
#include "trace/record.h"
#include "trace/trace.h"

namespace eugene::trace {

constexpr eu::Interest interest_of(const Kinds& kinds) {
  return {.instructions = kinds.instructions, .accesses = kinds.memory, .texels = kinds.memory};
}

// A kernel whose dispatch is traced.
struct TracedKernel {
  explicit TracedKernel(const eu::Kernel& of);

  const isa::Program* program;
  struct Instruction {
    Path path = Path::data;  // of its message
    bool arrives = false;    // at a barrier
    bool is_of_thread = false;
    std::uint8_t first_channel = 0;
  };
  std::vector<Instruction> instructions;
};

class Recorder final : public eu::Observer {
 public:
  // All of these must live longer.
  Recorder(Trace& trace, std::uint64_t launch, const TracedKernel& kernel, const Kinds& kinds,
           std::shared_ptr<const LaunchPlaces> places = nullptr)
      : trace_(&trace), launch_(launch), kernel_(&kernel), kinds_(kinds), places_of_launch_(std::move(places)) {}
  ~Recorder() override;

  eu::Interest interest() const override { return interest_of(kinds_); }
  // Compiled code does not tell of single instructions.
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
  // The addresses that have come so far become a record of the message.
  void close();
  void end_message();

  Trace* trace_;
  std::uint64_t launch_;
  const TracedKernel* kernel_;
  Kinds kinds_;
  std::shared_ptr<const LaunchPlaces> places_of_launch_;
  const eu::ThreadBlock* block_ = nullptr;
  std::uint64_t group_ = 0;
  unsigned count_ = 0;                  // threads
  const eu::Thread* thread_ = nullptr;  // of the message before, which is number current_
  std::vector<ThreadRecords> threads_;
  GroupRecords ended_;                 // groups that have ended
  std::vector<std::uint32_t> phases_;  // by thread
  // The message under way:
  std::size_t current_ = 0;  // thread
  const TracedKernel::Instruction* sender_ = nullptr;
  Record next_;                        // what its records have in common, and of the one that is not closed all else
  std::vector<std::uint64_t> places_;  // of the one that is not closed
  ThreadRecords closed_;
};

}  // namespace eugene::trace
