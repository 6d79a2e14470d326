// The interfaces between a dispatch that is checked and the kinds of errors that it is checked for. A KindSource is
// made once, from the row of its kind (kinds.h). For each dispatch it makes as many DispatchChecks as it needs.
#pragma once

#include <memory>
#include <utility>

#include "check/memory/launch_memory.h"
#include "check/raw_findings.h"
#include "eu/observer.h"
#include "gpu/schedule/observe/observation.h"
#include "isa/program.h"

namespace eugene::check {

class CheckedDispatch;
struct DispatchFacts;

// Checks one dispatch for one error, or for a few errors that show in the same events.
class DispatchCheck {
 public:
  virtual ~DispatchCheck() = default;
  // The following three functions have the meaning that they have in gpu::DispatchObserver.
  virtual gpu::Trial* trial() { return nullptr; }
  virtual bool needs_one_worker() const { return false; }
  virtual bool needs_all_recoveries() const { return false; }
  // Returns the observer of a worker. Null: the worker need not be watched. Called on the worker's host thread.
  virtual std::unique_ptr<eu::Observer> worker_begins() = 0;
  // Gives all findings to `sink`, except findings that observers have given to it already. Called when all workers have
  // ended.
  virtual void report(Sink& /*sink*/) {}
  // Whether report() is called although a debugger has gone back, so that some groups have run more than once.
  virtual bool is_right_for_repeated_groups() const { return false; }
  // Called last, also if a debugger has gone back.
  virtual void dispatch_ends() {}

 protected:
  DispatchCheck() = default;
  DispatchCheck(const DispatchCheck&) = default;
  DispatchCheck& operator=(const DispatchCheck&) = default;
};

// A check whose workers all add to one list. A Worker is made of the program, which must outlive the check, the facts
// and the list.
template <class Worker, class Facts>
class ListedCheck final : public DispatchCheck {
 public:
  ListedCheck(const isa::Program& program, Facts facts) : program_(&program), facts_(std::move(facts)) {}

  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Worker>(*program_, facts_, found_); }
  void report(Sink& sink) override { found_.give(sink); }

 private:
  const isa::Program* program_;
  Facts facts_;
  RawFindings found_;
};

// The state of a kind for all dispatches of a process. Called from the threads that run the dispatches.
class KindSource {
 public:
  virtual ~KindSource() = default;
  // Adds facts to the description of a dispatch's memory, before any check of the dispatch is made.
  virtual void describe(const DispatchFacts& /*facts*/, JudgedMemory& /*memory*/) {}
  // Adds checks of the kind to `dispatch`. Adds none if the dispatch cannot have such errors.
  virtual void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) = 0;

 protected:
  KindSource() = default;
  KindSource(const KindSource&) = default;
  KindSource& operator=(const KindSource&) = default;
};

// For Check::make_source.
template <class Source>
std::unique_ptr<KindSource> make_source() {
  return std::make_unique<Source>();
}

}  // namespace eugene::check
