// Random accesses of 1 to 16 bytes, as compiled code and as the message port report them, against a model that keeps
// every access of every byte. The shadow keeps pieces of up to 16 bytes, and forgets reads and atomics, so it may find
// fewer pairs than the model; but each of its pairs is one of the model's, and an access that races by the model races
// by the shadow.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "check/race/observer.h"
#include "eu/thread_block.h"
#include "isa/message/message.h"
#include "support/build.h"
#include "support/descriptors.h"
#include "support/environment.h"

namespace eugene::check {
namespace {

using eu::AccessKind;

constexpr unsigned kGroups = 2, kThreads = 2, kChannels = 16, kMemory = 64, kEvents = 12;
// Instructions of the program: one barrier of each kind, then two instructions for each event. The first of the two
// works on all channels.
constexpr std::array kFences{Fences{}, Fences{.global = false}, Fences{.local = false}};
constexpr unsigned kFirstEvent = kFences.size();
constexpr std::uint64_t kGlobalBase = 0x10000;  // of global memory

struct Event {
  std::optional<unsigned> barrier;  // all threads of the group arrive at this barrier
  unsigned group = 0, thread = 0;
  AccessKind kind = AccessKind::read;
  bool is_local = false;
  bool is_of_all = false;            // one element for all channels
  unsigned bytes = 4, elements = 1;  // bytes of an element; elements of a channel, next to each other
  std::uint32_t channels = 0;
  std::array<std::uint64_t, kChannels> offsets{};  // by channel
  std::array<std::array<std::uint8_t, 16>, kChannels> values{};

  unsigned size() const { return bytes * elements; }
};

// A part of an access that is compared at once.
struct Part {
  std::uint32_t channels = 0;
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  const std::uint8_t* values = nullptr;
};

// Splits an access into parts, in the order of the channels. Neighbouring channels that read one place, or write the
// same value to it, make one part.
std::vector<Part> parts_of(const Event& event) {
  const unsigned bytes = event.size();
  if (event.is_of_all) return {{event.channels, event.offsets[0], bytes, event.values[0].data()}};
  std::vector<Part> parts;
  for (unsigned channel = 0; channel < kChannels; ++channel) {
    if ((event.channels >> channel & 1) == 0) continue;
    const Part part{1U << channel, event.offsets[channel], bytes, event.values[channel].data()};
    const bool may_join = !parts.empty() && event.kind != AccessKind::atomic && parts.back().offset == part.offset;
    if (may_join && (event.kind == AccessKind::read || std::memcmp(parts.back().values, part.values, bytes) == 0))
      parts.back().channels |= part.channels;
    else
      parts.push_back(part);
  }
  return parts;
}

// The racing bytes of each pair of events. The earlier event of a pair is first.
using Races = std::map<std::pair<unsigned, unsigned>, std::set<std::uint64_t>>;

class Model {
 public:
  explicit Model(bool channels_are_ordered) : channels_are_ordered_(channels_are_ordered) {}

  void add(unsigned number, const Event& event) {
    if (event.barrier) return pass(*event.barrier);
    if (event.group != group_) begin(event.group);
    if (channels_are_ordered_ && event.kind == AccessKind::write && !event.is_of_all) compare_channels(number, event);
    for (const Part& part : parts_of(event)) {
      for (unsigned i = 0; i < part.bytes; ++i) add(number, event, part, i);
    }
  }
  const Races& races() const { return races_; }

 private:
  struct Done {
    unsigned number = 0, group = 0, thread = 0, phase = 0;
    std::uint32_t channels = 0;
  };
  struct Byte {
    std::optional<Done> write;
    std::vector<Done> reads, atomics;
    std::uint8_t value = 0;
  };

  void begin(unsigned group) {
    group_ = group;
    phase_ = 0;
    ordered_ = {};
    for (Byte& each : memory_[1]) each = {};
  }
  void pass(unsigned barrier) {
    ++phase_;
    if (kFences[barrier].global) ordered_[0] = phase_;
    if (kFences[barrier].local) ordered_[1] = phase_;
  }
  bool is_same_item(const Done& before, AccessKind kind, const Done& now) const {
    if (before.group != now.group || before.thread != now.thread) return false;
    if (channels_are_ordered_) return true;
    if (std::has_single_bit(before.channels)) return before.channels == now.channels;
    return kind == AccessKind::write && (now.channels & ~before.channels) == 0;
  }
  bool is_race(const Done& before, AccessKind kind, const Done& now, bool is_local) const {
    if (before.group == group_ && before.phase < ordered_[is_local ? 1 : 0]) return false;
    return !is_same_item(before, kind, now);
  }
  void compare_channels(unsigned number, const Event& event) {
    for (unsigned later = 0; later < kChannels; ++later) {
      for (unsigned earlier = 0; earlier < later; ++earlier) {
        const std::uint32_t both = 1U << later | 1U << earlier;
        if ((event.channels & both) != both) continue;
        for (unsigned i = 0; i < event.size(); ++i) {
          const std::uint64_t at = event.offsets[later] + i, index = at - event.offsets[earlier];
          if (index < event.size() && event.values[later][i] != event.values[earlier][index])
            races_[{number, number}].insert(at);
        }
      }
    }
  }
  void add(unsigned number, const Event& event, const Part& part, unsigned index) {
    const std::uint64_t at = part.offset + index;
    Byte& byte = memory_[event.is_local ? 1 : 0][at];
    const Done now{number, event.group, event.thread, phase_, part.channels};
    const auto compare = [&](const Done& before, AccessKind kind) {
      if (is_race(before, kind, now, event.is_local)) races_[{before.number, number}].insert(at);
    };
    const bool is_write = event.kind == AccessKind::write, is_atomic = event.kind == AccessKind::atomic;
    const bool is_equal = is_write && part.values[index] == byte.value;
    if (byte.write && !is_equal) compare(*byte.write, AccessKind::write);
    if (!is_atomic) {
      for (const Done& each : byte.atomics) compare(each, AccessKind::atomic);
    }
    if (event.kind == AccessKind::read) return byte.reads.push_back(now);
    if (!is_equal || !byte.write) {
      for (const Done& each : byte.reads) compare(each, AccessKind::read);
    }
    byte.value = part.values[index];
    if (is_atomic) return byte.atomics.push_back(now);
    byte.write = now;
    byte.reads.clear();
    byte.atomics.clear();
  }

  bool channels_are_ordered_;
  unsigned group_ = 0, phase_ = 0;
  std::array<unsigned, 2> ordered_{};  // phases of global and local memory before which all is ordered
  std::array<std::array<Byte, kMemory + 16>, 2> memory_;
  Races races_;
};

class RandomAccesses {
 public:
  explicit RandomAccesses(std::uint64_t seed) : random_(seed) {}

  std::vector<Event> events() {
    std::vector<Event> all;
    const unsigned count = 2 + below(kEvents - 1);
    const bool is_narrow = below(2) == 0;  // few places: more of them meet
    const unsigned second_group = below(count + 4);
    unsigned group = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (i == second_group) group = 1;
      Event event;
      if (i != second_group && below(5) == 0)
        event.barrier = below(kFences.size());
      else
        event = access(is_narrow);
      event.group = group;
      all.push_back(event);
    }
    return all;
  }
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }

 private:
  Event access(bool is_narrow) {
    Event event;
    event.thread = below(3) == 0 ? 1 : 0;
    event.kind = std::array{AccessKind::read, AccessKind::read, AccessKind::write, AccessKind::write,
                            AccessKind::atomic}[below(5)];
    event.is_local = below(2) == 0;
    if (event.kind == AccessKind::atomic) {
      event.bytes = below(4) == 0 ? 8 : 4;
    } else {
      event.bytes = 1U << below(4);
      event.elements = below(2) == 0 ? 1 : 1 + below(std::min(4U, 16 / event.bytes));
    }
    event.channels = channels();
    event.is_of_all = event.kind != AccessKind::atomic && below(6) == 0;
    choose_places(event, is_narrow ? 24 : kMemory);
    const unsigned different = 1 + below(3);
    for (auto& each : event.values) {
      for (std::uint8_t& value : each) value = static_cast<std::uint8_t>(below(different));
    }
    return event;
  }
  // All, some, some that are consecutive, or one.
  std::uint32_t channels() {
    const unsigned first = below(kChannels);
    switch (below(4)) {
      case 0: return 0xFFFF;
      case 1: return 1U << first | below(1U << kChannels);
      case 2: return ((1U << (1 + below(kChannels - first))) - 1) << first;
      default: return 1U << first;
    }
  }
  void choose_places(Event& event, unsigned memory) {
    const unsigned align = event.kind == AccessKind::atomic || below(3) != 0 ? event.bytes : 1;
    const auto place = [&] { return std::uint64_t{below(memory / align)} * align; };
    const std::uint64_t first = place();
    const unsigned pattern = below(5), stride = event.size() * (1 + below(2));
    for (unsigned channel = 0; channel < kChannels; ++channel) {
      std::uint64_t at = first;
      if (pattern < 2) at = first + std::uint64_t{channel} * stride;
      if (pattern == 2) at = place();
      if (pattern == 3) at = std::uint64_t{channel} * event.size();  // an element of an array for each channel
      event.offsets[channel] = at < memory ? at : at % memory / align * align;
    }
  }

  std::mt19937_64 random_;
};

isa::Program program() {
  isa::Program program;
  isa::Instruction barrier = test::op(isa::Opcode::send, 1, test::null());
  barrier.no_mask = true;
  barrier.send.sfid = isa::Sfid::gateway;
  barrier.send.descriptor = test::kBarrier | 1U << 25;
  for (std::size_t i = 0; i < kFences.size(); ++i) program.append(barrier);
  for (unsigned i = 0; i < kEvents; ++i) {
    program.append(test::op(isa::Opcode::mov, 1, test::null()));
    program.append(test::op(isa::Opcode::mov, kChannels, test::null()));
  }
  return program;
}

struct FoundRaces final : Sink {
  void add(RawFinding found) override { all.push_back(std::move(found)); }
  std::vector<RawFinding> all;
};

// The check, given events as one of the two tiers gives them.
class Checked {
 public:
  Checked(const isa::Program& program, std::shared_ptr<Shadows> shadows, bool channels_are_ordered, bool is_compiled)
      : program_(&program),
        check_(program, facts(channels_are_ordered), nullptr, std::move(shadows)),
        observer_(check_.worker_begins()),
        is_compiled_(is_compiled) {}

  std::vector<RawFinding> run(const std::vector<Event>& events) {
    begin(0);
    for (unsigned i = 0; i < events.size(); ++i) {
      if (events[i].group != group_) begin(events[i].group);
      if (events[i].barrier)
        pass(*events[i].barrier);
      else
        make(i, events[i]);
    }
    observer_->group_ends();
    observer_.reset();
    FoundRaces sink;
    check_.report(sink);
    return std::move(sink.all);
  }

 private:
  static RaceFacts facts(bool channels_are_ordered) {
    RaceFacts facts{.threads = kThreads, .channels_are_ordered = channels_are_ordered};
    for (std::uint32_t i = 0; i < kFences.size(); ++i) facts.barriers.emplace(i, kFences[i]);
    return facts;
  }
  void begin(unsigned group) {
    if (group != 0) observer_->group_ends();
    group_ = group;
    observer_->group_begins({.index = group, .threads = threads_, .count = kThreads});
  }
  void pass(unsigned barrier) {
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      threads_[thread].dispatched = threads_[thread].running = 0xFFFF;
      const eu::SendRequest request{.instruction = program_->instructions[barrier], .thread = threads_[thread]};
      observer_->message_begins(request);
      observer_->message_ends(request, eu::SendStatus::done);
    }
  }
  eu::AccessedSpace space(const Event& event) const {
    eu::AccessedSpace space;
    if (event.is_local)
      space.local = local_.data();
    else
      space.base = kGlobalBase;
    return space;
  }
  void make(unsigned number, const Event& event) {
    eu::Thread& thread = threads_[event.thread];
    thread.dispatched = 0xFFFF;
    thread.running = event.channels;
    const unsigned instruction = kFirstEvent + 2 * number + (event.is_of_all ? 0 : 1);
    if (is_compiled_ && event.kind != AccessKind::atomic)
      by_lanes(event, thread, instruction);
    else
      by_message(event, thread, instruction);
    thread.running = 0xFFFF;
  }
  void by_lanes(const Event& event, const eu::Thread& thread, unsigned instruction) {
    const unsigned slot = std::max(event.bytes, 4U);
    std::vector<std::byte> values(std::size_t{event.elements} * kChannels * slot);
    for (unsigned element = 0; element < event.elements; ++element) {
      for (unsigned channel = 0; channel < kChannels; ++channel)
        std::memcpy(&values[(element * kChannels + channel) * std::size_t{slot}],
                    &event.values[channel][element * event.bytes], event.bytes);
    }
    eu::LaneAccess access{.thread = thread, .index = instruction, .space = space(event), .kind = event.kind};
    access.bytes = event.bytes;
    access.elements = (1U << event.elements) - 1;
    access.channels = event.is_of_all ? 1 : event.channels;
    access.wide = event.offsets.data();
    access.lanes = kChannels;
    if (event.kind == AccessKind::write) access.values = values.data();
    observer_->accessed_by_lanes(access);
  }
  void by_message(const Event& event, eu::Thread& thread, unsigned instruction) {
    const eu::SendRequest request{.instruction = program_->instructions[instruction], .thread = thread};
    observer_->message_begins(request);
    for (unsigned element = 0; element < event.elements; ++element) {
      std::vector<std::uint64_t> offsets;
      std::vector<std::byte> values;
      const std::uint32_t channels = event.is_of_all ? 1 : event.channels;
      for (std::uint32_t left = channels; left != 0; left &= left - 1) {
        const auto channel = static_cast<unsigned>(std::countr_zero(left));
        offsets.push_back(event.offsets[channel] + element * event.bytes);
        const auto* from = reinterpret_cast<const std::byte*>(&event.values[channel][element * event.bytes]);
        values.insert(values.end(), from, from + event.bytes);
      }
      const eu::Access access{
          .space = space(event), .offsets = offsets, .bytes = event.bytes, .kind = event.kind, .channels = channels};
      observer_->accessed(access);
      const bool is_atomic = event.kind == AccessKind::atomic;
      observer_->transferred(access, {.moved = is_atomic ? std::span<std::byte>() : std::span(values),
                                      .updated = is_atomic ? std::span(values) : std::span<std::byte>()});
    }
    observer_->message_ends(request, eu::SendStatus::done);
  }

  const isa::Program* program_;
  eu::ThreadBlock threads_{kThreads, 0};
  std::array<std::byte, kMemory> local_{};
  RaceCheck check_;
  std::unique_ptr<eu::Observer> observer_;
  bool is_compiled_;
  unsigned group_ = 0;
};

unsigned event_of(const isa::Program& program, const AccessSite& side) {
  return static_cast<unsigned>((*program.index_at(side.instruction) - kFirstEvent) / 2);
}

// Returns how the findings of the check differ from `right`; empty: they are equal.
std::string difference(const isa::Program& program, const Races& right, const std::vector<RawFinding>& found) {
  std::set<unsigned> racing;
  for (const RawFinding& each : found) {
    const std::pair pair(event_of(program, each.sides[0]), event_of(program, each.sides[1]));
    const auto there = right.find(pair);
    const std::string name = std::to_string(pair.first) + " and " + std::to_string(pair.second);
    if (there == right.end()) return "no race: " + name;
    const std::uint64_t address = each.place->address - (each.place->is_local ? 0 : kGlobalBase);
    const auto byte = there->second.lower_bound(address);
    if (byte == there->second.end() || *byte >= address + each.place->bytes)
      return "not at " + std::to_string(address) + ": " + name;
    racing.insert(pair.second);
  }
  for (const auto& [pair, bytes] : right) {
    if (!racing.contains(pair.second))
      return "not found: " + std::to_string(pair.first) + " and " + std::to_string(pair.second);
  }
  return {};
}

std::string text_of(const std::vector<Event>& events) {
  std::string text;
  for (unsigned i = 0; i < events.size(); ++i) {
    const Event& each = events[i];
    text += std::to_string(i) + ": group " + std::to_string(each.group);
    if (each.barrier) {
      text += " barrier " + std::to_string(*each.barrier) + "\n";
      continue;
    }
    text += std::string(" thread ") + std::to_string(each.thread) + (each.is_local ? " local " : " global ") +
            std::array{"read", "write", "atomic"}[static_cast<std::size_t>(each.kind)] + " of " +
            std::to_string(each.elements) + " x " + std::to_string(each.bytes) + (each.is_of_all ? " for all" : "");
    for (unsigned channel = 0; channel < kChannels; ++channel) {
      if ((each.channels >> channel & 1) == 0) continue;
      text += ", " + std::to_string(channel) + " at " + std::to_string(each.offsets[channel]) + " =";
      for (unsigned byte = 0; byte < each.size(); ++byte) text += " " + std::to_string(each.values[channel][byte]);
    }
    text += "\n";
  }
  return text;
}

TEST(Races, OfRandomAccessesAreThoseOfEachByte) {
  const isa::Program kernel = program();
  const std::uint64_t rounds = test::number_from("EUGENE_RANDOM_ACCESSES", 20'000);
  RandomAccesses random(test::first_seed());
  const auto shadows = std::make_shared<Shadows>();
  std::uint64_t with_races = 0, without = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::vector<Event> events = random.events();
    const bool channels_are_ordered = random.below(4) == 0;
    Model model(channels_are_ordered);
    for (unsigned i = 0; i < events.size(); ++i) model.add(i, events[i]);
    ++(model.races().empty() ? without : with_races);
    for (const bool is_compiled : {false, true}) {
      const std::vector<RawFinding> found = Checked(kernel, shadows, channels_are_ordered, is_compiled).run(events);
      ASSERT_EQ(difference(kernel, model.races(), found), "")
          << "round " << round << (is_compiled ? ", compiled" : "") << (channels_are_ordered ? ", ordered" : "") << "\n"
          << text_of(events);
    }
  }
  EXPECT_GT(with_races, rounds / 4);
  EXPECT_GT(without, rounds / 16);
}

}  // namespace
}  // namespace eugene::check
