#include "check/init/observer.h"

#include <algorithm>
#include <array>
#include <bit>

#include "check/channels.h"
#include "check/init/equal_operands.h"
#include "eu/analysis/message_roles.h"
#include "isa/program.h"

namespace eugene::check {
namespace {

using isa::Action;

// Bits to try for undefined dwords. The last two patterns mix ones and zeros, and differ from dword to dword.
constexpr std::array<InitRegisters::Pattern, 7> kPatterns{
    [](std::size_t) { return 0x0000'0000U; },
    [](std::size_t) { return 0xFFFF'FFFFU; },
    [](std::size_t) { return 0x8000'0000U; },
    [](std::size_t) { return 0x7FFF'FFFFU; },
    [](std::size_t) { return 0x4640'E400U; },  // 12345 as a float
    [](std::size_t offset) { return static_cast<std::uint32_t>((offset + 1) * 0x9E37'79B9'7F4A'7C15U >> 32); },
    [](std::size_t offset) { return static_cast<std::uint32_t>((offset + 5) * 0xD1B5'4A32'D192'ED03U >> 29); }};

// Whether `op` only copies. The results of a copy differ between thread and twin exactly as its sources do.
bool is_move(const eu::PreparedOp& op) {
  if (op.action == Action::select) return op.alu.compare == nullptr && op.alu.convert == nullptr;
  return op.action == Action::alu && op.alu.compute == nullptr && op.alu.convert == nullptr &&
         op.alu.evaluate == nullptr && op.alu.overflow == nullptr;
}

}  // namespace

InitObserver::InitObserver(InitCheck& check)
    : check_(&check),
      twin_(check.kernel_),
      memory_(*check.kernel_.program().gen, check.facts_,
              carries_inexact() ? InitBytes::Begin::defined : InitBytes::Begin::undefined) {
  if (carries_inexact()) inexact_ = inexact_instructions(check.kernel_);
}

InitObserver::~InitObserver() {
  check_->uses_found_.add(std::move(found_));
  check_->stores_found_.add(std::move(stores_));
}

void InitObserver::group_begins(const eu::StartedGroup& group) {
  // Variables of vISA are not registers.
  if (check_->kernel_.program().is_visa) return;
  threads_ = &group.threads;
  group_ = group.index;
  last_reads_.clear();
  registers_.resize(std::max<std::size_t>(registers_.size(), group.count));
  for (unsigned i = 0; i != group.count; ++i) registers_[i].begin(group.threads[i], check_->facts_.given_registers);
  memory_.begin_group(group);
}

AccessSite InitObserver::access_site(const eu::Thread& thread, std::uint32_t instruction, unsigned channel) const {
  return {.group = group_, .thread = threads_->find_index(thread), .channel = channel, .instruction = instruction};
}

// Returns `known`, or a new origin at this instruction for a register that nothing has written: this instruction, which
// took the contents, is the first that a reader can look at.
OriginNumber InitObserver::origin_for(const eu::Thread& thread, std::uint32_t instruction, OriginNumber known) {
  if (known != kNeverWritten) return known;
  return origins_.add({.space = InitSpace::register_, .side = access_site(thread, instruction, 0), .place = {}});
}

void InitObserver::report(const User& user, const AccessSite& side, OriginNumber number) {
  if (number == 0 || number == kNeverWritten) return;
  if (carries_inexact()) return report_inexact(user, side, number);
  static constexpr std::array<std::string_view, 4> kIds{"init.register", "init.local", "init.private", "init.global"};
  const InitOrigin& origin = origins_[number];
  const std::string noun(find_noun(origin.space));
  RawFinding found{.id = kIds.at(static_cast<std::size_t>(origin.space)),
                   .what = std::string(user.words) +
                           (origin.is_stored ? " depends on an undefined value that was stored in " + noun
                                             : " depends on what " + noun + " holds before anything is written there"),
                   .sides = {side},
                   .place = origin.place,
                   .hint = {}};
  found.sides.front().verb = "use";
  if (origin.side.instruction != side.instruction) {
    found.sides.push_back(origin.side_for(side));
  }
  found_.add(std::move(found));
}

void InitObserver::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned /*channels*/,
                            std::uint32_t before) {
  if (threads_ == nullptr) return;
  switch (op.action) {
    case Action::alu:
    case Action::compare:
    case Action::select:
    case Action::select_compare:
      compute(op, thread, before);
      if (carries_inexact() && inexact_[op.index]) mark_results(op, thread, before);
      return;
    case Action::jump:
    case Action::branch: return branch(op, thread, before);
    case Action::send:
      if (op.predicated) check_predicate(is_barrier(op) ? kBarrier : kSent, op, thread, before);
      return;
    default: find_registers(thread).define(check_->uses_[op.index], thread);
  }
}

void InitObserver::compute(const eu::PreparedOp& op, const eu::Thread& thread, std::uint32_t before) {
  const InitUse& use = check_->uses_[op.index];
  InitRegisters& registers = find_registers(thread);
  const OriginNumber origin = registers.read_by(use);
  if (origin == 0 && !registers.writes_undefined(use)) {
    registers.define(use, thread);
    return;
  }
  eu::Thread& twin = registers.twin();
  registers.copy_state(thread);
  twin.running = before;
  --twin.instructions_executed;  // both must read the same clock
  const bool tries_more = origin != 0 && !is_move(op);
  if (tries_more) copy_used(use, twin, start_);
  if (op.destination.acts || !twin_.execute(op, twin)) {
    registers.define(use, thread);
    return;
  }
  if (tries_more) try_more(op, thread);
  registers.compare(use, thread, origin_for(thread, op.ip, origin));
}

// Thread and twin may get equal results by chance, for example if both values are on the same side of the value they
// are compared with. So other values are tried, as far as undefined bits allow: the least and the greatest, some in
// between, and the value of the other operand of the comparison.
void InitObserver::try_more(const eu::PreparedOp& op, const eu::Thread& thread) {
  const InitUse& use = check_->uses_[op.index];
  InitRegisters& registers = find_registers(thread);
  const eu::Thread& sources = use.overwrites_sources ? prior_ : thread;
  for (const InitRegisters::Pattern pattern : kPatterns) {
    copy_used(use, start_, third_);
    registers.vary(use, sources, pattern, third_);
    if (twin_.execute(op, third_)) registers.merge(use, thread, third_);
  }
  if (op.action != Action::compare) return;
  const isa::Instruction& instruction = check_->kernel_.program().instructions[op.index];
  for (unsigned source = 0; source != 2; ++source) {
    copy_used(use, start_, third_);
    if (make_equal(instruction, source, sources, third_) && twin_.execute(op, third_))
      registers.merge(use, thread, third_);
  }
}

void InitObserver::instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) {
  if (threads_ == nullptr) return;
  const InitUse& use = check_->uses_[op.index];
  if (use.overwrites_sources && find_registers(thread).read_by(use) != 0) copy_used(use, thread, prior_);
}

bool InitObserver::is_barrier(const eu::PreparedOp& op) const {
  const isa::Program& program = check_->kernel_.program();
  return eu::message_role(*program.gen, program.instructions[op.index]) == eu::MessageRole::barrier;
}

void InitObserver::branch(const eu::PreparedOp& op, const eu::Thread& thread, std::uint32_t before) {
  if (op.predicated) check_predicate(kBranch, op, thread, before);
  find_registers(thread).define(check_->uses_[op.index], thread);
}

void InitObserver::check_predicate(const User& user, const eu::PreparedOp& op, const eu::Thread& thread,
                                   std::uint32_t running) {
  InitRegisters& registers = find_registers(thread);
  if (!registers.has_undefined_flags()) return;
  const isa::Gen& gen = *check_->kernel_.program().gen;
  std::uint32_t parted = predicate_channels(gen, op, thread) ^ predicate_channels(gen, op, registers.twin());
  // A jump has one predicate for the whole thread.
  parted &= op.action == Action::jump ? 1U : op.no_mask ? op.all : running >> op.channel_offset & op.all;
  if (parted == 0) return;
  const auto first = static_cast<unsigned>(std::countr_zero(parted));
  // A predicate of several flags gets the origin of one that is undefined.
  const OriginNumber own = registers.flag(op.flag_nr, first + op.flag_shift);
  report(user, access_site(thread, op.ip, first + op.channel_offset),
         origin_for(thread, op.ip, own != 0 ? own : registers.flags()));
  registers.define_flags(thread);
}

void InitObserver::check_bytes(const User& user, const eu::Thread& thread, std::size_t offset, std::size_t bytes,
                               unsigned channel) {
  InitRegisters& registers = find_registers(thread);
  const OriginNumber origin = registers.in(offset, bytes);
  if (origin == 0) return;
  bool differs = false;
  for (std::size_t i = 0; i != bytes; ++i) differs = differs || registers.difference(offset + i, thread) != 0;
  if (!differs) return;
  report(user, access_site(thread, current_.instruction, channel), origin_for(thread, current_.instruction, origin));
  registers.define(offset, bytes, thread);  // reported only once
}

void InitObserver::registers_written(const eu::Thread& thread, std::size_t begin, std::size_t end) {
  if (threads_ != nullptr) find_registers(thread).define(begin, end - begin, thread);
}

}  // namespace eugene::check
