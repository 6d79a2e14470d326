// The command streamer against commands written by hand, dword by dword, from the public Gen9 descriptions.
#include "gpu/commands/command_streamer.h"
#include "gpu/commands/command_table.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "gpu/media/gpgpu_work.h"
#include "memory/flat_memory.h"

namespace eugene::gpu {
namespace {

constexpr std::uint64_t kRing = 0x10000;        // in the GGTT
constexpr std::uint64_t kStatusPage = 0x20000;  // in the GGTT
constexpr std::uint64_t kBatch = 0x100000;      // in the PPGTT
constexpr std::uint64_t kSecond = 0x104000;
constexpr std::uint64_t kData = 0x200000;

constexpr std::uint32_t kNoop = 0;
constexpr std::uint32_t kBatchEnd = 0x0500'0000;
constexpr std::uint32_t kBatchStart = 0x1880'0101;        // first level, PPGTT
constexpr std::uint32_t kBatchStartSecond = 0x18C0'0101;  // second level
constexpr std::uint32_t kLoadImm = 0x1100'0001;
constexpr std::uint32_t kStoreImm = 0x1000'0002;
constexpr std::uint32_t kGpr0 = 0x2600;

class CommandStreamerTest : public testing::Test {
 protected:
  CommandStreamerTest() {
    EXPECT_TRUE(ggtt_.map(kRing, 0x1000));
    EXPECT_TRUE(ggtt_.map(kStatusPage, 0x1000));
    EXPECT_TRUE(ppgtt_.map(kBatch, 0x10000));
    EXPECT_TRUE(ppgtt_.map(kData, 0x10000));
    streamer_.set_status_page(kStatusPage);
    put(ggtt_view_, kRing, {kBatchStart, static_cast<std::uint32_t>(kBatch), 0, kNoop});
    ring_.tail = 16;
  }

  static void put(memory::View& view, std::uint64_t address, const std::vector<std::uint32_t>& dwords) {
    ASSERT_TRUE(view.write(address, std::as_bytes(std::span(dwords))));
  }
  std::uint32_t dword(std::uint64_t address) { return read<std::uint32_t>(ppgtt_view_, address); }
  template <class T>
  static T read(memory::View& view, std::uint64_t address) {
    T value{};
    EXPECT_TRUE(view.read(address, std::as_writable_bytes(std::span(&value, 1))));
    return value;
  }
  // Puts `dwords` and MI_BATCH_BUFFER_END in the batch buffer and runs the ring.
  StreamStatus run(std::vector<std::uint32_t> dwords) {
    dwords.push_back(kBatchEnd);
    put(ppgtt_view_, kBatch, dwords);
    return resume();
  }
  StreamStatus resume() { return streamer_.run(ring_, std::chrono::steady_clock::now() + std::chrono::seconds(2)); }

  memory::FlatMemory ggtt_;
  memory::FlatMemory ppgtt_;
  memory::View ggtt_view_{ggtt_};
  memory::View ppgtt_view_{ppgtt_};
  Clock clock_{19'200'000};
  Registers registers_{clock_};
  std::vector<Work> works_;
  unsigned invalidations_ = 0;
  std::vector<Diagnostic> suspicions_;
  CommandStreamer streamer_{isa::kGen9,
                            StreamerHost{.run_work = [this](const Work& work, SuspendedJobPtr*) -> Result<void> {
                                           works_.push_back(work);
                                           return {};
                                         },
                                         .invalidate = [this] { ++invalidations_; },
                                         .suspect = [this](const Diagnostic& what) { suspicions_.push_back(what); },
                                         .device = &kDefaultDevice},
                            registers_, ppgtt_view_, ggtt_view_};
  Ring ring_{.start = kRing, .bytes = 0x1000};
};

// Its five dwords of pool masks follow the header.
TEST(CommandTable, MediaPoolStateHasSixDwords) {
  constexpr std::uint32_t kHeader = 0x7005'0004;
  const Command* command = find_command(isa::kGen9, EngineKind::render, kHeader);
  ASSERT_NE(command, nullptr);
  EXPECT_EQ(command->form(isa::kGen9).shortest, 6U);
  EXPECT_EQ(command_length(command->form(isa::kGen9), kHeader), 6U);
}

TEST_F(CommandStreamerTest, RingEndsWhereHeadMeetsTail) {
  EXPECT_EQ(run({kLoadImm, kGpr0, 42}), StreamStatus::idle);
  EXPECT_EQ(registers_.read(kGpr0), 42U);
  EXPECT_EQ(ring_.head, 16U);
  EXPECT_EQ(resume(), StreamStatus::idle);  // nothing left
}

TEST_F(CommandStreamerTest, RingWraps) {
  // MI_LOAD_REGISTER_IMM whose last dword is the first of the ring.
  put(ggtt_view_, kRing + 0xFF8, {kLoadImm, kGpr0});
  put(ggtt_view_, kRing, {77, kNoop});
  ring_.head = 0xFF8;
  ring_.tail = 8;
  EXPECT_EQ(resume(), StreamStatus::idle);
  EXPECT_EQ(registers_.read(kGpr0), 77U);
}

TEST_F(CommandStreamerTest, SecondLevelReturnsAndFirstLevelChains) {
  constexpr std::uint64_t kChained = kBatch + 0x2000;
  put(ppgtt_view_, kSecond, {kLoadImm, kGpr0, 1, kBatchEnd});
  put(ppgtt_view_, kChained, {kLoadImm, kGpr0 + 16, 3, kBatchEnd});
  // Commands after a chained MI_BATCH_BUFFER_START are never reached.
  EXPECT_EQ(run({kBatchStartSecond, static_cast<std::uint32_t>(kSecond), 0, kLoadImm, kGpr0 + 8, 2, kBatchStart,
                 static_cast<std::uint32_t>(kChained), 0, kLoadImm, kGpr0, 99}),
            StreamStatus::idle);
  EXPECT_EQ(registers_.read(kGpr0), 1U);
  EXPECT_EQ(registers_.read(kGpr0 + 8), 2U);
  EXPECT_EQ(registers_.read(kGpr0 + 16), 3U);
}

TEST_F(CommandStreamerTest, StoresAndLoads) {
  const auto data = static_cast<std::uint32_t>(kData);
  EXPECT_EQ(run({
                kStoreImm,
                data,
                0,
                0x1234'5678,  // MI_STORE_DATA_IMM
                0x1020'0003,
                data + 8,
                0,
                0xAAAA'AAAA,
                0xBBBB'BBBB,  // ... of a qword
                0x1480'0002,
                kGpr0,
                data,
                0,  // MI_LOAD_REGISTER_MEM
                0x1500'0001,
                kGpr0,
                kGpr0 + 8,  // MI_LOAD_REGISTER_REG
                0x1200'0002,
                kGpr0 + 8,
                data + 16,
                0,  // MI_STORE_REGISTER_MEM
                0x1700'0003,
                data + 20,
                0,
                data + 12,
                0,  // MI_COPY_MEM_MEM
                0x1080'0001 | (1U << 21),
                0x40,
                0xCAFE,  // MI_STORE_DATA_INDEX
            }),
            StreamStatus::idle);
  EXPECT_EQ(dword(kData), 0x1234'5678U);
  EXPECT_EQ(read<std::uint64_t>(ppgtt_view_, kData + 8), 0xBBBB'BBBB'AAAA'AAAAU);
  EXPECT_EQ(dword(kData + 16), 0x1234'5678U);
  EXPECT_EQ(dword(kData + 20), 0xBBBB'BBBBU);
  EXPECT_EQ(read<std::uint32_t>(ggtt_view_, kStatusPage + 0x40), 0xCAFEU);
}

TEST_F(CommandStreamerTest, PipeControlPostSync) {
  const auto data = static_cast<std::uint32_t>(kData);
  const std::uint64_t before = registers_.timestamp();
  EXPECT_EQ(run({
                0x7A00'0004,
                1U << 14,
                data,
                0,
                0x1111'1111,
                0x2222'2222,  // immediate
                0x7A00'0004,
                3U << 14,
                data + 8,
                0,
                0,
                0,  // timestamp
                0x7A00'0004,
                (1U << 14) | (1U << 24),
                static_cast<std::uint32_t>(kStatusPage + 8),
                0,
                7,
                0,  // GGTT
                0x7A00'0004,
                1U << 11,
                0,
                0,
                0,
                0,  // invalidate
            }),
            StreamStatus::idle);
  EXPECT_EQ(read<std::uint64_t>(ppgtt_view_, kData), 0x2222'2222'1111'1111U);
  const auto written = read<std::uint64_t>(ppgtt_view_, kData + 8);
  EXPECT_GE(written, before);
  EXPECT_LE(written, registers_.timestamp());
  EXPECT_EQ(read<std::uint64_t>(ggtt_view_, kStatusPage + 8), 7U);
  EXPECT_EQ(invalidations_, 1U);
}

TEST_F(CommandStreamerTest, MathAddsAndCarries) {
  const auto alu = [](std::uint32_t opcode, std::uint32_t a, std::uint32_t b) {
    return (opcode << 20) | (a << 10) | b;
  };
  registers_.write64(kGpr0, ~std::uint64_t{0});
  registers_.write64(kGpr0 + 8, 5);
  EXPECT_EQ(run({0x0D00'0005, alu(0x080, 0x20, 0), alu(0x080, 0x21, 1), alu(0x100, 0, 0), alu(0x180, 2, 0x31),
                 alu(0x180, 3, 0x33), alu(0x580, 4, 0x32)}),
            StreamStatus::idle);
  EXPECT_EQ(registers_.read64(kGpr0 + 16), 4U);                 // ACCU
  EXPECT_EQ(registers_.read64(kGpr0 + 24), ~std::uint64_t{0});  // CF
  EXPECT_EQ(registers_.read64(kGpr0 + 32), ~std::uint64_t{0});  // inverted ZF
}

struct AtomicCase {
  std::uint32_t opcode;
  std::uint64_t old;
  std::uint64_t operand1;
  std::uint64_t operand2;
  std::uint64_t result;
};

TEST_F(CommandStreamerTest, Atomics) {
  constexpr std::uint64_t kMinusOne = 0xFFFF'FFFF;
  for (const AtomicCase& c : {
           AtomicCase{0x01, 0xF0F0, 0xFF00, 0, 0xF000},
           AtomicCase{0x02, 0xF0F0, 0xFF00, 0, 0xFFF0},
           AtomicCase{0x03, 0xF0F0, 0xFF00, 0, 0x0FF0},
           AtomicCase{0x04, 1, 9, 0, 9},
           AtomicCase{0x05, kMinusOne, 0, 0, 0},
           AtomicCase{0x06, 0, 0, 0, kMinusOne},
           AtomicCase{0x07, 2, 3, 0, 5},
           AtomicCase{0x08, 2, 3, 0, kMinusOne},
           AtomicCase{0x09, 2, 3, 0, 1},
           AtomicCase{0x0A, 1, kMinusOne, 0, 1},
           AtomicCase{0x0B, 1, kMinusOne, 0, kMinusOne},
           AtomicCase{0x0C, 1, kMinusOne, 0, kMinusOne},
           AtomicCase{0x0D, 1, kMinusOne, 0, 1},
           AtomicCase{0x0E, 4, 4, 8, 8},
           AtomicCase{0x0E, 4, 5, 8, 4},
       }) {
    SCOPED_TRACE(c.opcode);
    const auto data = static_cast<std::uint32_t>(kData);
    put(ppgtt_view_, kData, {static_cast<std::uint32_t>(c.old), 0x5555'5555});
    ring_.head = 0;
    const std::uint32_t inline_and_return = (1U << 18) | (1U << 16);
    EXPECT_EQ(run({0x1780'0009 | inline_and_return | (c.opcode << 8), data, 0, static_cast<std::uint32_t>(c.operand1),
                   static_cast<std::uint32_t>(c.operand2), 0, 0, 0, 0, 0, 0}),
              StreamStatus::idle)
        << streamer_.error().message;
    EXPECT_EQ(dword(kData), static_cast<std::uint32_t>(c.result));
    EXPECT_EQ(dword(kData + 4), 0x5555'5555U);
    EXPECT_EQ(registers_.read64(kGpr0 + 32), c.old);  // CS_GPR4
  }
}

TEST_F(CommandStreamerTest, SemaphoreWaitsUntilMemoryChanges) {
  const auto data = static_cast<std::uint32_t>(kData);
  // SAD_EQUAL_SDD, polling.
  EXPECT_EQ(run({0x0E00'0002 | (4U << 12) | (1U << 15), 3, data, 0, kLoadImm, kGpr0, 1}), StreamStatus::waiting);
  EXPECT_FALSE(streamer_.waiting_for().empty());
  EXPECT_EQ(registers_.read(kGpr0), 0U);
  EXPECT_EQ(resume(), StreamStatus::waiting);
  put(ppgtt_view_, kData, {3});
  EXPECT_EQ(resume(), StreamStatus::idle);
  EXPECT_EQ(registers_.read(kGpr0), 1U);
}

TEST_F(CommandStreamerTest, PredicateSkipsWhatFollows) {
  EXPECT_EQ(run({0x0080'000F, kLoadImm, kGpr0, 1,        // MI_SET_PREDICATE: always
                 0x0080'0000, kLoadImm, kGpr0 + 8, 2}),  // ... never
            StreamStatus::idle);
  EXPECT_EQ(registers_.read(kGpr0), 0U);
  EXPECT_EQ(registers_.read(kGpr0 + 8), 2U);
}

TEST_F(CommandStreamerTest, PredicateComparesRegisters) {
  const auto data = static_cast<std::uint32_t>(kData);
  registers_.write64(reg::kPredicateSource0, 5);
  registers_.write64(reg::kPredicateSource1, 5);
  constexpr std::uint32_t kLoadEqual = 0x0600'0000 | (2U << 6) | 2U;  // MI_PREDICATE: load, set, sources equal
  EXPECT_EQ(run({kLoadEqual, 0x1200'0002 | (1U << 21), reg::kPredicateResult, data, 0, kLoadImm, reg::kPredicateSource1,
                 6, kLoadEqual, 0x1200'0002 | (1U << 21), kGpr0, data, 0}),
            StreamStatus::idle);
  EXPECT_EQ(dword(kData), 1U);  // the second, predicated off, would have stored 0
}

TEST_F(CommandStreamerTest, ConditionalEndLeavesTheBuffer) {
  const auto data = static_cast<std::uint32_t>(kData);
  put(ppgtt_view_, kData, {10, 0});
  EXPECT_EQ(run({0x1B00'0002 | (1U << 21), 9, data, 0, kLoadImm, kGpr0, 1,     // 10 > 9: goes on
                 0x1B00'0002 | (1U << 21), 10, data, 0, kLoadImm, kGpr0, 2}),  // 10 > 10 is false: ends
            StreamStatus::idle);
  EXPECT_EQ(registers_.read(kGpr0), 1U);
}

TEST_F(CommandStreamerTest, WalkerGathersItsDispatch) {
  const auto data = static_cast<std::uint32_t>(kData);
  // Interface descriptor at dynamic + 0x40: kernel at 0x140, 3 per-thread registers' worth of two threads, 1
  // cross-thread.
  put(ppgtt_view_, kData + 0x40, {0x140, 0, 1U << 19, 0x200, 0x80, 3U << 16, 2 | (5U << 16) | (1U << 21), 1});
  std::vector<std::uint32_t> payload(7 * 8);
  for (std::size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<std::uint32_t>(i);
  put(ppgtt_view_, kData + 0x1000, payload);
  EXPECT_EQ(run({
                0x6904'0302,  // PIPELINE_SELECT
                0x6101'0011, 1,        0,           0,           0x30'0001,
                0,           data | 1, 0,           data | 1,    0,
                0x40'0001,   0,        0xFFFF'F001, 0xFFFF'F001, 0xFFFF'F001,
                0xFFFF'F001, 0,        0,           0,  // STATE_BASE_ADDRESS
                0x7000'0007, 0x5'0402, 0,           0x006B'0100, 0,
                0,           0,        0,           0,     // MEDIA_VFE_STATE
                0x7002'0002, 0,        32,          0x40,  // descriptors
                0x7105'000D, 0,        7 * 32,      0x1000,      (1U << 30) | 1,
                0,           0,        4,           0,           0,
                2,           0,        1,           0x0FFF,      0xFFFF'FFFF,  // GPGPU_WALKER
                0x7004'0000, 0,                                                // MEDIA_STATE_FLUSH
            }),
            StreamStatus::idle)
      << streamer_.error().message;
  ASSERT_EQ(works_.size(), 1U);
  const Work& work = works_[0];
  // 4 x 2 groups of two threads with 16 channels, the last of which has 12.
  EXPECT_EQ(registers_.read64(0x2290), 4U * 2 * (16 + 12));  // CS_INVOCATION_COUNT
  EXPECT_EQ(streamer_.state().pipeline, Pipeline::gpgpu);
  EXPECT_EQ(work.kernel_address(), 0x40'0140U);
  EXPECT_EQ(work.bases.surface, 0x30'0000U);
  EXPECT_EQ(work.scratch_base, 0x5'0400U);
  EXPECT_EQ(work.scratch_size_code, 2U);
  EXPECT_EQ(work.simd, 16U);
  EXPECT_EQ(work.threads, 2U);
  EXPECT_EQ(work.groups, 8U);
  EXPECT_EQ(work.slm_bytes, 16U * 1024);
  EXPECT_TRUE(streamer_.state().descriptors[0].barrier);
  EXPECT_TRUE(streamer_.state().descriptors[0].denormals_by_kernel);
  EXPECT_EQ(work.binding_table, 0x80U);
  EXPECT_EQ(work.sampler_state, 0x200U);
  const auto* writer = dynamic_cast<const GpgpuPayload*>(work.payload.get());
  ASSERT_NE(writer, nullptr);
  EXPECT_EQ(writer->constants().cross_thread.size(), 1U);
  EXPECT_EQ(writer->constants().per_thread.size(), 6U);
}

TEST_F(CommandStreamerTest, UnknownCommandIsReportedWithItsPlace) {
  EXPECT_EQ(run({kNoop, 0x7AFF'0000}), StreamStatus::failed);
  EXPECT_NE(streamer_.error().message.find("unknown command"), std::string::npos);
  EXPECT_NE(streamer_.error().message.find("0x7aff0000"), std::string::npos);
  EXPECT_NE(streamer_.error().message.find("0x100004"), std::string::npos);
}

TEST_F(CommandStreamerTest, PipeControlWithoutTheUpperDwordAndWithBitsBelowAQword) {
  const auto data = static_cast<std::uint32_t>(kData);
  EXPECT_EQ(run({0x7A00'0004, 1U << 14, data, 0, 1, 2, 0x7A00'0003, 1U << 14, data | 4, 0, 3}), StreamStatus::idle);
  EXPECT_EQ(dword(kData), 3U);
  EXPECT_EQ(dword(kData + 4), 0U);
}

TEST_F(CommandStreamerTest, ShortCommandIsReported) {
  EXPECT_EQ(run({0x7A00'0000, 0}), StreamStatus::failed);  // PIPE_CONTROL of two dwords
  EXPECT_NE(streamer_.error().message.find("PIPE_CONTROL"), std::string::npos);
}

TEST_F(CommandStreamerTest, UnmappedAddressesAreReported) {
  EXPECT_EQ(run({kStoreImm, 0x0900'0000, 0, 1}), StreamStatus::failed);
  EXPECT_NE(streamer_.error().message.find("0x9000000"), std::string::npos);
}

TEST_F(CommandStreamerTest, CommandsWithoutEndRunIntoTheDeadline) {
  // A batch buffer that chains to itself.
  put(ppgtt_view_, kBatch, {kBatchStart, static_cast<std::uint32_t>(kBatch), 0});
  EXPECT_EQ(streamer_.run(ring_, std::chrono::steady_clock::now() + std::chrono::milliseconds(20)),
            StreamStatus::failed);
}

TEST(CommandTable, LengthsAndNames) {
  const Command* walker = find_command(isa::kGen9, EngineKind::render, 0x7105'000D);
  ASSERT_NE(walker, nullptr);
  EXPECT_EQ(walker->name, "GPGPU_WALKER");
  EXPECT_EQ(command_length(walker->form(isa::kGen9), 0x7105'000D), 15U);
  const Command* vfe = find_command(isa::kGen9, EngineKind::render, 0x7000'0007);
  ASSERT_NE(vfe, nullptr);
  EXPECT_EQ(command_length(vfe->form(isa::kGen9), 0x7000'0007), 9U);
  const Command* end = find_command(isa::kGen9, EngineKind::render, kBatchEnd);
  ASSERT_NE(end, nullptr);
  EXPECT_EQ(command_length(end->form(isa::kGen9), kBatchEnd), 1U);
  EXPECT_EQ(find_command(isa::kGen9, EngineKind::render, 0x2000'0000), nullptr);
  EXPECT_EQ(find_command(isa::kGen9, EngineKind::render, 0xFFFF'FFFF), nullptr);
}

// Loads a division of the L3 without a flush, with a flush, and one that no table has. A repeated error is reported
// once.
TEST_F(CommandStreamerTest, SuspectsDivisionsOfTheL3) {
  constexpr std::uint32_t kPipeControl = 0x7A00'0004;
  const std::vector<std::uint32_t> flush{kPipeControl, 1U << 20 | 1U << 5, 0, 0, 0, 0};
  std::vector<std::uint32_t> good = flush;
  good.insert(good.end(), {kLoadImm, 0x7034, 0x6000'0321});
  EXPECT_EQ(run(good), StreamStatus::idle);
  EXPECT_TRUE(suspicions_.empty());
  ring_.head = 0;
  EXPECT_EQ(run({kLoadImm, 0x7034, 1, kLoadImm, 0x7034, 3, kLoadImm, 0x7034, 1}), StreamStatus::idle);
  ASSERT_EQ(suspicions_.size(), 2U);
  EXPECT_NE(suspicions_[0].message.find("0x00000001, which is not a validated configuration"), std::string::npos);
  EXPECT_NE(suspicions_[0].message.find("in the batch buffer"), std::string::npos) << suspicions_[0].message;
}

}  // namespace
}  // namespace eugene::gpu
