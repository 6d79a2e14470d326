// The stub for gdb: packets, and requests without a program behind them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/hex.h"
#include "debug/gdb/greeting.h"
#include "debug/gdb/packets.h"
#include "debug/gdb/stub.h"
#include "debug/gdb/target.h"
#include "eu/thread.h"

namespace eugene::debug::gdb {
namespace {

TEST(DebugGdbPackets, AreTakenFromAStream) {
  Packets packets;
  unsigned refused = 0;
  packets.add("+$g#6");
  EXPECT_FALSE(packets.next(refused));
  packets.add("7$c#00\x03$a}\x03#20");
  EXPECT_EQ(packets.next(refused), "g");
  EXPECT_EQ(packets.next(refused), Packets::kInterrupt);  // after one whose sum is wrong
  EXPECT_EQ(refused, 1U);
  EXPECT_FALSE(packets.next(refused));
  EXPECT_EQ(packet("OK"), "$OK#9a");
  EXPECT_EQ(packet("#"), "$}\x03#80");
}

TEST(DebugGdbGreeting, IsThatOfGdb) {
  const std::string question = packet("qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+");
  for (const std::string& each : {question, "+" + question, "++" + question + "$c#63", packet("QStartNoAckMode")})
    EXPECT_EQ(greeting_in(each), Greeting::gdb) << each;
  // However few bytes come at a time.
  for (std::size_t i = 0; i != question.size(); ++i)
    EXPECT_EQ(greeting_in("+" + question.substr(0, i)), Greeting::incomplete) << i;
}

TEST(DebugGdbGreeting, IsNotThatOfAnotherProgram) {
  const std::string question = packet("qSupported");
  for (const std::string& each :
       {std::string("POST / HTTP/1.1\r\nHost: 127.0.0.1:4321\r\n\r\n$k#6b"), std::string("$k#6b"), std::string("$k"),
        std::string("+$k#6b"), "x" + question, "\r\n" + question, "-" + question, std::string("\x03"),
        "\x03" + question, std::string("$qSupported#00"), std::string("$qSupported#00$k#6b"), "$" + question,
        std::string("$qSupporter"), std::string("$#00"), std::string("$c#63"), std::string(1, '\0'),
        std::string("\x16\x03\x01"), "$qSupported:" + std::string(5000, 'a')})
    EXPECT_EQ(greeting_in(each), Greeting::other) << each;
}

class DebugGdbStub : public ::testing::Test {
 protected:
  std::string answer(const std::string& request) {
    replies_.clear();
    stub_.from_client(request);
    return replies_.empty() ? "nothing" : replies_.back();
  }
  // The stub's reply when the program has answered the last command with `text`.
  std::string answered(const std::string& text) {
    stub_.from_program({{"say", text}});
    stub_.from_program({{"ask", true}});
    return replies_.empty() ? "nothing" : replies_.back();
  }

  std::vector<std::string> replies_, commands_;
  Stub stub_{
      {.to_client = [this](const std::string& text) { replies_.push_back(text); },
       .to_program = [this](const nlohmann::json& message) { commands_.push_back(message.value("command", "")); },
       .stopped = [] {},
       .kill = [] {}}};
};

TEST_F(DebugGdbStub, Stops) {
  stub_.from_program({{"stopped", "entry"}, {"why", "the next instruction"}, {"thread", 2}, {"say", ""}});
  stub_.from_program({{"ask", true}});
  EXPECT_EQ(answer("?"), "T05thread:3;");
  EXPECT_EQ(answer("s"), "nothing");
  EXPECT_EQ(commands_.back(), "stepi");
  stub_.from_program({{"stopped", "exception"}, {"why", "fault: wild"}, {"thread", 0}, {"say", ""}});
  stub_.from_program({{"ask", true}});
  EXPECT_EQ(replies_.back(), "T0bthread:1;");
  (void)answer("c");
  stub_.program_has_ended(3);
  EXPECT_EQ(replies_.back(), "W03");
}

TEST_F(DebugGdbStub, SetsAndRemovesBreakpoints) {
  stub_.from_program({{"ask", true}});
  (void)answer("Z0,98,1");
  EXPECT_EQ(commands_.back(), "break *0x98");
  EXPECT_EQ(answered("breakpoint 7 at 0x98\n"), "OK");
  (void)answer("z0,98,1");
  EXPECT_EQ(commands_.back(), "delete 7");
  (void)answered("");
  (void)answer("Z2,7f10,8");
  EXPECT_EQ(commands_.back(), "watch 0x7f10:uq");
}

TEST_F(DebugGdbStub, ReadsRegistersAndMemory) {
  stub_.from_program({{"ask", true}});
  (void)answer("g");
  const std::string all = answered(R"({"ip":4660,"grf":"0102","flags":"ff"})");
  EXPECT_EQ(all.substr(256, 16), "3412000000000000");
  EXPECT_EQ(all.substr(all.size() - 6), "0102ff");
  (void)answer("m10,4");
  EXPECT_EQ(commands_.back(), "show memory 0x10 4");
  EXPECT_EQ(answered(R"({"hex":""})"), "E01");
}

TEST_F(DebugGdbStub, DoesNotKnowEverything) {
  EXPECT_EQ(answer("vMustReplyEmpty"), "");
  EXPECT_EQ(answer("Z3,10,4"), "");
  EXPECT_EQ(answer("m10"), "E01");
  EXPECT_EQ(answer("qRcmd," + to_hex("continue")), to_hex("to run the program, use gdb's own commands\n"));
  EXPECT_EQ(answer("qXfer:features:read:target.xml:fffff,10"), "l");
}

}  // namespace
}  // namespace eugene::debug::gdb
