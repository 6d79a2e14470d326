// Steps forth and back through a run: each shows what a run from the beginning shows there.
#include "machine/replay.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "machine/run.h"

namespace eugene::web {
namespace {

constexpr gpu::Timeline::Limits kDense{.distance = 64, .marks_groups = false};

// Two threads in each of two groups add to memory, write local memory, and wait for each other.
const std::string kRounds = R"(// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// threads 2 ; groups 2 ; slm size 64
// set r30:ud = 0 4 8 12 16 20 24 28 ; set mem 0x10000:d = 5 6 7
mov (8) r3<1>:d 0:d
L: add (8) r3<1>:d r3<8;8,1>:d 1:d
mov (8) r31<1>:d r3<8;8,1>:d
send (8) null r30 data1.untyped_write(bti=slm, channels=x, simd=8)
send (8) null r30 data1.untyped_atomic(bti=0, op=add, simd=8)
cmp.l.f0.0 (8) null<1>:d r3<8;8,1>:d 1000:d
(f0.0) while (8) L
mov (8) r5<1>:ud r0<8;8,1>:ud {NoMask}
send (8) null r5 gateway.barrier() {NoMask}
wait (1) n0
add (8) r3<1>:d r3<8;8,1>:d 1:d
send (8) null r127 spawner.dereference(keep) {EOT}
)";

std::string state_at(const std::string& text, std::uint64_t step, Replay& replay) {
  return run(text, {.step = step}, replay);
}
std::string fresh_state(const std::string& text, std::uint64_t step) {
  Replay replay;
  return state_at(text, step, replay);
}

TEST(Replay, ShowsWhatARunFromTheBeginningShows) {
  Replay replay(kDense);
  const std::string end = state_at(kRounds, ~std::uint64_t{0}, replay);
  EXPECT_NE(end.find("\"ended\":true"), std::string::npos) << end;
  EXPECT_NE(end.find("\"problems\":[]"), std::string::npos) << end;
  EXPECT_NE(end.find("\"step\":24024"), std::string::npos) << end.substr(end.find("\"step\""), 20);
  EXPECT_GT(replay.timeline().marks(), 2U);
  for (const std::uint64_t step :
       {24023U, 24022U, 13000U, 13001U, 12012U, 12011U, 7000U, 6005U, 6006U, 6007U, 20000U, 130U, 5U, 0U})
    EXPECT_EQ(state_at(kRounds, step, replay), fresh_state(kRounds, step)) << step;
  EXPECT_EQ(state_at(kRounds, ~std::uint64_t{0}, replay), end);
}

TEST(Replay, AStepBackRunsASmallPartAgain) {
  Replay replay(kDense);
  state_at(kRounds, 20000, replay);
  const gpu::Timeline::Mark* mark = replay.begin(kRounds, 19999);
  ASSERT_NE(mark, nullptr);
  EXPECT_LE(19999 - mark->clock, 8192U);
}

TEST(Replay, AnotherTextBeginsAnew) {
  Replay replay(kDense);
  state_at(kRounds, 1200, replay);
  const std::string other = "// expect r3:d = 7 ...\nmov (8) r3<1>:d 7:d\n" + kRounds;
  EXPECT_EQ(state_at(other, 900, replay), fresh_state(other, 900));
  EXPECT_EQ(state_at(kRounds, 900, replay), fresh_state(kRounds, 900));
}

}  // namespace
}  // namespace eugene::web
