#include "check/race/race.h"

#include <algorithm>
#include <utility>

#include "check/race/observer.h"
#include "isa/message/registers.h"

namespace eugene::check {
namespace {

auto sort_key(const MemoryRange& place, const AccessSite& a, const AccessSite& b) {
  return std::tuple(place.address, a.group, a.thread, a.channel, b.group, b.thread, b.channel);
}

bool is_before(const RawFinding& a, const RawFinding& b) {
  return sort_key(*a.place, a.sides.front(), a.sides.back()) < sort_key(*b.place, b.sides.front(), b.sides.back());
}

}  // namespace

RawFinding* RaceList::count(const MemoryRange& place, const AccessSite& first, const AccessSite& second,
                            std::optional<std::uint32_t> barrier) {
  const auto [low, high] = std::minmax(first.instruction, second.instruction);
  RawFinding& race = races_[{place.is_local, low, high}];
  race.barrier = race.place ? std::min(race.barrier, barrier) : barrier;
  if (race.place) {
    ++race.count;
    if (sort_key(*race.place, race.sides.front(), race.sides.back()) <= sort_key(place, first, second)) return nullptr;
  }
  return &race;
}

void RaceList::add(RaceList&& other) {
  for (auto& [key, race] : other.races_) {
    const auto [at, is_new] = races_.try_emplace(key, race);
    if (is_new) continue;
    const std::uint64_t count = at->second.count + race.count;
    const std::optional<std::uint32_t> barrier = std::min(at->second.barrier, race.barrier);
    if (is_before(race, at->second)) at->second = std::move(race);
    at->second.count = count;
    at->second.barrier = barrier;
  }
  other.races_.clear();
}

void RaceList::give(Sink& sink) {
  for (auto& [key, race] : races_) sink.add(std::move(race));
  races_.clear();
}

RaceCheck::RaceCheck(const isa::Program& program, RaceFacts facts, Sink* seen_by, std::shared_ptr<Shadows> shadows)
    : program_(&program),
      seen_by_(seen_by),
      facts_(std::move(facts)),
      roles_(eu::message_roles(program)),
      fences_(roles_.size()),
      acquires_(eu::has_atomic(program,
                               [](const isa::Instruction& each, const isa::Message* message) {
                                 return message == nullptr || isa::message_registers(each).response != 0;
                               })),
      shadows_(std::move(shadows)) {
  for (const auto& [instruction, fences] : facts_.barriers) fences_.at(instruction) = fences;
}

std::unique_ptr<eu::Observer> RaceCheck::worker_begins() { return std::make_unique<RaceObserver>(*this); }

}  // namespace eugene::check
