#include "script/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "asm/assemble.h"
#include "eu/interpreter.h"
#include "sanitize/checker.h"
#include "sanitize/watching_port.h"
#include "script/machine.h"
#include "script/results.h"

namespace eugene::script {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// Instructions a thread runs before the others get a turn and the clock is looked at.
constexpr std::uint64_t kSlice = 1 << 16;

class Session {
 public:
  Session(const Script& script, const Case& one, const RunOptions& options, CaseResult& result)
      : script_(script), case_(one), options_(options), result_(result) {}

  void run() {
    if (!assemble()) return;
    Machine machine(script_.gen, case_, options_.reports_bounds || case_.reports_bounds, result_.problems);
    if (!result_.problems.empty()) return;
    if (options_.timeout.count() != 0) deadline_ = std::chrono::steady_clock::now() + options_.timeout;
    for (unsigned group = 0; group < case_.groups && !result_.fault; ++group) {
      machine.begin_group(group, system_ip_, !case_.system_routine.empty(), result_.problems);
      if (!result_.problems.empty()) return;
      const std::vector<eu::Thread> before = options_.prints_changes ? machine.threads() : std::vector<eu::Thread>{};
      if (checks()) begin_checks(machine, group);
      run_group(machine, group);
      result_.threads += case_.threads;
      for (unsigned i = 0; i < case_.threads; ++i) look(machine, group, i);
      if (!before.empty()) result_.prints = read_changes(before[0], machine.threads()[0]);
    }
    for (const Expectation& expectation : case_.expectations) {
      if (expectation.kind != Expectation::Kind::report) continue;
      const bool seen =
          std::ranges::any_of(result_.reports, [&](const Report& r) { return matches(r, expectation.text); });
      if (!seen)
        result_.mismatches.push_back({.where = expectation.where,
                                      .place = "report",
                                      .expected = fmt::format("\"{}\"", expectation.text),
                                      .actual = "none"});
    }
    if (!result_.fault) {
      const auto missing = std::ranges::find_if(case_.expectations, [](const Expectation& e) {
        return e.kind == Expectation::Kind::fault || e.kind == Expectation::Kind::breakpoint;
      });
      if (missing != case_.expectations.end()) {
        const bool breakpoint = missing->kind == Expectation::Kind::breakpoint;
        result_.mismatches.push_back({.where = missing->where,
                                      .place = breakpoint ? "breakpoint" : "fault",
                                      .expected = breakpoint ? "a breakpoint" : fmt::format("\"{}\"", missing->text),
                                      .actual = "the program ended"});
      }
    }
  }

 private:
  bool assemble() {
    auto assembled = assembly::assemble(script_.gen, *script_.dialect, case_.source, script_.file);
    if (!assembled) {
      result_.problems = std::move(assembled.error());
      return false;
    }
    auto kernel = assembled->kernels.begin();
    if (!options_.kernel.empty()) {
      kernel = std::ranges::find_if(assembled->kernels,
                                    [&](const auto& one) { return one.program.name == options_.kernel; });
      if (kernel == assembled->kernels.end()) {
        result_.problems.push_back(
            error_at({.file = script_.file}, fmt::format("there is no kernel '{}'", options_.kernel)));
        return false;
      }
    }
    if (script_.is_text) lines_ = std::move(kernel->lines);
    isa::Program program = std::move(kernel->program);
    program.gen = &script_.gen;
    if (!program.instructions.empty())
      end_ = program.offsets.back() + (program.instructions.back().compacted ? 8U : 16U);
    if (!case_.system_routine.empty()) {
      const auto label =
          std::ranges::find_if(program.labels, [&](const auto& pair) { return pair.second == case_.system_routine; });
      if (label == program.labels.end()) {
        result_.problems.push_back(
            error_at(case_.system_routine_where, fmt::format("there is no label '{}'", case_.system_routine)));
        return false;
      }
      system_ip_ = label->first;
    }
    auto prepared = eu::prepare(std::move(program));
    if (!prepared) {
      result_.problems.push_back(prepared.error());
      return false;
    }
    kernel_ = std::move(*prepared);
    return true;
  }

  void run_group(Machine& machine, unsigned group) {
    std::vector<bool> ended(case_.threads);
    std::vector<std::string> waits(case_.threads);  // what each thread waited for when it last did
    unsigned alive = case_.threads;
    while (alive != 0) {
      bool progress = false;
      for (unsigned i = 0; i < case_.threads; ++i) {
        if (ended[i]) continue;
        eu::Thread& thread = machine.threads()[i];
        const std::uint64_t before = thread.instructions_executed;
        const std::uint64_t budget = std::min(kSlice, options_.instructions - result_.instructions);
        eu::Outcome outcome = checks() ? run_checked(machine, i, budget)
                                       : eu::run(*kernel_, thread, machine.port(), {.instructions = budget});
        if (checks()) report(i, group * case_.threads + i);
        result_.instructions += thread.instructions_executed - before;
        progress = progress || thread.instructions_executed != before;
        const bool past_end = outcome.stop == eu::Stop::fault && thread.ip == end_;
        if (outcome.stop == eu::Stop::end_of_thread || past_end) {
          ended[i] = progress = true;
          --alive;
          if (checks()) look_for_stranded(thread, group * case_.threads + i);
          machine.end_thread(i);
        } else if (outcome.stop == eu::Stop::fault && !machine.port().offer().empty()) {
          progress = true;
          pass(machine, *outcome.fault, group * case_.threads + i);
        } else if (!goes_on(outcome, thread, group * case_.threads + i)) {
          return;
        } else if (outcome.stop == eu::Stop::waiting || outcome.stop == eu::Stop::blocked) {
          waits[i] = describe_wait(outcome, thread);
        }
      }
      if (progress) continue;
      const auto stuck = static_cast<unsigned>(std::ranges::find(ended, false) - ended.begin());
      const eu::Thread& thread = machine.threads()[stuck];
      stop({.fault = {.what = describe_deadlock(ended, waits, group), .ip = thread.ip},
            .thread = group * case_.threads + stuck});
      return;
    }
  }

  std::string describe_wait(const eu::Outcome& outcome, const eu::Thread& thread) const {
    if (outcome.stop == eu::Stop::waiting) return fmt::format("waits for a notification in n{}", outcome.notification);
    const isa::Program& program = kernel_->program();
    const auto at = std::ranges::lower_bound(program.offsets, thread.ip);
    const bool conditional =
        at != program.offsets.end() && eu::has_dependency(thread) &&
        program.instructions[static_cast<std::size_t>(at - program.offsets.begin())].row().has(isa::kWaits);
    return conditional ? "waits for the threads in tdr0 to end" : "waits for its message to be taken";
  }

  std::string describe_deadlock(const std::vector<bool>& ended, const std::vector<std::string>& waits,
                                unsigned group) const {
    std::string text = "deadlock, no thread can go on:";
    constexpr unsigned kMost = 8;
    unsigned named = 0;
    for (unsigned i = 0; i < ended.size(); ++i) {
      if (ended[i]) continue;
      if (named == kMost) return text + ", and more";
      text += fmt::format("{} thread {} {}", named++ == 0 ? "" : ",", group * case_.threads + i, waits[i]);
    }
    return text;
  }

  bool checks() const { return options_.check || case_.check; }

  // What a thread finds in its registers at the start: its header, and what the case sets.
  void begin_checks(Machine& machine, unsigned group) {
    group_memory_ = {};
    group_memory_.local_written.resize(case_.local_bytes);
    for (const SurfaceBinding& surface : case_.surfaces)
      group_memory_.surface_bytes[surface.index] = surface.state.bytes();
    checkers_.assign(case_.threads, sanitize::Checker(kernel_->program(), group_memory_));
    for (unsigned i = 0; i < case_.threads; ++i) {
      const std::size_t header = offsetof(eu::Thread, grf);
      checkers_[i].mark_written(header, header + eu::kGrfBytes);
      for (const Setting& setting : case_.settings) {
        const Place& place = setting.place;
        if (place.thread.value_or(group * case_.threads + i) == group * case_.threads + i)
          begin_place(checkers_[i], setting);
      }
    }
    machine.watch(
        {.wrote = [&](const eu::Thread& thread, std::size_t begin,
                      std::size_t bytes) { checkers_[machine.index_of(thread)].mark_written(begin, begin + bytes); },
         .chose = [this](functions::GatewayChoice choice) { checkers_[running_].suspect(cause_of(choice)); }});
  }

  void begin_place(sanitize::Checker& checker, const Setting& setting) {
    const Place& place = setting.place;
    const std::uint64_t bytes = setting.values.size() * isa::size_of(place.type);
    const std::uint64_t end = setting.fills ? place.end : place.begin + bytes;
    if (place.kind == Place::Kind::registers) checker.mark_written(place.begin, end);
    if (place.kind == Place::Kind::accumulator) {
      const std::size_t begin = offsetof(eu::Thread, acc) + place.begin * sizeof(eu::Accumulator);
      checker.mark_written(begin, begin + sizeof(eu::Accumulator));
    }
    if (place.kind == Place::Kind::local_memory) {
      std::vector<bool>& written = group_memory_.local_written;
      for (std::uint64_t at = place.begin; at < std::min<std::uint64_t>(end, written.size()); ++at) written[at] = true;
    }
  }

  static sanitize::Cause cause_of(functions::GatewayChoice choice) {
    switch (choice) {
      case functions::GatewayChoice::base_beyond_registers: return sanitize::Cause::gateway_base;
      case functions::GatewayChoice::no_such_thread: return sanitize::Cause::gateway_recipient;
      case functions::GatewayChoice::answer_in_r0: return sanitize::Cause::gateway_r0;
      case functions::GatewayChoice::state_payload: return sanitize::Cause::gateway_state;
      case functions::GatewayChoice::undescribed: break;
    }
    return sanitize::Cause::gateway_opcode;
  }

  static bool matches(const Report& report, std::string_view text) {
    return report.id == text || report.what.find(text) != std::string::npos;
  }

  // As eu::run, with the checker before every instruction and around its message.
  eu::Outcome run_checked(Machine& machine, unsigned index, std::uint64_t budget) {
    running_ = index;
    eu::Thread& thread = machine.threads()[index];
    sanitize::WatchingPort port(machine.port(), checkers_[index]);
    eu::Outcome outcome{.stop = eu::Stop::out_of_budget};
    for (std::uint64_t n = 0; n < budget && outcome.stop == eu::Stop::out_of_budget; ++n) {
      checkers_[index].look(thread);
      outcome = eu::run(*kernel_, thread, port, {.instructions = 1});
    }
    return outcome;
  }

  void report(unsigned index, unsigned number) {
    for (sanitize::Suspicion& one : checkers_[index].take_found())
      add_report(one.cause, std::move(one.what), number, kernel_->program().offsets[one.instruction]);
  }

  void add_report(sanitize::Cause cause, std::string what, unsigned number, std::uint32_t ip) {
    Report report{.id = std::string(info(cause).id),
                  .what = std::move(what),
                  .reference = std::string(info(cause).reference),
                  .thread = number,
                  .line = line_of(ip),
                  .ip = ip};
    report.expected = std::ranges::any_of(case_.expectations, [&](const Expectation& e) {
      return e.kind == Expectation::Kind::report && matches(report, e.text);
    });
    result_.reports.push_back(std::move(report));
  }

  // An access that is reported and goes on: the thread is run on from its instruction.
  void pass(Machine& machine, const eu::Fault& fault, unsigned number) {
    std::string what = fmt::format("{}: it {}", fault.what, machine.port().offer());
    if (fault.lane) what = fmt::format("channel {}: {}", *fault.lane, what);
    add_report(sanitize::Cause::bounds, std::move(what), number, fault.ip);
    machine.port().pass(fault.ip);
  }

  // Channels of a thread that has ended which wait at another place, and so never run again.
  void look_for_stranded(const eu::Thread& thread, unsigned number) {
    std::uint32_t stranded = thread.dispatched & ~thread.running;
    for (std::uint32_t rest = stranded; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(rest));
      if (thread.channel_ip[channel] == thread.ip) stranded &= ~(1U << channel);  // it has come as far
    }
    if (stranded == 0) return;
    add_report(sanitize::Cause::stranded_channels,
               fmt::format("the thread ends while channels {:#x} wait elsewhere", stranded), number, thread.ip);
  }

  // False if the run is over.
  bool goes_on(eu::Outcome& outcome, const eu::Thread& thread, unsigned number) {
    switch (outcome.stop) {
      case eu::Stop::fault:
        stop({.fault = outcome.fault.value_or(eu::Fault{.what = "unknown fault", .ip = thread.ip}), .thread = number});
        return false;
      case eu::Stop::breakpoint:
        stop({.fault = {.what = "a breakpoint, or an exception without a system routine", .ip = thread.ip},
              .thread = number,
              .breakpoint = true});
        return false;
      case eu::Stop::out_of_budget: {
        const bool late = deadline_ && std::chrono::steady_clock::now() >= *deadline_;
        if (!late && result_.instructions < options_.instructions) return true;
        stop({.fault = {.what =
                            late ? "the program did not end within the time limit"
                                 : fmt::format("the program did not end within {} instructions", options_.instructions),
                        .ip = thread.ip},
              .thread = number,
              .timeout = true});
        return false;
      }
      case eu::Stop::waiting:
      case eu::Stop::blocked:
      case eu::Stop::end_of_thread: break;
    }
    return true;
  }

  // Of the instruction at `ip`; 0: unknown.
  std::uint32_t line_of(std::uint32_t ip) const {
    const auto& offsets = kernel_->program().offsets;
    const auto at = std::ranges::lower_bound(offsets, ip);
    if (at == offsets.end() || *at != ip) return 0;
    const auto index = static_cast<std::size_t>(at - offsets.begin());
    return index < lines_.size() ? lines_[index] : 0;
  }

  void stop(ThreadFault fault) {
    fault.line = line_of(fault.fault.ip);
    result_.fault_expected = std::ranges::any_of(case_.expectations, [&](const Expectation& e) {
      if (e.kind == Expectation::Kind::breakpoint) return fault.breakpoint;
      return e.kind == Expectation::Kind::fault && fault.fault.what.find(e.text) != std::string::npos;
    });
    result_.fault = std::move(fault);
  }

  // What reports call `place` of thread `number`.
  std::string name_of(const Place& place, unsigned number) const {
    const bool several = place.of_threads() && case_.threads * case_.groups > 1 && !place.thread;
    return several ? fmt::format("thread {} {}", number, place.text) : place.text;
  }

  // Expectations and prints of thread `i` of `group`, once it has run; what is not of threads with the last.
  void look(Machine& machine, unsigned group, unsigned i) {
    const unsigned number = group * case_.threads + i;
    const bool last = number + 1 == case_.threads * case_.groups || (result_.fault && i + 1 == case_.threads);
    const auto concerns = [&](const Place& place) {
      return place.of_threads() ? place.thread.value_or(number) == number : last;
    };
    const Storage storage = machine.storage(i);
    if (!result_.faulted()) {
      for (const Expectation& expectation : case_.expectations) {
        if (expectation.kind == Expectation::Kind::values && concerns(expectation.place))
          compare(storage, expectation, name_of(expectation.place, number), result_.mismatches);
      }
    }
    for (const PrintRequest& request : case_.prints) {
      if (concerns(request.place)) result_.prints.push_back(values_at(storage, request.place, number));
    }
  }

  const Script& script_;
  const Case& case_;
  const RunOptions& options_;
  CaseResult& result_;
  std::optional<eu::Kernel> kernel_;
  std::vector<std::uint32_t> lines_;
  std::vector<sanitize::Checker> checkers_;  // of the group's threads
  sanitize::GroupMemory group_memory_;
  unsigned running_ = 0;  // thread whose instruction executes
  std::uint32_t end_ = 0;
  std::uint32_t system_ip_ = 0;
  std::optional<SteadyTime> deadline_;
};

}  // namespace

CaseResult run_case(const Script& script, const Case& one, const RunOptions& options) {
  CaseResult result;
  Session(script, one, options, result).run();
  return result;
}

}  // namespace eugene::script
