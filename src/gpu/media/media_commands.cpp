// Commands that make media threads: BXT PRM vol6 "Media State and Primitive Commands".
//
// The threads of a command run to their end before the next command is fetched. So everything that a thread may depend
// on from an earlier command is complete, fences between persistent root threads are satisfied, and a flush has nothing
// to wait for.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/bits.h"
#include "gpu/commands/handlers.h"
#include "gpu/media/media_work.h"
#include "gpu/media/walker_threads.h"

namespace eugene::gpu {
namespace {

constexpr std::size_t kObjectDwords = 6;            // dwords of MEDIA_OBJECT before its inline data
constexpr std::size_t kPersistentDwords = 4;        // dwords of MEDIA_OBJECT_PRT before its inline data
constexpr std::size_t kWalkerDwords = 17;           // dwords of MEDIA_OBJECT_WALKER before its inline data
constexpr std::size_t kGroupObjectDwords = 7;       // dwords of MEDIA_OBJECT_GRPID before its inline data
constexpr std::uint64_t kCheckInterval = 1U << 16;  // threads of a walk between checks for cancellation

// Decodes dwords 1 to 3, which all of these commands except MEDIA_OBJECT_PRT share.
MediaObject common(const CommandLayout& layout, CommandDwords dw, std::size_t fixed) {
  return {.descriptor = bits(dw[1], layout.descriptor_index_bits - 1, 0),
          .indirect_length = bits(dw[2], 16, 0),
          .indirect_start = dw[3],
          .inline_data = dw.subspan(fixed)};
}

// Decodes dwords 4 and 5 of MEDIA_OBJECT and MEDIA_OBJECT_GRPID.
MediaPlace read_place(CommandDwords dw) {
  return {.x = static_cast<int>(bits(dw[4], 8, 0)),
          .y = static_cast<int>(bits(dw[4], 24, 16)),
          .color = bits(dw[5], 19, 16)};
}

// Masked Dispatch: the CURBE has a bit for each place, in rows of 128, 256 or 512 bits. Only places with a 1 get
// threads.
class DispatchMask {
 public:
  DispatchMask(unsigned code, std::span<const std::byte> curbe) : code_(code), curbe_(curbe) {}
  bool is_used() const { return code_ != 0; }
  bool dispatches(const MediaPlace& place) const {
    if (!is_used()) return true;
    const unsigned pitch = 64U << code_;
    const auto x = static_cast<unsigned>(place.x);
    const std::size_t byte = (std::size_t{pitch} * static_cast<unsigned>(place.y) + x) / 8;
    return x < pitch && byte < curbe_.size() && bit(std::to_integer<std::uint32_t>(curbe_[byte]), x % 8);
  }

 private:
  unsigned code_;
  std::span<const std::byte> curbe_;
};

Result<void> only_in_media(const ContextState& c) {
  if (c.pipeline.pipeline == Pipeline::media) return {};
  return fail("the media pipeline is not selected", kMediaSection, "precede it by PIPELINE_SELECT with Media");
}

Result<void> run_threads(ContextState& c, const MediaThreads& threads, std::vector<MediaPlace> places, unsigned size) {
  const Result<Work> work = make_media_work(threads, std::move(places), size, c.thread_state());
  if (!work) return forward_error(work);
  if (const Result<void> wanted = c.still_wanted(); !wanted) return wanted;
  return c.host.run_work ? c.run_work(*work, nullptr) : Result<void>{};
}

Result<Next> run_object(ContextState& c, const MediaObject& object, const MediaPlace& place) {
  const Result<MediaThreads> threads = media_threads(object, false, c.pipeline, c.ppgtt);
  if (!threads) return forward_error(threads);
  c.report(c.checks.threads(threads->descriptor, false, c.pipeline.pools.enabled));
  return advance_after(run_threads(c, *threads, {place}, 1));
}

}  // namespace

Result<Next> media_object(ContextState& c, CommandDwords dw) {
  if (const Result<void> allowed = only_in_media(c); !allowed) return std::unexpected(allowed.error());
  if (bit(dw[2], 24) || bit(dw[2], 31)) return unsupported(c, dw);  // thread synchronisation, children
  return run_object(c, common(c.layout, dw, kObjectDwords), read_place(dw));
}

// A persistent root thread may run long and start child threads. Its fences make later commands wait.
Result<Next> media_object_prt(ContextState& c, CommandDwords dw) {
  if (const Result<void> allowed = only_in_media(c); !allowed) return std::unexpected(allowed.error());
  if (bit(dw[2], 31)) return unsupported(c, dw);  // children
  return run_object(
      c,
      {.descriptor = bits(dw[1], c.layout.descriptor_index_bits - 1, 0), .inline_data = dw.subspan(kPersistentDwords)},
      {});
}

// Adds a thread to its group. The group runs when its last thread has been added.
Result<Next> media_object_grpid(ContextState& c, CommandDwords dw) {
  if (const Result<void> allowed = only_in_media(c); !allowed) return std::unexpected(allowed.error());
  const MediaObject object = common(c.layout, dw, kGroupObjectDwords);
  const std::uint32_t id = dw[6];
  Result<std::vector<eu::Grf>> data = object_data(object, c.pipeline, c.ppgtt);
  if (!data) return std::unexpected(data.error());
  ObjectGroup& group = c.open_groups[id];
  if (group.threads.empty()) group.descriptor = object.descriptor;
  if (group.descriptor != object.descriptor) {
    return fail(fmt::format("group {} began with interface descriptor {}, but continues with {}", id, group.descriptor,
                            object.descriptor),
                kMediaSection);
  }
  if (group.threads.size() == WalkerThreads::kGroup) {
    return fail(fmt::format("thread group {} has more than {} threads", id, WalkerThreads::kGroup), kMediaSection,
                "set End of Thread Group in its last MEDIA_OBJECT_GRPID");
  }
  MediaPlace place = read_place(dw);
  place.group = id;
  place.number = static_cast<std::uint32_t>(group.threads.size());
  group.threads.push_back({place, std::move(*data)});
  if (!bit(dw[2], 23)) return Next::advance;
  const Result<MediaThreads> threads = group_threads(group, c.pipeline);
  std::vector<MediaPlace> places;
  for (const ObjectGroup::Thread& each : group.threads) places.push_back(each.place);
  c.open_groups.erase(id);
  if (!threads) return forward_error(threads);
  c.report(c.checks.threads(threads->descriptor, true, c.pipeline.pools.enabled));
  const auto size = static_cast<unsigned>(places.size());
  return advance_after(run_threads(c, *threads, std::move(places), size));
}

Result<Next> media_object_walker(ContextState& c, CommandDwords dw) {
  if (const Result<void> allowed = only_in_media(c); !allowed) return std::unexpected(allowed.error());
  if (bit(dw[2], 24) || (c.layout.walker_has_children && bit(dw[2], 31))) return unsupported(c, dw);
  if (c.layout.walker_has_dual_mode && bit(dw[6], 31)) return unsupported(c, dw);
  MediaObject object = common(c.layout, dw, kWalkerDwords);
  if (object.indirect_length != 0)
    return fail("a walker has no indirect data", kMediaSection, "use inline data or the CURBE");
  WalkerLoops loops = decode_walker_loops(c.layout.walker, dw);
  const unsigned group_loop = c.layout.descriptor_has_groups ? bits(dw[5], 31, 8) : 0;
  if (group_loop >= kGroupLoops)
    return fail(fmt::format("Group ID Loop Select {} is reserved", group_loop), kMediaSection);
  loops.groups = static_cast<GroupLoop>(group_loop);
  const DispatchMask mask(c.layout.descriptor_has_groups ? bits(dw[2], 23, 22) : 0, c.pipeline.curbe);
  object.takes_constants = !mask.is_used();

  const bool grouped = loops.groups != GroupLoop::none;
  const Result<MediaThreads> common_to_all = media_threads(object, grouped, c.pipeline, c.ppgtt);
  if (!common_to_all) return forward_error(common_to_all);
  c.report(c.checks.threads(common_to_all->descriptor, grouped, c.pipeline.pools.enabled));
  const bool waits = bit(dw[2], 21) && c.pipeline.vfe.scoreboard.enabled;
  WalkerThreads threads(WaveCounter(c.pipeline.vfe.scoreboard, static_cast<std::uint8_t>(dw[5])), waits, grouped,
                        [&](std::span<const MediaPlace> places, unsigned group_size) {
                          return run_threads(c, *common_to_all, {places.begin(), places.end()}, group_size);
                        });
  Result<void> done;
  std::uint64_t visited = 0;
  walk(loops, [&](const MediaPlace& place) {
    if (++visited % kCheckInterval == 0) done = c.still_wanted();
    if (done && mask.dispatches(place)) done = threads.add(place);
    return done.has_value();
  });
  if (done) done = threads.finish();
  return advance_after(done);
}

}  // namespace eugene::gpu
