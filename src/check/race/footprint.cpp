#include "check/race/footprint.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "check/elements.h"
#include "eu/port.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"
#include "isa/message/binding.h"

namespace eugene::check {
namespace {

constexpr unsigned kTouchBytes = sizeof(std::uint32_t);

bool are_both_atomic(const Touch& a, const Touch& b) { return (a.bytes & b.bytes & (a.is_atomic & b.is_atomic)) != 0; }

// Compares only the bytes in the mask `bytes`.
bool are_equal(std::uint32_t a, std::uint32_t b, unsigned bytes) {
  std::uint32_t mask = 0;
  for (unsigned i = 0; i < kTouchBytes; ++i) {
    if ((bytes >> i & 1U) != 0) mask |= 0xffU << 8 * i;
  }
  return ((a ^ b) & mask) == 0;
}

// Collects meetings by pair of instructions.
class ConflictMap {
 public:
  void add(const AccessConflict& meeting) {
    const auto index = [](const std::optional<Touch>& touch) { return touch ? touch->instruction : ~0U; };
    const auto [at, is_new] = all_.try_emplace({index(meeting.first), index(meeting.second)}, meeting);
    if (is_new) return;
    const std::uint64_t count = at->second.count + 1;
    if (meeting.address < at->second.address) at->second = meeting;
    at->second.count = count;
  }
  std::vector<AccessConflict> take() {
    std::vector<AccessConflict> found;
    found.reserve(all_.size());
    for (const auto& [key, each] : all_) found.push_back(each);
    return found;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, AccessConflict> all_;
};

void compare(const FootprintPage& a, const FootprintPage& b, std::size_t dword, AccessConflict meeting,
             ConflictMap& found) {
  const auto add = [&](const Touch& first, bool first_writes, const Touch& second, bool second_writes) {
    if ((first.bytes & second.bytes) == 0 || (first.is_atomic && second.is_atomic)) return false;
    meeting.first = first;
    meeting.second = second;
    meeting.first_writes = first_writes;
    meeting.second_writes = second_writes;
    found.add(meeting);
    return true;
  };
  const Touch &aw = a.writes[dword], &bw = b.writes[dword];
  const bool is_same = are_equal(a.values[dword], b.values[dword], aw.bytes & bw.bytes);
  if (!is_same && add(aw, true, bw, true)) return;
  if (add(aw, true, b.reads[dword], false)) return;
  add(a.reads[dword], false, bw, true);
}

}  // namespace

void Footprint::add(const Access& access) {
  const std::scoped_lock lock(mutex_);
  for (unsigned done = 0; done < access.bytes;) {
    const std::uint64_t address = access.address + done;
    const auto in_dword = static_cast<unsigned>(address % kTouchBytes);
    const unsigned count = std::min(kTouchBytes - in_dword, access.bytes - done);
    const std::uint64_t number = address / FootprintPage::kBytes;
    auto page = pages_.find(number);
    if (page == pages_.end()) {
      if (pages_.size() >= kMaxPages) return;
      page = pages_.emplace(number, std::make_unique<FootprintPage>()).first;
    }
    const std::size_t dword = address % FootprintPage::kBytes / kTouchBytes;
    Touch& kept = access.writes ? page->second->writes[dword] : page->second->reads[dword];
    // A plain access is kept in preference to an atomic, because it races with more accesses.
    const bool is_less = kept.bytes != 0 && kept.is_atomic == 0 && access.touch.is_atomic != 0;
    const unsigned bytes = kept.bytes | ((1U << count) - 1) << in_dword;
    if (!is_less) kept = access.touch;
    kept.bytes = bytes & 0xfU;
    if (access.writes && access.values != nullptr)
      std::memcpy(reinterpret_cast<std::byte*>(&page->second->values[dword]) + in_dword, access.values + done, count);
    done += count;
  }
}

std::vector<AccessConflict> meetings(const Footprint& first, const Footprint& second) {
  ConflictMap found;
  for (const auto& [number, a] : first.pages()) {
    const auto other = second.pages().find(number);
    if (other == second.pages().end()) continue;
    const FootprintPage& b = *other->second;
    for (std::size_t dword = 0; dword < FootprintPage::kDwords; ++dword) {
      if (are_both_atomic(a->writes[dword], b.writes[dword])) return {};
      compare(*a, b, dword, {.address = number * FootprintPage::kBytes + dword * kTouchBytes}, found);
    }
  }
  return found.take();
}

std::vector<AccessConflict> meetings(const Footprint& launch, const AddressRange& range, bool host_writes) {
  ConflictMap found;
  for (const auto& [number, page] : launch.pages()) {
    for (std::size_t dword = 0; dword < FootprintPage::kDwords; ++dword) {
      const std::uint64_t address = number * FootprintPage::kBytes + dword * kTouchBytes;
      if (address + kTouchBytes <= range.begin || address >= range.end) continue;
      const Touch& write = page->writes[dword];
      const Touch& touch = write.bytes != 0 || !host_writes ? write : page->reads[dword];
      const auto is_there = [&](unsigned byte) {
        return (touch.bytes >> byte & 1U) != 0 && range.begin <= address + byte && address + byte < range.end;
      };
      if (!is_there(0) && !is_there(1) && !is_there(2) && !is_there(3)) continue;
      found.add({.address = address, .first = touch, .first_writes = write.bytes != 0, .second_writes = host_writes});
    }
  }
  return found.take();
}

void FootprintObserver::group_begins(const eu::StartedGroup& group) {
  threads_ = &group.threads;
  first_thread_ = static_cast<std::uint32_t>(group.index) * facts_->threads;
}

bool FootprintObserver::begin(const eu::Thread& thread, std::size_t index) {
  is_of_group_ = threads_ != nullptr && threads_->find_index(thread) < facts_->threads;
  if (!is_of_group_) return false;
  first_channel_ = program_->instructions[index].channel_offset;
  touch_ = {.thread = first_thread_ + threads_->find_index(thread)};
  touch_.instruction = static_cast<std::uint32_t>(index) & ((1U << 20) - 1);
  return true;
}

void FootprintObserver::message_begins(const eu::SendRequest& request) {
  begin(request.thread, isa::find_index(*program_, request.instruction));
}

// Local memory, scratch memory and possible private memory belong to one launch, so accesses there are not kept.
bool FootprintObserver::is_kept(const eu::AccessedSpace& space, std::uint64_t address) const {
  if (space.local != nullptr) return false;
  if (facts_->has_hidden_private_memory && space.bti == isa::kBtiStateless) return false;
  return std::ranges::none_of(facts_->ignored,
                              [&](const AddressRange& each) { return each.begin <= address && address < each.end; });
}

void FootprintObserver::add(const Element& element) {
  const std::uint64_t address = element.space.base + element.offset;
  if (!is_kept(element.space, address)) return;
  Touch touch = touch_;
  touch.channel = element.lane ? (first_channel_ + *element.lane) & 31U : Touch::kUnknown;
  touch.is_atomic = element.kind == eu::AccessKind::atomic ? 1U : 0U;
  footprint_->add({.touch = touch,
                   .writes = element.kind != eu::AccessKind::read,
                   .address = address,
                   .bytes = element.bytes,
                   .values = element.value});
}

void FootprintObserver::add(const eu::Access& access, const std::byte* values) {
  if (!is_of_group_) return;
  for_each_element(access, [&](std::uint64_t offset, std::optional<unsigned> lane) {
    add({.space = access.space,
         .offset = offset,
         .lane = lane,
         .bytes = access.bytes,
         .kind = access.kind,
         .value = values});
    if (values != nullptr) values += access.bytes;
  });
}

// Skips writes: transferred() adds them with their values.
void FootprintObserver::accessed(const eu::Access& access) {
  if (access.kind != eu::AccessKind::write) add(access, nullptr);
}

void FootprintObserver::transferred(const eu::Access& access, const eu::AccessValues& values) {
  const bool is_whole = values.moved.size() == access.offsets.size() * access.bytes;
  if (access.kind == eu::AccessKind::write) add(access, is_whole ? values.moved.data() : nullptr);
}

void FootprintObserver::accessed_by_lanes(const eu::LaneAccess& access) {
  if (!begin(access.thread, access.index)) return;
  const std::size_t slot = std::max(access.bytes, kTouchBytes);
  for_each_element(access, [&](std::uint64_t offset, unsigned lane, unsigned part) {
    add({.space = access.space,
         .offset = offset,
         .lane = lane,
         .bytes = access.bytes,
         .kind = access.kind,
         .value = access.values == nullptr ? nullptr : access.values + (part * access.lanes + lane) * slot});
  });
}

}  // namespace eugene::check
