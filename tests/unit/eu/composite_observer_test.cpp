#include "eu/composite_observer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "eu/analysis/digest_plan.h"
#include "eu/port.h"
#include "eu/prepared_op.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "source_dir.h"

namespace eugene::eu::composite_observer_test {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(EUGENE_SOURCE_DIR "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::set<std::string> names_in(const std::string& text, const char* pattern) {
  const std::regex name(pattern);
  std::set<std::string> names;
  for (std::sregex_iterator each(text.begin(), text.end(), name), end; each != end; ++each) names.insert((*each)[1]);
  return names;
}

// A new event of Observer has to be forwarded too.
TEST(CompositeObserver, OverridesEveryFunctionOfAnObserver) {
  const std::string observers = text_of("src/eu/observer.h");
  const std::size_t begin = observers.find("class Observer {"), end = observers.find("class Observers {");
  ASSERT_LT(begin, end);
  const auto functions = names_in(observers.substr(begin, end - begin), R"(virtual [^(~]*?\b(\w+)\()");
  EXPECT_GE(functions.size(), 26U);
  EXPECT_EQ(names_in(text_of("src/eu/composite_observer.h"), R"((\w+)\([^()]*\) (?:const )?override)"), functions);
}

// Records the names of the events.
class Recorder final : public Observer {
 public:
  explicit Recorder(std::vector<std::string>& events) : events_(&events) {}

  Interest interest() const override { return {.before = true, .messages = true}; }
  const DigestPlan* digest_plan() const override { return &plan; }
  bool takes_batches() const override { return true; }
  bool wants_interpreter() const override { return true; }
  bool wants_state() const override { return true; }
  const Return* goes_back_to() const override { return &to; }
  WatchedRange watched_around(const AccessedSpace&, AccessKind, std::uint64_t) const override {
    return {.offsets = {.begin = 3, .end = 5}, .watch = Watch::sent};
  }
  std::uint32_t watched_alignment(std::size_t) const override { return 8; }
  void program_ends(std::span<const ExecutionCounts>) override { add("program_ends"); }
  void group_begins(const StartedGroup&) override { add("group_begins"); }
  void group_ends() override { add("group_ends"); }
  void turn_begins(const Thread&) override { add("turn_begins"); }
  void turn_ends(const Thread&) override { add("turn_ends"); }
  void instruction_begins(const PreparedOp&, const Thread&) override { add("instruction_begins"); }
  void goes_back(const Return&) override { add("goes_back"); }
  void state_kept(const std::shared_ptr<const GroupState>&) override { add("state_kept"); }
  void faults(const Thread&, const Fault&) override { add("faults"); }
  void executed(const PreparedOp&, const Thread&, unsigned, std::uint32_t) override { add("executed"); }
  void message_begins(const SendRequest&) override { add("message_begins"); }
  void message_ends(const SendRequest&, SendStatus) override { add("message_ends"); }
  void message_restarts() override { add("message_restarts"); }
  void accessed(const Access&) override { add("accessed"); }
  void accessed_by_lanes(const LaneAccess&) override { add("accessed_by_lanes"); }
  void transferred(const Access&, const AccessValues&) override { add("transferred"); }
  void registers_written(const Thread&, std::size_t, std::size_t) override { add("registers_written"); }
  void chosen(const Thread&, GatewayChoice) override { add("chosen"); }
  void recovers(const Thread&, const Recovery&) override { add("recovers"); }

  Return to;
  DigestPlan plan;

 private:
  void add(const char* event) { events_->emplace_back(event); }

  std::vector<std::string>* events_;
};

TEST(CompositeObserver, LosesNoEvent) {
  std::vector<std::string> events;
  auto owned = std::make_unique<Recorder>(events);
  Recorder& part = *owned;
  std::vector<std::unique_ptr<Observer>> parts;
  parts.push_back(std::move(owned));
  CompositeObserver all(std::move(parts));

  EXPECT_EQ(all.interest(), part.interest());
  EXPECT_EQ(all.digest_plan(), &part.plan);
  EXPECT_TRUE(all.wants_interpreter());
  EXPECT_TRUE(all.wants_state());
  EXPECT_EQ(all.goes_back_to(), &part.to);
  EXPECT_EQ(all.watched_around({}, AccessKind::read, 4).offsets.end, 5U);
  EXPECT_EQ(all.watched_around({}, AccessKind::read, 4).watch, Watch::sent);
  EXPECT_EQ(all.watched_alignment(0), 8U);

  ThreadBlock threads(1, 0);
  Thread& thread = threads[0];
  const PreparedOp op{};
  const Fault fault;
  const isa::Instruction send;
  const SendRequest request{.instruction = send, .thread = thread};
  const LaneAccess lanes{.thread = thread};
  const Return back;
  all.program_ends({});
  all.group_begins({.threads = threads, .count = 1});
  all.group_ends();
  all.turn_begins(thread);
  all.turn_ends(thread);
  all.instruction_begins(op, thread);
  all.goes_back(back);
  all.state_kept(nullptr);
  all.faults(thread, fault);
  all.executed(op, thread, 0, 0);
  all.message_begins(request);
  all.message_ends(request, SendStatus::done);
  all.message_restarts();
  all.accessed({});
  all.accessed_by_lanes(lanes);
  all.transferred({}, {});
  all.registers_written(thread, 0, 0);
  all.chosen(thread, GatewayChoice::no_such_thread);
  all.recovers(thread, {.fault = fault, .effect = {}});
  EXPECT_EQ(events,
            (std::vector<std::string>{"program_ends", "group_begins", "group_ends", "turn_begins", "turn_ends",
                                      "instruction_begins", "goes_back", "state_kept", "faults", "executed",
                                      "message_begins", "message_ends", "message_restarts", "accessed",
                                      "accessed_by_lanes", "transferred", "registers_written", "chosen", "recovers"}));
}

TEST(CompositeObserver, AsksAllParts) {
  std::vector<std::string> events;
  std::vector<std::unique_ptr<Observer>> parts;
  parts.push_back(std::make_unique<Recorder>(events));
  parts.push_back(std::make_unique<Recorder>(events));
  CompositeObserver all(std::move(parts));
  all.group_ends();
  EXPECT_EQ(events, (std::vector<std::string>{"group_ends", "group_ends"}));
}

}  // namespace
}  // namespace eugene::eu::composite_observer_test
