// Rules on Gen12's software scoreboard. The cases come from Mesa's test_fs_scoreboard.cpp, in Eugene's own programs:
// each is right as it is, and wrong without any one of its waits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "asm/assemble.h"
#include "isa/open_accesses.h"
#include "isa/scoreboard.h"
#include "rules/validate.h"

namespace eugene::rules {
namespace {

namespace scoreboard_test {

using isa::Scoreboard;
using Use = Scoreboard::Use;

isa::Program assemble(const std::string& text) {
  const auto assembled = assembly::assemble(isa::kGen12, assembly::kIga, text, "test");
  EXPECT_TRUE(assembled) << (assembled ? "" : assembled.error().front().message) << "\n" << text;
  return assembled ? assembled->kernels.front().program : isa::Program{.gen = &isa::kGen12};
}

// Rules on the scoreboard that `program` breaks, each with the index of the instruction.
std::multimap<std::size_t, std::string> broken(const isa::Program& program) {
  Diagnostics diagnostics;
  validate(program, diagnostics);
  std::multimap<std::size_t, std::string> found;
  for (const Diagnostic& each : diagnostics) {
    if (each.rule.starts_with("swsb.")) found.emplace(*program.index_at(each.where.offset), each.rule);
  }
  return found;
}

void set_board(isa::Instruction& i, const Scoreboard& board) {
  i.scoreboard = *isa::encode_scoreboard(board, isa::ends_out_of_order(i));
}

// The program, once without each of its waits. Tokens that are set stay.
std::vector<std::pair<std::string, isa::Program>> without_each_wait(const isa::Program& program) {
  std::vector<std::pair<std::string, isa::Program>> changed;
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    const isa::Instruction& i = program.instructions[n];
    const auto board = isa::decode_scoreboard(i.scoreboard, isa::ends_out_of_order(i));
    if (board && board->distance != 0) {
      Scoreboard less = *board;
      less.distance = 0;
      changed.emplace_back("distance of " + std::to_string(n), program);
      set_board(changed.back().second.instructions[n], less);
    }
    if (board && (board->use == Use::dst || board->use == Use::src)) {
      changed.emplace_back("token of " + std::to_string(n), program);
      set_board(changed.back().second.instructions[n], {.distance = board->distance});
    }
  }
  return changed;
}

constexpr const char* kEnd = "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT, @1}\n";

struct Case {
  const char* name;
  const char* text;
};

// "load" answers in one register, "store" has two payloads.
const Case kStraight[] = {
    {"a result is read",
     "add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n"
     "mul (8|M0) r11.0<1>:d r3.0<8;8,1>:d r4.0<8;8,1>:w\n"
     "and (8|M0) r12.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d {@1}\n"},
    {"a result is sent",
     "add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n"
     "mul (8|M0) r11.0<1>:d r3.0<8;8,1>:d r4.0<8;8,1>:w\n"
     "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {@2, $0}\n"},
    {"an answer is read",
     "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\n"
     "mul (8|M0) r11.0<1>:d r3.0<8;8,1>:d r4.0<8;8,1>:w\n"
     "and (8|M0) r12.0<1>:d r20.0<8;8,1>:d r11.0<8;8,1>:d {@1, $0.dst}\n"},
    {"an answer is sent",
     "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\n"
     "sync.nop null {$0.dst}\n"
     "send.dc0 (8|M0) r21 r20 null 0x0 0x02106E00 {$1}\n"},
    {"a message overwrites what an instruction reads",
     "add (8|M0) r11.0<1>:d r10.0<8;8,1>:d r2.0<8;8,1>:d\n"
     "mul (8|M0) r12.0<1>:d r3.0<8;8,1>:d r4.0<8;8,1>:w\n"
     "send.dc1 (8|M0) r10 r20 null 0x0 0x02106E00 {@2, $0}\n"},
    {"an instruction overwrites a payload",
     "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\n"
     "mul (8|M0) r11.0<1>:d r3.0<8;8,1>:d r4.0<8;8,1>:w\n"
     "and (8|M0) r10.0<1>:d r5.0<8;8,1>:d r6.0<8;8,1>:d {$0.src}\n"},
    {"a message to another function overwrites a payload",
     "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\n"
     "sync.nop null {$0.src}\n"
     "send.dc0 (8|M0) r10 r11 null 0x0 0x02106E00 {$1}\n"},
    {"a message overwrites a result",
     "add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n"
     "mul (8|M0) r11.0<1>:d r3.0<8;8,1>:d r4.0<8;8,1>:w\n"
     "send.dc1 (8|M0) r10 r20 null 0x0 0x02106E00 {@2, $0}\n"},
    {"an instruction overwrites an answer",
     "send.dc1 (8|M0) r10 r20 null 0x0 0x02106E00 {$0}\n"
     "mul (8|M0) r11.0<1>:d r3.0<8;8,1>:d r4.0<8;8,1>:w\n"
     "and (8|M0) r10.0<1>:d r5.0<8;8,1>:d r6.0<8;8,1>:d {$0.dst}\n"},
    {"a message overwrites an answer",
     "send.dc1 (8|M0) r10 r20 null 0x0 0x02106E00 {$0}\n"
     "sync.nop null {$0.dst}\n"
     "send.dc0 (8|M0) r10 r11 null 0x0 0x02106E00 {$1}\n"},
    {"the result of a function is read",
     "math.inv (8|M0) r10.0<1>:f r11.0<8;8,1>:f {$3}\n"
     "add (8|M0) r12.0<1>:f r10.0<8;8,1>:f r2.0<8;8,1>:f {$3.dst}\n"},
    {"all answers are waited for",
     "send.dc1 (8|M0) r10 r20 null 0x0 0x02106E00 {$0}\n"
     "send.dc1 (8|M0) r11 r21 null 0x0 0x02106E00 {$1}\n"
     "sync.nop null {$1.dst}\n"
     "add (8|M0) r12.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d {$0.dst}\n"},
};

TEST(Scoreboard, RightPrograms) {
  for (const Case& each : kStraight) EXPECT_TRUE(broken(assemble(std::string(each.text) + kEnd)).empty()) << each.name;
}

TEST(Scoreboard, EachWaitIsNeeded) {
  for (const Case& each : kStraight) {
    const std::vector<std::pair<std::string, isa::Program>> changed = without_each_wait(assemble(each.text));
    EXPECT_FALSE(changed.empty());
    for (const auto& [what, program] : changed) EXPECT_FALSE(broken(program).empty()) << each.name << ": " << what;
  }
}

TEST(Scoreboard, SaysWhatIsMissing) {
  const auto message = [](const std::string& text) {
    Diagnostics diagnostics;
    validate(assemble(text), diagnostics);
    const auto found =
        std::ranges::find_if(diagnostics, [](const Diagnostic& d) { return d.rule.starts_with("swsb."); });
    return found == diagnostics.end() ? std::string() : found->message;
  };
  EXPECT_NE(message("send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$7}\n"
                    "add (8|M0) r12.0<1>:d r20.0<8;8,1>:d r11.0<8;8,1>:d\n")
                .find("r20 is read, and send at 0x0 writes it; add $7.dst"),
            std::string::npos);
  EXPECT_NE(message("send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$7}\n"
                    "add (8|M0) r10.0<1>:d r2.0<8;8,1>:d r11.0<8;8,1>:d\n")
                .find("r10 is written, and send at 0x0 reads it; add $7.src"),
            std::string::npos);
  EXPECT_NE(message("add (8|M0) r10.0<1>:d r2.0<8;8,1>:d r11.0<8;8,1>:d\n"
                    "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\n"
                    "mov (8|M0) r3.0<1>:d r10.0<8;8,1>:d\n")
                .find("r10 is read, and add at 0x0 writes it; add @2"),
            std::string::npos);
}

// Orders that the hardware keeps without a wait.
TEST(Scoreboard, OrderedByHardware) {
  const char* const kTexts[] = {
      // In order: reads before later writes, and writes before later writes.
      "add (8|M0) r11.0<1>:d r10.0<8;8,1>:d r2.0<8;8,1>:d\nadd (8|M0) r10.0<1>:d r3.0<8;8,1>:d r2.0<8;8,1>:d\n",
      "add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\nadd (8|M0) r10.0<1>:d r3.0<8;8,1>:d r2.0<8;8,1>:d\n",
      // Messages to one function read their payloads in order, if they have the same channels.
      "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\nsend.dc1 (8|M0) r10 r11 null 0x0 0x02106E00 {$1}\n",
      // A message that sets a token waits until the token is free.
      "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\nsend.dc1 (8|M0) r21 r20 null 0x0 0x02106E00 {$0}\n",
      // Flags, address registers and accumulators.
      "cmp (8|M0) (lt)f0.0 null<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n(f0.0) mov (8|M0) r3.0<1>:d r4.0<8;8,1>:d\n",
      // A message of one channel writes one element of its answer.
      "(W) send.dc0 (1|M0) r22 r3 null 0x0 0x021108FE {$8}\nmov (1|M0) r8.0<1>:d r22.1<0;1,0>:d\n",
      // Other bytes of a register.
      "mov (1|M0) r10.0<1>:d r1.0<0;1,0>:d\nmov (1|M0) r11.0<1>:d r10.1<0;1,0>:d\n",
  };
  for (const char* text : kTexts) EXPECT_TRUE(broken(assemble(text)).empty()) << text;
}

TEST(Scoreboard, OtherChannelsAreNotInOrder) {
  EXPECT_EQ(broken(assemble("send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\n"
                            "send.dc1 (8|M8) r10 r11 null 0x0 0x02106E00 {$1}\n"))
                .count(1),
            1U);
}

TEST(Scoreboard, InstructionsFarBackHaveEnded) {
  std::string text = "add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n";
  for (unsigned between = 0; between < 12; ++between) {
    const auto found = broken(assemble(text + "mov (8|M0) r3.0<1>:d r10.0<8;8,1>:d\n"));
    EXPECT_EQ(found.size(), between < isa::kMaxOpenDistance ? 1U : 0U) << between;
    text += "mov (8|M0) r" + std::to_string(30 + between) + ".0<1>:d r1.0<8;8,1>:d\n";
  }
}

// Neither sync nor messages count in distances.
TEST(Scoreboard, OnlyInstructionsInOrderCount) {
  const std::string text =
      "add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\nsync.nop null\n"
      "send.dc1 (8|M0) r20 r12 null 0x0 0x02106E00 {$0}\n";
  EXPECT_TRUE(broken(assemble(text + "mov (8|M0) r3.0<1>:d r10.0<8;8,1>:d {@1}\n")).empty());
  EXPECT_FALSE(broken(assemble(text + "mov (8|M0) r3.0<1>:d r10.0<8;8,1>:d {@2}\n")).empty());
}

TEST(Scoreboard, Syncs) {
  const std::string two =
      "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\nsend.dc1 (8|M0) r21 r11 null 0x0 0x02106E00 {$3}\n";
  const std::string reads = "add (8|M0) r12.0<1>:d r20.0<8;8,1>:d r21.0<8;8,1>:d\n";
  const std::string writes = "mov (8|M0) r10.0<1>:d 0:d\nmov (8|M0) r11.0<1>:d 0:d\n";
  EXPECT_TRUE(broken(assemble(two + "sync.allwr null\n" + reads + writes)).empty());
  EXPECT_TRUE(broken(assemble(two + "sync.allwr ($0, $3)\n" + reads + writes)).empty());
  EXPECT_EQ(broken(assemble(two + "sync.allwr ($0)\n" + reads)).size(), 1U);
  EXPECT_EQ(broken(assemble(two + "sync.allrd null\n" + reads)).size(), 2U);
  EXPECT_TRUE(broken(assemble(two + "sync.allrd null\n" + writes)).empty());
}

TEST(Scoreboard, Tokens) {
  const auto found =
      broken(assemble("send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00\nmov (8|M0) r1.0<1>:d r20.0<8;8,1>:d\n"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.begin()->second, "swsb.no_token");
  isa::Program program = assemble("mov (8|M0) r1.0<1>:d r20.0<8;8,1>:d\n");
  program.instructions[0].scoreboard = 0x41;
  EXPECT_EQ(broken(program).begin()->second, "swsb.set");
  program.instructions[0].scoreboard = 0x70;
  EXPECT_EQ(broken(program).begin()->second, "swsb.byte");
}

TEST(Scoreboard, RegistersThatAreNotTracked) {
  EXPECT_TRUE(broken(assemble("(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {@1}\n")).empty());
  EXPECT_EQ(broken(assemble("(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw\n")).count(0), 1U);
  EXPECT_EQ(broken(assemble("(W) mov (1|M0) r1.0<1>:ud sr0.0<0;1,0>:ud {@2}\n")).count(0), 1U);
}

TEST(Scoreboard, TheEndOfAThreadWaits) {
  EXPECT_EQ(broken(assemble("(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n")).count(0), 1U);
  EXPECT_EQ(broken(assemble("(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT, @2}\n")).count(0), 1U);
}

// Flow control: an answer may be read on one of several paths.
TEST(Scoreboard, Paths) {
  const std::string load = "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\n";
  const std::string then = "(f0.0) if (8|M0) Else Else\n";
  const std::string use = "mov (8|M0) r1.0<1>:d r20.0<8;8,1>:d";
  const std::string end = "Else:\nendif (8|M0) After\nAfter:\n";
  EXPECT_TRUE(broken(assemble(load + then + use + " {$0.dst}\n" + end + kEnd)).empty());
  EXPECT_FALSE(broken(assemble(load + then + use + "\n" + end + kEnd)).empty());
  // One path waits, the other one does not.
  EXPECT_EQ(broken(assemble(load + then + use + " {$0.dst}\n" + end + use + "\n" + kEnd)).size(), 1U);
  EXPECT_TRUE(broken(assemble(load + then + use + " {$0.dst}\n" + end + use + " {$0.dst}\n" + kEnd)).empty());
}

// The channels of an else branch do not read what the if branch loads for the others. They may overwrite a payload.
TEST(Scoreboard, Branches) {
  const auto branches = [](const std::string& other) {
    return assemble(
        "(f0.0) if (8|M0) Else End\nsend.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\n"
        "else (8|M0) End End\nElse:\n" +
        other + "\nEnd:\nendif (8|M0) After\nAfter:\n" + "mov (8|M0) r2.0<1>:d r20.0<8;8,1>:d {$0.dst}\n" + kEnd);
  };
  EXPECT_TRUE(broken(branches("mov (8|M0) r1.0<1>:d r20.0<8;8,1>:d")).empty());
  EXPECT_EQ(broken(branches("mov (8|M0) r10.0<1>:d 0:d")).size(), 1U);
}

TEST(Scoreboard, Loops) {
  const auto loop = [](const std::string& wait, const std::string& more) {
    return assemble("Loop:\nmov (8|M0) r10.0<1>:d r2.0<8;8,1>:d " + wait + "\n" +
                    "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {@1, $0}\n" + more + "(f0.0) while (8|M0) Loop\n" +
                    kEnd);
  };
  EXPECT_TRUE(broken(loop("{$0.src}", "")).empty());
  EXPECT_EQ(broken(loop("", "")).count(0), 1U);
  // A break leads to the while when no channel is left, so the while does not loop.
  EXPECT_TRUE(broken(assemble("Loop:\nmov (8|M0) r10.0<1>:d r2.0<8;8,1>:d\n"
                              "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {@1, $0}\n"
                              "(f0.1) break (8|M0) End End\n"
                              "sync.nop null {$0.src}\n"
                              "End:\nwhile (8|M0) Loop\n" +
                              std::string(kEnd)))
                  .empty());
}

TEST(Scoreboard, NoLimitIsReachedByLongPrograms) {
  std::string text;
  for (unsigned n = 0; n < 2000; ++n) text += "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E00\n";
  EXPECT_FALSE(broken(assemble(text)).empty());
}

// The plainest model of one path: sets of registers, and a list of everything that may still be open.
class PathModel {
 public:
  struct Step {
    std::set<unsigned> reads, writes;
    bool is_message = false;
    Scoreboard board;
  };

  // Returns true if the step is a hazard.
  bool take(const Step& step) {
    std::erase_if(open_, [&](const Open& o) {
      if (!o.step.is_message) return step.board.distance != 0 && step.board.distance <= o.age;
      return o.step.board.token == step.board.token && (step.board.use == Use::dst || step.board.use == Use::set);
    });
    for (Open& o : open_) {
      if (o.step.is_message && step.board.use == Use::src && o.step.board.token == step.board.token) o.has_read = true;
    }
    bool is_hazard = false;
    for (const Open& o : open_) {
      const bool ordered = !o.step.is_message && !step.is_message;
      is_hazard = is_hazard || meet(o.step.writes, step.reads);
      is_hazard = is_hazard || (!ordered && meet(o.step.writes, step.writes));
      is_hazard = is_hazard || (!ordered && !o.has_read && meet(o.step.reads, step.writes));
    }
    if (!step.is_message) {
      for (Open& o : open_) o.age += o.step.is_message ? 0 : 1;
    }
    open_.push_back({.step = step});
    std::erase_if(open_, [](const Open& o) { return !o.step.is_message && o.age > isa::kMaxOpenDistance; });
    return is_hazard;
  }

 private:
  struct Open {
    Step step;
    unsigned age = 1;
    bool has_read = false;
  };
  static bool meet(const std::set<unsigned>& a, const std::set<unsigned>& b) {
    return std::ranges::any_of(a, [&](unsigned each) { return b.contains(each); });
  }
  std::vector<Open> open_;
};

// Random programs of additions and messages. No two messages have the same function and the same channels, so that none
// is in order with another.
struct RandomProgram {
  std::vector<PathModel::Step> steps;

  explicit RandomProgram(std::mt19937& random) {
    const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    unsigned messages = 0;
    for (unsigned n = 0; n < 24; ++n) {
      PathModel::Step step{.reads = {1 + below(6), 1 + below(6)}, .writes = {1 + below(6)}};
      step.is_message = messages < 8 && below(3) == 0;
      messages += step.is_message ? 1 : 0;
      if (step.is_message) step.reads = {*step.reads.begin()};
      if (below(2) == 0) step.board.distance = static_cast<std::uint8_t>(1 + below(7));
      if (step.is_message) {
        step.board.use = Use::set;
        step.board.token = static_cast<std::uint8_t>(below(6));
      } else if (below(2) == 0) {
        const bool both = step.board.distance != 0;
        step.board.use = both || below(2) == 0 ? Use::dst : Use::src;
        step.board.token = static_cast<std::uint8_t>(below(6));
      }
      steps.push_back(step);
    }
  }

  isa::Program program() const {
    std::string text;
    unsigned messages = 0;
    for (const PathModel::Step& step : steps) {
      const unsigned a = *step.reads.begin(), b = *step.reads.rbegin(), to = *step.writes.begin();
      if (step.is_message) {
        text += fmt::format("send.dc{} (8|M{}) r{} r{} null 0x0 0x02106E00\n", messages % 2, messages / 2 * 8, to, a);
        ++messages;
      } else {
        text += fmt::format("add (8|M0) r{}.0<1>:d r{}.0<8;8,1>:d r{}.0<8;8,1>:d\n", to, a, b);
      }
    }
    isa::Program program = assemble(text);
    for (std::size_t n = 0; n < steps.size(); ++n) set_board(program.instructions[n], steps[n].board);
    return program;
  }
};

// The first hazard of a path is the same in the model and by the rules. After it they may differ, since the rules
// follow an access to its first hazard only.
TEST(Scoreboard, FindsTheHazardsOfAPlainModel) {
  std::mt19937 random(12);
  std::size_t hazards = 0;
  for (unsigned n = 0; n < 400; ++n) {
    const RandomProgram made(random);
    PathModel model;
    std::size_t first = made.steps.size();
    for (std::size_t k = 0; k < made.steps.size() && first == made.steps.size(); ++k) {
      if (model.take(made.steps[k])) first = k;
    }
    const auto found = broken(made.program());
    hazards += first < made.steps.size() ? 1 : 0;
    ASSERT_EQ(found.empty() ? made.steps.size() : found.begin()->first, first) << "program " << n;
  }
  EXPECT_GT(hazards, 300U);
}

// The observers' view of a path: the same instructions one after the other.
TEST(Scoreboard, ObserversFindTheHazardsOfAPath) {
  std::mt19937 random(13);
  std::size_t hazards = 0;
  for (unsigned n = 0; n < 200; ++n) {
    const isa::Program program = RandomProgram(random).program();
    isa::OpenAccesses open;
    std::vector<isa::DependencyHazard> found;
    for (std::size_t k = 0; k < program.instructions.size(); ++k)
      open.execute(program, k, isa::find_accesses(*program.gen, program.instructions[k]), found);
    const auto by_rules = broken(program);
    ASSERT_EQ(found.size(), by_rules.size()) << "program " << n;
    for (const isa::DependencyHazard& each : found) EXPECT_TRUE(by_rules.contains(each.later)) << "program " << n;
    hazards += found.size();
  }
  EXPECT_GT(hazards, 1000U);
}

TEST(Scoreboard, ObserversKnowTheChannelsOfAnElseBranch) {
  const isa::Program program = assemble(
      "(f0.0) if (8|M0) Else End\nsend.dc1 (8|M0) r20 r10 null 0x0 0x02106E00 {$0}\nelse (8|M0) End End\nElse:\n"
      "mov (8|M0) r1.0<1>:d r20.0<8;8,1>:d\nEnd:\nendif (8|M0) After\nAfter:\n"
      "mov (8|M0) r2.0<1>:d r20.0<8;8,1>:d\n");
  isa::OpenAccesses open;
  std::vector<isa::DependencyHazard> found;
  for (std::size_t k = 0; k < program.instructions.size(); ++k)
    open.execute(program, k, isa::find_accesses(*program.gen, program.instructions[k]), found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].later, 5U);
}

TEST(Scoreboard, ObserversForgetInstructionsInOrderAtJumps) {
  const isa::Program program = assemble(
      "add (8|M0) r10.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\nsync.nop null\nmov (8|M0) r3.0<1>:d r10.0<8;8,1>:d\n");
  for (const bool jumps : {false, true}) {
    isa::OpenAccesses open;
    std::vector<isa::DependencyHazard> found;
    for (const std::size_t k : jumps ? std::vector<std::size_t>{0, 2} : std::vector<std::size_t>{0, 1, 2})
      open.execute(program, k, isa::find_accesses(*program.gen, program.instructions[k]), found);
    EXPECT_EQ(found.size(), jumps ? 0U : 1U);
  }
}

}  // namespace scoreboard_test
}  // namespace
}  // namespace eugene::rules
