// A command streamer of either generation and the commands of a media batch, written dword by dword: SNB PRM vol2
// part1, BXT PRM vol6 "Media State and Primitive Commands", and the public Gen9 descriptions.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "gpu/commands/command_streamer.h"
#include "gpu/media/media_work.h"
#include "gpu/schedule/work/payload.h"
#include "memory/flat_memory.h"
#include "started_thread.h"

namespace eugene::gpu {

using Dwords = std::vector<std::uint32_t>;

// The command layout of a generation, independent of the streamer's own tables.
struct MediaMachine {
  const isa::Gen* gen;
  const Device* device;
  bool wide;  // addresses take two dwords
  EngineKind engine = EngineKind::render;
};
inline constexpr MediaMachine kGen6Machine{&isa::kGen6, find_device("snb"), false};
inline constexpr MediaMachine kGen9Machine{&isa::kGen9, find_device("bxt"), true};

// Dwords of MEDIA_OBJECT_WALKER that do not describe its loops.
struct WalkerBits {
  std::uint32_t descriptor = 0;
  std::uint32_t dword2 = 0;
  std::uint32_t dword5 = 0;
  std::uint32_t dword6 = 0;
};

class MediaBatch {
 public:
  static constexpr std::uint32_t kRing = 0x10000;    // in the GGTT
  static constexpr std::uint32_t kBatch = 0x100000;  // in the PPGTT, as all that follows
  static constexpr std::uint32_t kDynamic = 0x200000;
  static constexpr std::uint32_t kIndirect = 0x300000;
  static constexpr std::uint32_t kKernels = 0x400000;
  static constexpr std::uint32_t kScratch = 0x5'0400;  // relative to General State Base Address
  static constexpr std::uint32_t kDescriptors = 0x40;  // relative to Dynamic State Base Address, as the next
  static constexpr std::uint32_t kCurbe = 0x1000;
  static constexpr std::uint32_t kObject = 0x7100'0000;
  static constexpr std::uint32_t kPersistent = 0x7102'0000;
  static constexpr std::uint32_t kWalker = 0x7103'0000;
  static constexpr std::uint32_t kGroupObject = 0x7106'0000;
  static constexpr std::uint32_t kUseScoreboard = 1U << 21;

  explicit MediaBatch(const MediaMachine& machine) : machine_(machine) {
    EXPECT_TRUE(ggtt_.map(kRing, 0x2000));
    for (const std::uint32_t address : {kBatch, kDynamic, kIndirect, kKernels})
      EXPECT_TRUE(ppgtt_.map(address, 0x10000));
    write(ggtt_view_, kRing, wide({0x1880'0100, kBatch}));
    ring_.tail = 16;
  }

  // `command` with its length filled in and its last dword, an address, made as long as the generation has it.
  Dwords wide(Dwords command) const {
    if (machine_.wide) command.push_back(0);
    command[0] |= static_cast<std::uint32_t>(command.size() - 2);
    return command;
  }
  static Dwords sized(Dwords command) {
    command[0] |= static_cast<std::uint32_t>(command.size() - 2);
    return command;
  }

  static void write(memory::View& view, std::uint64_t address, const Dwords& dwords) {
    ASSERT_TRUE(view.write(address, std::as_bytes(std::span(dwords))));
  }
  void poke(std::uint64_t address, const Dwords& dwords) { write(ppgtt_view_, address, dwords); }
  std::uint32_t peek(std::uint64_t address) {
    std::uint32_t value = 0;
    EXPECT_TRUE(ppgtt_view_.read(address, std::as_writable_bytes(std::span(&value, 1))));
    return value;
  }

  void add(const Dwords& command) { commands_.insert(commands_.end(), command.begin(), command.end()); }

  void select(std::uint32_t pipeline) { add({0x6904'0000 | (machine_.wide ? 0x300U : 0U) | pipeline}); }

  void bases() {
    constexpr std::uint32_t kModify = 1;
    if (!machine_.wide) {
      return add(sized({0x6101'0000, 0 | kModify, kModify, kDynamic | kModify, kIndirect | kModify, kKernels | kModify,
                        0, 0, 0, 0}));
    }
    add(sized({0x6101'0000, kModify, 0, 0, kModify, 0, kDynamic | kModify, 0, kIndirect | kModify, 0,
               kKernels | kModify, 0, 0xFFFF'F001, 0xFFFF'F001, 0xFFFF'F001, 0xFFFF'F001, 0, 0, 0}));
  }

  // MEDIA_VFE_STATE with 4 KB of scratch space and this scoreboard.
  void vfe(std::array<std::uint32_t, 3> scoreboard = {}) {
    Dwords command{0x7000'0000, kScratch | 2};
    if (machine_.wide) command.push_back(0);
    const std::uint32_t threads = (machine_.device->total_threads() - 1) << 16 | 1U << 8;
    const Dwords rest{threads, 0, 0, scoreboard[0], scoreboard[1], scoreboard[2]};
    command.insert(command.end(), rest.begin(), rest.end());
    add(sized(command));
  }

  struct Descriptor {
    std::uint32_t kernel = 0;
    std::uint32_t sampler_state = 0;
    std::uint32_t binding_table = 0;
    std::uint32_t constant_offset = 0;     // registers
    std::uint32_t constant_registers = 0;  // of every thread
    std::uint32_t groups = 0;              // Gen9's dword 6: threads, shared local memory, barriers
  };
  void descriptors(const std::vector<Descriptor>& list) {
    Dwords data;
    for (const Descriptor& d : list) {
      const std::size_t begin = data.size();
      data.push_back(d.kernel);
      if (machine_.wide) data.push_back(0);
      data.push_back(0);
      data.push_back(d.sampler_state);
      data.push_back(d.binding_table);
      data.push_back((d.constant_registers << 16) | d.constant_offset);
      data.push_back(d.groups);
      data.resize(begin + 8);
    }
    // At an address that no other descriptor of the batch has, since memory is read when the batch runs.
    poke(kDynamic + next_descriptors_, data);
    add({0x7002'0002, 0, static_cast<std::uint32_t>(list.size() * 32), next_descriptors_});
    next_descriptors_ = kDescriptors + (next_descriptors_ + 0x80) % 0x800;
  }
  // MEDIA_CURBE_LOAD of these dwords.
  void curbe(const Dwords& constants) {
    poke(kDynamic + kCurbe, constants);
    add({0x7001'0002, 0, static_cast<std::uint32_t>(constants.size() * 4), kCurbe});
  }
  // All that comes before the primitives, with one kernel.
  void prologue(const Descriptor& descriptor, std::array<std::uint32_t, 3> scoreboard = {}) {
    select(1);
    bases();
    vfe(scoreboard);
    descriptors({descriptor});
  }

  // MEDIA_OBJECT: dwords 1 to 5, then inline data.
  void object(std::array<std::uint32_t, 5> fields, const Dwords& inline_data = {}) {
    Dwords command{kObject, fields[0], fields[1], fields[2], fields[3], fields[4]};
    command.insert(command.end(), inline_data.begin(), inline_data.end());
    add(sized(command));
  }
  // MEDIA_OBJECT_WALKER over `width` x `height` threads, row by row.
  void walker(std::uint32_t width, std::uint32_t height, const Dwords& inline_data = {}, WalkerBits more = {}) {
    const std::uint32_t size = height << 16 | width;
    Dwords command{kWalker, more.descriptor, more.dword2, 0,    0, more.dword5, more.dword6, height - 1, size, 0,
                   0,       1U << 16,        1,           size, 0, width,       height << 16};
    command.insert(command.end(), inline_data.begin(), inline_data.end());
    add(sized(command));
  }

  // Runs what has been added as one batch buffer, and forgets it.
  StreamStatus run(std::chrono::milliseconds limit = std::chrono::seconds(5)) {
    commands_.push_back(0x0500'0000);
    poke(kBatch, commands_);
    commands_.clear();
    ring_.head = 0;
    return resume(limit);
  }
  StreamStatus resume(std::chrono::milliseconds limit = std::chrono::seconds(5)) {
    return streamer_.run(ring_, std::chrono::steady_clock::now() + limit);
  }
  std::string error() const { return streamer_.error().message; }
  std::string reference() const { return streamer_.error().reference; }

  // The places of all threads, in the order of dispatch.
  std::vector<MediaPlace> places() const {
    std::vector<MediaPlace> all;
    for (const Work& work : works) all.insert(all.end(), places(work).begin(), places(work).end());
    return all;
  }
  // The places of media threads.
  static std::span<const MediaPlace> places(const Work& work) {
    const auto* payload = dynamic_cast<const MediaPayload*>(work.payload.get());
    return payload == nullptr ? std::span<const MediaPlace>() : payload->places();
  }
  // Thread `index` of group `group` of `work` as it starts, as the first of the device's.
  eu::Thread thread(const Work& work, std::uint64_t group, unsigned index = 0) const {
    return started_thread(work, group, index, find_placement(*ThreadPools::make(*machine_.device, {}), 0, 1, 0),
                          *machine_.gen);
  }
  static std::uint32_t dword(const eu::Thread& thread, unsigned reg, unsigned index) {
    std::uint32_t value = 0;
    std::memcpy(&value, thread.grf[reg].bytes.data() + index * sizeof value, sizeof value);
    return value;
  }

  std::vector<Work> works;
  std::function<Result<void>(const Work&)> ran;  // after each, if there is one
  bool cancelled = false;
  unsigned state_invalidations = 0;
  std::vector<Diagnostic> suspicious;
  std::vector<std::string> skipped;
  bool preempts = false;  // another context wants the engine

  Registers& registers() { return registers_; }
  const PipelineState& state() const { return streamer_.state(); }

 private:
  MediaMachine machine_;
  memory::FlatMemory ggtt_;
  memory::FlatMemory ppgtt_;
  memory::View ggtt_view_{ggtt_};
  memory::View ppgtt_view_{ppgtt_};
  Clock clock_{12'500'000};
  Registers registers_{clock_, engine_info(machine_.engine)};
  CommandStreamer streamer_{*machine_.gen,
                            StreamerHost{.run_work = [this](const Work& work, SuspendedJobPtr*) -> Result<void> {
                                           works.push_back(work);
                                           return ran ? ran(work) : Result<void>{};
                                         },
                                         .invalidate = {},
                                         .invalidate_states = [this] { ++state_invalidations; },
                                         .cancelled = [this] { return cancelled; },
                                         .preempted = [this] { return preempts; },
                                         .not_drawn = [this](std::string_view what) { skipped.emplace_back(what); },
                                         .skipped = [this](std::string_view what) { skipped.emplace_back(what); },
                                         .suspect = [this](const Diagnostic& what) { suspicious.push_back(what); },
                                         .device = machine_.device},
                            registers_,
                            ppgtt_view_,
                            ggtt_view_,
                            machine_.engine};
  Ring ring_{.start = kRing, .bytes = 0x1000};
  Dwords commands_;
  std::uint32_t next_descriptors_ = kDescriptors;
};

inline void expect_violation(MediaBatch& batch, std::string_view what) {
  EXPECT_EQ(batch.run(), StreamStatus::failed);
  EXPECT_NE(batch.error().find(what), std::string::npos) << batch.error();
  EXPECT_NE(batch.reference().find("Media State and Primitive Commands"), std::string::npos);
  EXPECT_TRUE(batch.works.empty());
}

}  // namespace eugene::gpu
