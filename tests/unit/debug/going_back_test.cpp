// Going back in a group of millions of instructions: from the state that was kept last, so that few of them run again,
// to registers and memory as they were.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "../gpu/executor_fixture.h"
#include "debug/debug_source.h"

namespace eugene::debug {
namespace {

constexpr unsigned kThreads = 4;
constexpr std::uint32_t kLoop = 0x80;  // first instruction of the loop

// Each channel passes its number to the next thread by shared local memory, `times` times, mixes what it gets, and
// writes it to dword 8 * thread + channel of the group's 256 bytes: threads wait for each other at two barriers.
std::string kernel(unsigned times) {
  constexpr const char* kBarrier = "send (1) null r14 0x3 0x02000004 {NoMask}\nwait (1) n0 {NoMask}";
  return fmt::format(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r3.0<1>:ud r0.5<0;1,0>:ud 3:ud {{NoMask}}
    shl (1) r3.1<1>:ud r3.0<0;1,0>:ud 5:ud {{NoMask}}
    add (1) r3.2<1>:ud r3.1<0;1,0>:ud 32:ud {{NoMask}}
    and (1) r3.2<1>:ud r3.2<0;1,0>:ud 0x7F:ud {{NoMask}}
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    mov (8) r20.0<1>:d {1}:d
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {{NoMask}}
  again:
    add (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.1<0;1,0>:ud
    add (8) r12.0<1>:ud r2.0<8;8,1>:ud r3.2<0;1,0>:ud
    sends (8) null r10 r11 0x4C 0x2026efe
    {0}
    send (8) r13 r12 0xC 0x2106efe
    {0}
    mul (8) acc0.0<1>:d r11.0<8;8,1>:d 1664525:d
    add (8) r11.0<1>:d acc0.0<8;8,1>:d r13.0<8;8,1>:d
    add (8) r11.0<1>:d r11.0<8;8,1>:d r3.0<0;1,0>:d
    shl (1) r3.3<1>:ud r0.1<0;1,0>:ud 8:ud {{NoMask}}
    add (8) r16.0<1>:ud r10.0<8;8,1>:ud r3.3<0;1,0>:ud
    mov (8) r17.0<1>:ud r11.0<8;8,1>:ud
    send (8) null r16 0xC 0x4026eff
    add (8) r20.0<1>:d r20.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r20.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    send (8) null r127 0x27 0x02000010 {{EOT}}
)",
                     kBarrier, times);
}

// Counts the instructions that begin, again or not.
struct CountSource final : gpu::ObserverSource {
  struct Count final : eu::Observer {
    explicit Count(std::uint64_t& of) : count(&of) {}
    eu::Interest interest() const override { return {.before = true}; }
    void instruction_begins(const eu::PreparedOp&, const eu::Thread&) override { ++*count; }
    std::uint64_t* count;
  };
  struct Dispatch final : gpu::DispatchObserver {
    explicit Dispatch(std::uint64_t& of) : count(&of) {}
    std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Count>(*count); }
    std::uint64_t* count;
  };
  eu::Interest interest() const override { return {.before = true}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch&) override {
    return std::make_unique<Dispatch>(count);
  }
  std::uint64_t count = 0;
};

// The text that a command has printed, and the number of instructions begun when it stopped again.
struct Answer {
  std::string text;
  std::uint64_t count = 0;
};

struct Script {
  std::vector<std::string> commands;
  std::vector<Answer> answers;  // the first before the first command
};

class ScriptConsole final : public Console {
 public:
  ScriptConsole(Script& script, const CountSource& counted) : script_(&script), counted_(&counted) {
    script_->answers.emplace_back();
  }
  void say(std::string_view text) override { script_->answers.back().text += text; }
  std::optional<std::string> ask() override {
    script_->answers.back().count = counted_->count;
    const std::size_t next = script_->answers.size() - 1;
    if (next == script_->commands.size()) return std::nullopt;
    script_->answers.emplace_back();
    return script_->commands[next];
  }

 private:
  Script* script_;
  const CountSource* counted_;
};

struct Session {
  std::vector<Answer> answers;
  std::vector<std::uint32_t> left;  // in memory
};

Session debug(const std::vector<std::string>& commands, unsigned times, unsigned groups, const Shuffle& shuffle = {}) {
  const auto counted = std::make_shared<CountSource>();
  Script script{.commands = commands, .answers = {}};
  const auto source =
      std::make_shared<DebugSource>(std::make_unique<ScriptConsole>(script, *counted), [](std::span<const std::byte>) {
        return ProgramText{.kernel = "k", .lines = {}, .to_text = {}, .read_variables = {}};
      });
  gpu::TestGpu gpu(gpu::ExecutorOptions{.shuffle = shuffle, .observers = {source, counted}}, 1);
  gpu.load(gpu::machine_code(kernel(times)));
  const auto done = gpu.run(gpu::DispatchShape{.groups = groups, .threads = kThreads, .slm_bytes = 4096});
  EXPECT_TRUE(done && !done->fault);
  return {.answers = std::move(script.answers), .left = gpu.dwords(std::size_t{64} * groups)};
}

// Commands that print all state of a thread.
const std::vector<std::string> kState{"print r3:ud",        "print r10:ud",  "print r11:ud",    "print r13:ud",
                                      "print r16:ud",       "print r20:d",   "x local:0:64:ud", "threads",
                                      "x 0x1000000:128:ud", "print f0.0:uw", "print acc0.0:ud"};

struct Commands {
  std::size_t add(const std::string& command) {
    all.push_back(command);
    return all.size();  // index of its answer
  }
  std::size_t add_state() {
    const std::size_t first = all.size() + 1;
    all.insert(all.end(), kState.begin(), kState.end());
    return first;
  }
  std::vector<std::string> all;
};

std::string state(const Session& session, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i != kState.size(); ++i) text += session.answers.at(first + i).text;
  return text;
}

// Instructions from the end of a command to the end of the next.
std::uint64_t cost(const Session& session, std::size_t answer) {
  return session.answers.at(answer).count - session.answers.at(answer - 1).count;
}

constexpr std::uint64_t kMaxRunAgain = 40'000;

TEST(GoingBack, RunsFewInstructionsAgainInALongGroup) {
  constexpr unsigned kTimes = 65'000;  // 5 million instructions
  Commands commands;
  commands.add(fmt::format("break *{:#x} after {}", kLoop, (kTimes - 20) * kThreads));
  commands.add("continue");
  commands.add("delete 1");
  std::vector<std::size_t> before{commands.add_state()}, after, steps;
  constexpr unsigned kSteps = 60;  // past barriers, and into other rounds of the loop
  for (unsigned i = 0; i != kSteps; ++i) {
    commands.add("stepi");
    before.push_back(commands.add_state());
  }
  for (unsigned i = 0; i != kSteps; ++i) {
    steps.push_back(commands.add("reverse-stepi"));
    after.push_back(commands.add_state());
  }
  const Session session = debug(commands.all, kTimes, 1);
  ASSERT_GT(session.answers.at(2).count, 4'900'000U);
  for (unsigned i = 0; i != kSteps; ++i) {
    EXPECT_EQ(state(session, after[i]), state(session, before[kSteps - 1 - i])) << i << " steps back";
    EXPECT_LE(cost(session, steps[i]), kMaxRunAgain) << i << " steps back";
  }
  EXPECT_NE(state(session, before[0]), state(session, before[1]));
  EXPECT_EQ(session.left, debug({"continue"}, kTimes, 1).left);
}

TEST(GoingBack, SearchesFromTheLastState) {
  constexpr unsigned kTimes = 20'000;
  Commands commands;
  commands.add(fmt::format("break *{:#x} after {}", kLoop, (kTimes - 20) * kThreads));
  commands.add("continue");
  commands.add("delete 1");
  commands.add("watch 0x1000020");
  const std::size_t back = commands.add("reverse-continue");
  const std::size_t writer = commands.add("writer 0x1000020");
  commands.add("delete 2");
  commands.add("break *0");
  const std::size_t entry = commands.add("reverse-continue");
  const std::size_t state_there = commands.add_state();
  commands.add("delete 3");
  const Session session = debug(commands.all, kTimes, 1);
  EXPECT_TRUE(session.answers.at(back).text.starts_with("step back: launch 1")) << session.answers.at(back).text;
  EXPECT_LE(cost(session, back), 2 * kMaxRunAgain);
  EXPECT_NE(session.answers.at(writer).text.find("group (0, 0, 0), thread 1\n0x0160: send"), std::string::npos)
      << session.answers.at(writer).text;
  EXPECT_LE(cost(session, writer), 2 * kMaxRunAgain);
  EXPECT_NE(session.answers.at(entry).text.find("back at breakpoint 3"), std::string::npos);
  EXPECT_LE(cost(session, entry), 3 * session.answers.at(2).count);
  EXPECT_EQ(state(session, state_there).find("r3:ud = 1"), std::string::npos);
  EXPECT_EQ(session.left, debug({"continue"}, kTimes, 1).left);
}

// Tested also with another order of turns in each round.
TEST(GoingBack, EndsAsItWouldHave) {
  constexpr unsigned kTimes = 3000;
  const Shuffle shuffle{.order = Shuffle::Order::shuffled, .seed = 5};
  Commands commands;
  commands.add(fmt::format("break *{:#x} after {}", kLoop, (kTimes - 20) * kThreads));
  commands.add("continue");
  const std::size_t there = commands.add_state();
  commands.add("stepi 5");
  commands.add("reverse-continue");
  const std::size_t again = commands.add_state();
  const Session session = debug(commands.all, kTimes, 1, shuffle);
  EXPECT_EQ(state(session, there), state(session, again));
  EXPECT_EQ(session.left, debug({}, kTimes, 1).left);
}

// From the second group into the first one, and there step by step.
TEST(GoingBack, GoesIntoTheMiddleOfAnEarlierGroup) {
  constexpr unsigned kTimes = 6000;
  Commands commands;
  commands.add(fmt::format("break *{:#x} after {}", kLoop, (kTimes + kTimes / 2) * kThreads));
  commands.add("continue");
  commands.add("delete 1");
  commands.add("watch 0x1000000");
  const std::size_t back = commands.add("reverse-continue");
  const std::size_t first = commands.add_state();
  const std::size_t local = commands.add("writer local:0");
  const std::size_t never = commands.add("writer local:4000");
  commands.add("delete 2");
  const std::size_t step = commands.add("reverse-stepi");
  commands.add("stepi");
  const std::size_t second = commands.add_state();
  const Session session = debug(commands.all, kTimes, 2);
  EXPECT_NE(session.answers.at(back).text.find("group (0, 0, 0)"), std::string::npos) << session.answers.at(back).text;
  EXPECT_NE(session.answers.at(local).text.find("group (0, 0, 0), thread 0"), std::string::npos)
      << session.answers.at(local).text;
  EXPECT_NE(session.answers.at(never).text.find("nobody has written these bytes"), std::string::npos);
  EXPECT_LE(cost(session, step), kMaxRunAgain);
  EXPECT_EQ(state(session, first), state(session, second));
  EXPECT_EQ(session.left, debug({}, kTimes, 2).left);
}

}  // namespace
}  // namespace eugene::debug
