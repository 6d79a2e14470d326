#include "check/scoreboard/scoreboard.h"

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "eu/prepared_op.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/open_accesses.h"

namespace eugene::check {
namespace {

using AllAccesses = std::vector<isa::Accesses>;  // indexed by instruction

class ScoreboardObserver final : public eu::Observer {
 public:
  ScoreboardObserver(const isa::Program& program, const AllAccesses& accesses, RawFindings& found)
      : program_(&program), accesses_(&accesses), found_(&found) {}

  eu::Interest interest() const override { return kScoreboardInterest; }
  bool wants_interpreter() const override { return true; }  // only the interpreter reports single instructions

  void group_begins(const eu::StartedGroup& group) override {
    threads_ = &group.threads;
    group_ = group.index;
    open_.assign(group.count, isa::OpenAccesses());
  }

  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned /*channels*/,
                std::uint32_t before) override {
    if (threads_ == nullptr) return;
    const unsigned number = threads_->find_index(thread);
    if (number >= open_.size()) return;
    hazards_.clear();
    open_[number].execute(*program_, op.index, (*accesses_)[op.index], hazards_);
    for (const isa::DependencyHazard& each : hazards_) add(each, number, before);
  }

  void group_ends() override { threads_ = nullptr; }

 private:
  void add(const isa::DependencyHazard& hazard, unsigned thread, std::uint32_t mask) {
    const bool is_read = hazard.conflict.hazard == isa::Hazard::read_after_write;
    const bool was_read = hazard.conflict.hazard == isa::Hazard::write_after_read;
    const auto side = [&](std::size_t index, bool reads) {
      return AccessSite{.group = group_,
                        .thread = thread,
                        .channel = mask == 0 ? 0U : static_cast<unsigned>(std::countr_zero(mask)),
                        .instruction = program_->offset_at(index),
                        .kind = reads ? eu::AccessKind::read : eu::AccessKind::write};
    };
    const std::string wait = find_missing_wait(*program_, hazard);
    found_->add({.id = is_read ? "scoreboard.read" : "scoreboard.write",
                 .what = "a register that an earlier instruction may still use: " + describe(*program_, hazard),
                 .sides = {side(hazard.earlier, was_read), side(hazard.later, is_read)},
                 .place = {},
                 .hint = wait.empty() ? "let the earlier instruction set a token, and wait for it"
                                      : "add " + wait + " to the later instruction, or a sync.nop with it before"});
  }

  const isa::Program* program_;
  const AllAccesses* accesses_;
  RawFindings* found_;
  const eu::ThreadBlock* threads_ = nullptr;  // threads of the running group; null if no group_begins() was received
  std::uint64_t group_ = 0;
  std::vector<isa::OpenAccesses> open_;  // indexed by thread
  std::vector<isa::DependencyHazard> hazards_;
};

}  // namespace

std::unique_ptr<DispatchCheck> scoreboard_check(const isa::Program& program) {
  AllAccesses accesses;
  accesses.reserve(program.instructions.size());
  for (const isa::Instruction& each : program.instructions) accesses.push_back(find_accesses(*program.gen, each));
  return std::make_unique<ListedCheck<ScoreboardObserver, AllAccesses>>(program, std::move(accesses));
}

}  // namespace eugene::check
