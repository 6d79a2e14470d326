// The named barriers of a thread group: vISA manual NBARRIER.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "eu/thread.h"

namespace eugene::eu {

// The fields of nbarrier.signal, in their order in a dword.
struct BarrierSignal {
  enum class Type : std::uint8_t { both, producer, consumer };
  std::uint8_t id = 0;
  std::uint8_t type = 0;
  std::uint8_t producers = 0;
  std::uint8_t consumers = 0;

  static constexpr unsigned kTypeBit = 14, kProducersBit = 16, kConsumersBit = 24;
  static constexpr BarrierSignal of(std::uint32_t bits) {
    return {.id = static_cast<std::uint8_t>(bits),
            .type = static_cast<std::uint8_t>(bits >> kTypeBit & 3),
            .producers = static_cast<std::uint8_t>(bits >> kProducersBit),
            .consumers = static_cast<std::uint8_t>(bits >> kConsumersBit)};
  }
  bool operator==(const BarrierSignal&) const = default;
};

// A barrier is passed when as many producers and consumers have signalled as the signals say. Then each consumer may
// leave its wait once, and the barrier can be used again. Not thread-safe: all threads of a group run on the same host
// thread.
class NamedBarriers {
 public:
  static constexpr unsigned kIds = 32;

  enum class Arrival : std::uint8_t {
    arrived,
    no_barrier,    // the number is 32 or more
    no_type,       // neither producer nor consumer
    other_counts,  // other threads gave different counts
    too_many,      // more producers or consumers than there are
  };

  void begin() {
    barriers_.fill({});
    passed_.clear();
  }

  Arrival signal(const Thread& thread, const BarrierSignal& signal) {
    if (signal.id >= kIds) return Arrival::no_barrier;
    if (signal.type > static_cast<unsigned>(BarrierSignal::Type::consumer)) return Arrival::no_type;
    const auto type = static_cast<BarrierSignal::Type>(signal.type);
    Barrier& barrier = barriers_[signal.id];
    const bool is_first = barrier.producers == 0 && barrier.consumers.empty();
    if (is_first) barrier.counts = signal;
    if (signal.producers != barrier.counts.producers || signal.consumers != barrier.counts.consumers)
      return Arrival::other_counts;
    const bool produces = type != BarrierSignal::Type::consumer, consumes = type != BarrierSignal::Type::producer;
    if ((produces && barrier.producers == signal.producers) ||
        (consumes && barrier.consumers.size() == signal.consumers))
      return Arrival::too_many;
    if (produces) ++barrier.producers;
    if (consumes) barrier.consumers.push_back(fixed_function_thread(thread));
    if (barrier.producers < signal.producers || barrier.consumers.size() < signal.consumers) return Arrival::arrived;
    for (const std::uint8_t each : barrier.consumers) ++passed_[{each, signal.id}];
    barrier = {};
    return Arrival::arrived;
  }

  // Returns whether `thread` may pass. If so, its wait is over.
  bool wait(const Thread& thread, unsigned id) {
    const auto found = passed_.find({fixed_function_thread(thread), id});
    if (found == passed_.end() || found->second == 0) return false;
    --found->second;
    return true;
  }

 private:
  struct Barrier {
    BarrierSignal counts;
    unsigned producers = 0;               // that have signalled
    std::vector<std::uint8_t> consumers;  // FFTIDs of the consumers that have signalled
  };
  std::array<Barrier, kIds> barriers_;
  std::map<std::pair<std::uint8_t, unsigned>, unsigned> passed_;  // passes that were not waited for yet
};

}  // namespace eugene::eu
