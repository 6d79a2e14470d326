// Threads that compiled code runs as a loop without a Thread in memory (jit/record/direct_threads.h): memory and counts
// must be those of the interpreter, which runs each thread on its own. The programs are random: they compute offsets
// from the group's and the thread's IDs, read, compute, and write; some have branches. Most threads only access
// contiguous memory in windows; the others must be run by the other code.
#include <algorithm>
#include <array>
#include <random>
#include <string_view>

#include "eu/thread_model.h"
#include "jit/host/runner.h"
#include "support/memory_messages.h"
#include "support/random_program.h"
#include "unit/jit/compile_random.h"
#include "unit/jit/compilers.h"

namespace eugene::jit::direct_threads_test {
namespace {

using namespace test::memory_messages;
using isa::Opcode;
using isa::Type;
using test::dst;
using test::imm;
using test::src;

constexpr unsigned kMaxThreads = 4;  // of a group
constexpr unsigned kGroups = 9;
// Registers of the payload: local IDs x and y, and values for all threads.
constexpr unsigned kIds = 1, kIdsY = 2, kArguments = 8;
constexpr unsigned kFactor = 7, kPitch = 6;  // indices of arguments: some programs multiply IDs by them
constexpr unsigned kMaxStep = 40;            // in bytes, so that a channel's elements are inside of the buffer
constexpr unsigned kFirst = 40, kEnd = 60;   // registers of random values

class Programs {
 public:
  // In plain programs, groups access whole ranges inside of one buffer, so that a group has one test.
  explicit Programs(std::uint64_t seed, bool is_plain = false)
      : random_(seed), others_(isa::kGen9, seed), is_plain_(is_plain) {}

  eu::Kernel next() {
    program_.clear();
    has_distances_ = is_plain_ && below(2) == 0;
    has_factor_ = has_distances_ && below(4) == 0;
    has_pitch_ = below(3) == 0;
    for (unsigned reads = 1 + below(3); reads-- > 0;) add_read();
    const bool branches = !is_plain_ && below(3) == 0;
    const std::size_t branch = program_.size();
    if (branches) {
      // No channel, some or all of a thread, as the local IDs say.
      program_.push_back(test::conditional(
          test::op(Opcode::cmp, 16, test::null(Type::d), src(kIds, Type::uw, {16, 16, 1}), imm(Type::w, below(64))),
          isa::CondMod::l));
      program_.push_back(test::predicated(test::branch(Opcode::if_, 16, 0)));
      compute(1 + below(4));
      if (below(2) == 0) add_read();
      if (below(4) == 0) add_write();
      const int end = static_cast<int>(program_.size() - (branch + 1));
      program_.push_back(test::branch(Opcode::endif, 16, 1));
      program_[branch + 1].jip = program_[branch + 1].uip = 16 * end;
    }
    compute(1 + below(8));
    for (unsigned writes = 1 + below(3); writes-- > 0;) add_write();
    if (!is_plain_ && below(8) == 0) add_read();  // such programs have no direct threads
    program_.push_back(test::end_of_thread());
    return *eu::prepare(test::program(program_));
  }

  // Returns the models of a group's threads. Most have contiguous IDs. `has_order`: local IDs are linear in the
  // thread's index.
  std::vector<eu::Thread> models(const eu::Kernel& kernel, unsigned threads, bool has_order) {
    std::vector<eu::Thread> found(threads);
    std::array<std::uint32_t, 16> arguments{};
    for (std::uint32_t& each : arguments) each = below(4) == 0 ? below(0x100) : below(0x40) * 4;
    if (below(8) == 0) arguments[below(8)] = 0U - 4 * below(0x80);       // offsets pass zero between threads
    if (below(4) == 0) arguments[below(8)] = 0x1000 - 4 * below(0x100);  // or the end of a buffer
    if (is_plain_)
      for (std::uint32_t& each : arguments) each = below(0x40) * 4;
    if (is_plain_) arguments[kFactor] = below(kMaxStep + 1);
    if (is_plain_) arguments[kPitch] = below(4) == 0 ? 0U - below(0x40) : below(0x40);
    const bool is_reversed = below(4) == 0;
    const unsigned width = below(3) == 0 ? 4U << below(2) : 16;  // work-items in a row of the group
    for (unsigned t = 0; t < threads; ++t) {
      eu::make_model(found[t], kernel, !has_order && below(16) == 0 ? 0x7FFF : 0xFFFF);
      found[t].control[0] = 0x4C0;
      const unsigned way = has_order ? 7 : below(8);
      const unsigned place = is_reversed ? threads - 1 - t : t;
      for (unsigned lane = 0; lane < 16; ++lane) {
        const unsigned item = place * 16 + lane;
        const unsigned id = way == 0                 ? below(64)
                            : way == 1               ? t
                            : way == 2               ? t * 16 + lane / 8
                            : way == 3 || !has_order ? item
                            : width == 16            ? item
                                                     : item % width;
        const unsigned id_y = width == 16 ? 0 : item / width;
        std::memcpy(found[t].grf[kIds].bytes.data() + 2 * lane, &id, 2);
        std::memcpy(found[t].grf[kIdsY].bytes.data() + 2 * lane, &id_y, 2);
      }
      std::memcpy(found[t].grf[kArguments].bytes.data(), arguments.data(), sizeof arguments);
      // In most payloads, threads only differ in their IDs.
      for (unsigned r = kFirst; has_order && t > 0 && r < kEnd; ++r) found[t].grf[r] = found[0].grf[r];
      for (unsigned r = kFirst; (!has_order || t == 0) && r < kEnd; ++r)
        for (unsigned i = 0; i < 8; ++i) {
          const std::uint32_t bits = below(2) == 0 ? below(~0U) : std::bit_cast<std::uint32_t>(0.25F * float(r * i));
          std::memcpy(found[t].grf[r].bytes.data() + 4 * i, &bits, 4);
        }
    }
    return found;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  unsigned value() { return kFirst + 2 * below((kEnd - kFirst) / 2 - 4); }  // the first of up to eight registers

  // Computes offsets in r10 to r11: (group * a + id) * step + argument, for step the bytes of a channel or others.
  void add_offsets(unsigned bytes, bool reads) {
    unsigned step = below(4) == 0 ? below(64) : below(4) == 0 ? std::min(bytes, 4U) : bytes;
    isa::Operand addend = test::scalar(kArguments, Type::d, below(kFactor));
    if (is_plain_) {
      step = bytes;
      const unsigned way = has_distances_ ? below(5) : 4;
      if (way == 0 && reads) step = bytes == 2 ? 1 : std::min(bytes, 4U);  // neighbouring channels overlap
      if (way == 1 || way == 2) step = below(kMaxStep + 1);
      if (way == 2) step = 0U - step;
      if (way == 2) addend = imm(Type::d, kBufferBytes - 100);
    }
    program_.push_back(test::no_mask(test::op(Opcode::mul, 1, dst(12, Type::d), test::scalar(0, Type::d, 1),
                                              imm(Type::d, !is_plain_ && below(4) == 0 ? 3000 : 48))));
    program_.push_back(
        test::op(Opcode::add, 16, dst(10, Type::d), test::scalar(12, Type::d), src(kIds, Type::uw, {16, 16, 1})));
    const isa::Operand factor =
        has_factor_ && below(4) == 0 ? test::scalar(kArguments, Type::d, kFactor) : imm(Type::d, step);
    program_.push_back(test::op(Opcode::mul, 16, dst(10, Type::d), src(10, Type::d), factor));
    program_.push_back(test::op(Opcode::add, 16, dst(10, Type::d), src(10, Type::d), addend));
    if (is_plain_ && below(16) == 0) program_.push_back(test::op(Opcode::mov, 16, dst(10, Type::d), imm(Type::d, 64)));
    if (!has_pitch_) return;
    program_.push_back(test::op(Opcode::mul, 16, dst(12, Type::d), src(kIdsY, Type::uw, {16, 16, 1}),
                                test::scalar(kArguments, Type::d, kPitch)));
    program_.push_back(test::op(Opcode::add, 16, dst(10, Type::d), src(10, Type::d), src(12, Type::d)));
  }

  void add_message(isa::Access access) {
    const bool reads = access == isa::Access::read;
    const auto bti = static_cast<std::uint8_t>(!is_plain_ && below(3) == 0 ? kOddBti : kBufferBti);
    isa::Message message{.length = 2};
    unsigned registers = 2;
    unsigned bytes = 1U << below(3);
    if (below(2) == 0) {
      message.sfid = isa::Sfid::dp_data0;
      message.body =
          isa::ByteScattered{.access = access, .bti = bti, .simd = 16, .bytes = static_cast<std::uint8_t>(bytes)};
    } else {
      const auto channels = std::array<std::uint8_t, 6>{1, 1, 3, 5, 7, 15}[below(6)];
      message.sfid = isa::Sfid::dp_data1;
      message.body = isa::UntypedSurface{.access = access, .bti = bti, .simd = 16, .channels = channels};
      registers = 2 * static_cast<unsigned>(std::popcount(channels));
      bytes = 4 * std::bit_ceil(static_cast<unsigned>(std::bit_width(channels)));
    }
    add_offsets(bytes, reads);
    message.response_length = static_cast<std::uint8_t>(reads ? registers : 0);
    isa::Instruction made{.opcode = reads ? Opcode::send : Opcode::sends, .exec_size = 16};
    made.send = {.sfid = message.sfid, .descriptor = *isa::encode_message(isa::kGen9, message)};
    made.src[0] = grf(10);
    made.dst = reads ? grf(value()) : test::null();
    if (!reads) {
      made.send.extended_descriptor = registers << 6;
      made.src[1] = grf(value());
    }
    if (!is_plain_ && below(8) == 0) made.pred_control = isa::PredControl::normal;
    program_.push_back(made);
  }
  void add_read() { add_message(isa::Access::read); }
  void add_write() { add_message(isa::Access::write); }

  // Adds random arithmetic. Most kernels with all kinds of instructions have no direct threads, because the interpreter
  // executes some of them.
  void compute(unsigned count) {
    for (; is_plain_ && count > 0; --count) {
      const auto opcode = std::array{Opcode::add, Opcode::xor_, Opcode::and_, Opcode::mul}[below(4)];
      const Type type = opcode == Opcode::mul ? Type::f : std::array{Type::d, Type::ud}[below(2)];
      program_.push_back(test::op(opcode, 16, dst(value(), type), src(value(), type), src(value(), type)));
    }
    while (count > 0) {
      isa::Instruction made = others_.instruction();
      const eu::PreparedOp op = eu::prepare(test::program({made}))->prepared().ops[0];
      const bool computes = op.action == eu::Action::alu || op.action == eu::Action::compare ||
                            op.action == eu::Action::select || op.action == eu::Action::select_compare;
      const auto is_plain = [](const isa::Operand& each) {
        return !each.indirect && (each.file != isa::RegFile::arf || each.is_null());
      };
      if (!computes || made.breakpoint || !std::ranges::all_of(made.src, is_plain) || !is_plain(made.dst)) continue;
      if (made.dst.file == isa::RegFile::grf) made.dst.nr = static_cast<std::uint8_t>(value());
      for (isa::Operand& each : made.src)
        if (each.file == isa::RegFile::grf) each.nr = static_cast<std::uint8_t>(value());
      program_.push_back(made);
      --count;
    }
  }

  std::mt19937_64 random_;
  test::RandomPrograms others_;
  bool is_plain_;
  bool has_distances_ = false;  // some elements of neighbouring channels overlap, or are at other distances
  bool has_factor_ = false;     // an argument is the factor of some IDs
  bool has_pitch_ = false;      // offsets depend on the IDs y
  std::vector<isa::Instruction> program_;
};

std::array<std::uint32_t, 3> group_ids(unsigned group) { return {group * 5 % 8, group, 1}; }

bool has_function(const CompiledKernel& compiled, std::string_view end) {
  return std::ranges::any_of(compiled.loaded.functions(),
                             [&](const LoadedCode::Function& each) { return each.name.ends_with(end); });
}

struct Counted {
  std::uint64_t instructions = 0;
  std::uint64_t lanes = 0;
  bool operator==(const Counted&) const = default;
};

// Runs a dispatch. `in_memory`: how many threads were not direct, so that their registers are in memory.
Counted run_compiled(Runner& runner, const CompiledKernel& compiled, const std::vector<eu::Thread>& models,
                     World& world, std::uint64_t limit, std::uint32_t models_id, std::size_t* in_memory = nullptr) {
  std::vector<std::array<std::uint32_t, 3>> groups;
  for (unsigned i = 0; i < kGroups; ++i) groups.push_back(group_ids(i));
  std::vector<eu::Thread> threads(models.size());
  for (std::size_t i = 0; i < threads.size(); ++i) eu::copy_model(threads[i], models[i], compiled.kernel);
  eu::Batch batch{.threads = threads.data(),
                  .models = models.data(),
                  .groups = groups.data(),
                  .models_id = models_id,
                  .threads_of_group = static_cast<std::uint32_t>(models.size()),
                  .group_count = kGroups};
  eu::Outcome outcome;
  while (batch.group != batch.group_count) {
    batch.limit = batch.instructions + limit;
    runner.run_batch(compiled, batch, world.port, {}, outcome);
    if (outcome.stop == eu::Stop::end_of_thread) continue;
    ADD_FAILURE() << "a thread stops by " << int(outcome.stop) << (outcome.fault ? ": " + outcome.fault->what : "");
    break;
  }
  if (in_memory != nullptr)
    *in_memory = std::ranges::count_if(threads, [](const eu::Thread& each) { return each.instructions_executed != 0; });
  return {batch.instructions, batch.lane_operations};
}

Counted run_each(const eu::Kernel& kernel, const std::vector<eu::Thread>& models, World& world) {
  Counted counted;
  for (unsigned group = 0; group < kGroups; ++group) {
    for (const eu::Thread& model : models) {
      eu::Thread thread = model;
      const auto ids = group_ids(group);
      for (std::size_t i = 0; i < ids.size(); ++i)
        std::memcpy(thread.grf[0].bytes.data() + 4 * eu::kGroupDwords[i], &ids[i], sizeof ids[i]);
      EXPECT_EQ(run_by_port(kernel, thread, world.port).stop, eu::Stop::end_of_thread);
      counted.instructions += thread.instructions_executed;
      counted.lanes += thread.lane_operations;
    }
  }
  return counted;
}

TEST(DirectThreads, AreTheSameAsEachThreadOnItsOwn) {
  const std::array compilers{test::make_compiler(), test::make_compiler("x86-64-v3")};
  std::uint64_t executed = 0;
  unsigned direct = 0, known = 0, with_groups = 0, compiled_kernels = 0;
  for (std::uint64_t seed = test::first_seed(); executed < test::instructions_wanted(100'000); ++seed) {
    Programs programs(seed, seed % 2 == 0);
    const eu::Kernel kernel = programs.next();
    const auto threads = static_cast<unsigned>(1 + seed / 2 % kMaxThreads);
    const std::array dispatches{programs.models(kernel, threads, seed % 4 != 1),
                                programs.models(kernel, threads, seed % 3 == 0)};
    const auto compiled =
        compile_random(*compilers[seed % compilers.size()], kernel, {.control = 0x4C0, .live_out = LiveOut::needed});
    if (!compiled) continue;
    ++compiled_kernels;
    if (has_function(*compiled, ".direct")) ++direct;
    if (has_function(*compiled, ".direct.known")) ++known;               // jit/pass/known_models.h
    if (has_function(*compiled, ".direct.known.groups")) ++with_groups;  // jit/pass/group_loops.h
    ASSERT_TRUE(Runner::runs_batches(*compiled, dispatches[0][0]));
    World ours, theirs;
    // Threads of the first run mostly find windows, so that only those of later runs are direct.
    Runner runner;
    for (const std::uint64_t limit : {~std::uint64_t{0} / 2, std::uint64_t{70}, std::uint64_t{1000}}) {
      for (const unsigned number : {0U, 1U}) {
        const std::uint32_t models_id = seed % 4 < 2 ? 1 + number : 0;
        const Counted got = run_compiled(runner, *compiled, dispatches[number], ours, limit, models_id);
        const Counted expected = run_each(kernel, dispatches[number], theirs);
        ASSERT_EQ(got, expected) << "seed " << seed;
        ASSERT_NO_FATAL_FAILURE(expect_same(ours, theirs, "seed " + std::to_string(seed)));
        executed += got.instructions;
      }
    }
  }
  EXPECT_GT(direct, compiled_kernels / 8);
  known += with_groups;
  EXPECT_GT(known, direct / 2);
  EXPECT_GT(with_groups, known / 2);
  EXPECT_LT(direct, compiled_kernels);
}

// In a work-group of 8 x 8 work-items, a thread's channels are two rows (jit/message/message_rows.cpp). They are direct
// with any distance between the rows, but not if the work-items of a row are four.
TEST(DirectThreads, HaveRowsOfWorkItems) {
  const auto compiler = test::make_compiler("x86-64-v3");
  const auto read_or_write = [](isa::Access access) {
    isa::Message message{.sfid = isa::Sfid::dp_data1,
                         .length = 2,
                         .response_length = static_cast<std::uint8_t>(access == isa::Access::read ? 2 : 0),
                         .body = isa::UntypedSurface{.access = access, .bti = kBufferBti, .simd = 16, .channels = 1}};
    isa::Instruction made{.opcode = access == isa::Access::read ? Opcode::send : Opcode::sends, .exec_size = 16};
    made.send = {.sfid = message.sfid, .descriptor = *isa::encode_message(isa::kGen9, message)};
    made.src[0] = grf(10);
    made.dst = access == isa::Access::read ? grf(kFirst) : test::null();
    if (access == isa::Access::write) made.send.extended_descriptor = 2 << 6;
    if (access == isa::Access::write) made.src[1] = grf(kFirst);
    return made;
  };
  const auto add = [](unsigned to, isa::Operand a, isa::Operand b) {
    return test::op(Opcode::add, 16, dst(to, Type::d), a, b);
  };
  const eu::Kernel kernel = *eu::prepare(test::program(
      {test::op(Opcode::mul, 16, dst(10, Type::d), src(kIdsY, Type::uw, {16, 16, 1}),
                test::scalar(kArguments, Type::d, kPitch)),
       add(10, src(10, Type::d), src(kIds, Type::uw, {16, 16, 1})),
       test::op(Opcode::shl, 16, dst(10, Type::d), src(10, Type::d), imm(Type::d, 2)), read_or_write(isa::Access::read),
       add(kFirst, src(kFirst, Type::d), imm(Type::d, 1)), read_or_write(isa::Access::write), test::end_of_thread()}));
  const auto compiled = compile_random(*compiler, kernel, {.control = 0x4C0, .live_out = LiveOut::needed});
  ASSERT_TRUE(compiled);
  const auto models = [&](unsigned width, std::uint32_t pitch) {
    std::vector<eu::Thread> found(2);
    for (unsigned item = 0; item < 32; ++item) {
      eu::Thread& model = found[item / 16];
      if (item % 16 == 0) eu::make_model(model, kernel, 0xFFFF);
      model.control[0] = 0x4C0;
      const unsigned x = item % width;
      const unsigned y = item / width;
      std::memcpy(model.grf[kIds].bytes.data() + 2 * (item % 16), &x, 2);
      std::memcpy(model.grf[kIdsY].bytes.data() + 2 * (item % 16), &y, 2);
      std::memcpy(model.grf[kArguments].bytes.data() + 4 * kPitch, &pitch, sizeof pitch);
    }
    return found;
  };
  struct Row {
    unsigned width;
    std::uint32_t pitch;
    std::size_t in_memory;  // threads that are not direct
  };
  World ours, theirs;
  Runner runner;
  std::uint32_t id = 0;
  for (const Row& row : {Row{16, 100, 0}, Row{16, 100, 0}, Row{8, 100, 0}, Row{8, 8, 0}, Row{8, 0, 0}, Row{4, 100, 2},
                         Row{4, 4, 0}, Row{16, 100, 0}}) {
    std::size_t in_memory = 0;
    const auto threads = models(row.width, row.pitch);
    const Counted got = run_compiled(runner, *compiled, threads, ours, ~std::uint64_t{0} / 2, ++id, &in_memory);
    EXPECT_EQ(got, run_each(kernel, threads, theirs));
    ASSERT_NO_FATAL_FAILURE(expect_same(ours, theirs, "width " + std::to_string(row.width)));
    // The first dispatch finds the windows.
    if (id > 1) {
      EXPECT_EQ(in_memory, row.in_memory) << "width " << row.width << ", pitch " << row.pitch;
    }
  }
}

}  // namespace
}  // namespace eugene::jit::direct_threads_test
