// Commands that make media threads: BXT PRM vol6 "Media State and Primitive Commands".
//
// A command is executed to the end of its threads before the next one is fetched. So whatever a thread may depend on
// that an earlier command has made has ended, fences between persistent root threads are met, and a flush has nothing
// to wait for.
#include <fmt/format.h>

#include <vector>

#include "base/bits.h"
#include "gpu/commands/command_streamer.h"
#include "gpu/media/walker_threads.h"

namespace eugene::gpu {
namespace {

using Next = CommandStreamer::Next;

constexpr std::size_t kObjectDwords = 6;            // of MEDIA_OBJECT before its inline data
constexpr std::size_t kPersistentDwords = 4;        // of MEDIA_OBJECT_PRT
constexpr std::size_t kWalkerDwords = 17;           // of MEDIA_OBJECT_WALKER
constexpr std::size_t kGroupObjectDwords = 7;       // of MEDIA_OBJECT_GRPID
constexpr std::uint64_t kCheckInterval = 1U << 16;  // threads of a walk after which it may be interrupted

// Dwords 1 to 3, which all of these commands but MEDIA_OBJECT_PRT share.
MediaObject common(const CommandLayout& layout, CommandStreamer::Dwords dw, std::size_t fixed) {
  return {.descriptor = bits(dw[1], layout.descriptor_index_bits - 1, 0),
          .indirect_length = bits(dw[2], 16, 0),
          .indirect_start = dw[3],
          .inline_data = dw.subspan(fixed)};
}

// Dwords 4 and 5 of MEDIA_OBJECT and MEDIA_OBJECT_GRPID.
MediaPlace place_of(CommandStreamer::Dwords dw) {
  return {.x = static_cast<int>(bits(dw[4], 8, 0)),
          .y = static_cast<int>(bits(dw[4], 24, 16)),
          .color = bits(dw[5], 19, 16)};
}

// Masked Dispatch: a bit of the CURBE for each place, rows of 128, 256 or 512 bits; 1 dispatches its threads.
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

}  // namespace

Result<void> CommandStreamer::only_in_media() const {
  if (state_.pipeline == Pipeline::media) return {};
  return fail("the media pipeline is not selected", kMediaSection, "precede it by PIPELINE_SELECT with Media");
}

Result<void> CommandStreamer::run_threads(const Dispatch& dispatch) {
  if (const Result<void> wanted = still_wanted(); !wanted) return wanted;
  return host_.dispatch ? run_dispatch(dispatch, nullptr) : Result<void>{};
}

Result<Next> CommandStreamer::run_object(const MediaObject& object, const MediaPlace& place) {
  Result<Dispatch> dispatch = make_media_dispatch(object, state_, *ppgtt_);
  if (!dispatch) return std::unexpected(dispatch.error());
  dispatch->drop_groups();
  report(checks_.threads(dispatch->descriptor, false, state_.pools.enabled));
  dispatch->places = {place};
  return advance_after(run_threads(*dispatch));
}

Result<Next> CommandStreamer::media_object(Dwords dw) {
  if (const Result<void> allowed = only_in_media(); !allowed) return std::unexpected(allowed.error());
  if (bit(dw[2], 24) || bit(dw[2], 31)) return unsupported(dw);  // thread synchronisation, children
  return run_object(common(*layout_, dw, kObjectDwords), place_of(dw));
}

// A persistent root thread may run long and start child threads. Its fences make later commands wait.
Result<Next> CommandStreamer::media_object_prt(Dwords dw) {
  if (const Result<void> allowed = only_in_media(); !allowed) return std::unexpected(allowed.error());
  if (bit(dw[2], 31)) return unsupported(dw);  // children
  return run_object(
      {.descriptor = bits(dw[1], layout_->descriptor_index_bits - 1, 0), .inline_data = dw.subspan(kPersistentDwords)},
      {});
}

// The threads of a group come one by one, and run when its last has come.
Result<Next> CommandStreamer::media_object_grpid(Dwords dw) {
  if (const Result<void> allowed = only_in_media(); !allowed) return std::unexpected(allowed.error());
  const MediaObject object = common(*layout_, dw, kGroupObjectDwords);
  const std::uint32_t id = dw[6];
  Result<std::vector<eu::Grf>> data = object_data(object, state_, *ppgtt_);
  if (!data) return std::unexpected(data.error());
  ObjectGroup& group = open_groups_[id];
  if (group.threads.empty()) group.descriptor = object.descriptor;
  if (group.descriptor != object.descriptor) {
    return fail(fmt::format("group {} began with interface descriptor {} and goes on with {}", id, group.descriptor,
                            object.descriptor),
                kMediaSection);
  }
  if (group.threads.size() == WalkerThreads::kGroup) {
    return fail(fmt::format("thread group {} has more than {} threads", id, WalkerThreads::kGroup), kMediaSection,
                "set End of Thread Group in its last MEDIA_OBJECT_GRPID");
  }
  MediaPlace place = place_of(dw);
  place.group = id;
  place.number = static_cast<std::uint32_t>(group.threads.size());
  group.threads.push_back({place, std::move(*data)});
  if (!bit(dw[2], 23)) return Next::advance;
  const Result<Dispatch> dispatch = make_group_dispatch(group, state_);
  open_groups_.erase(id);
  if (!dispatch) return std::unexpected(dispatch.error());
  report(checks_.threads(dispatch->descriptor, true, state_.pools.enabled));
  return advance_after(run_threads(*dispatch));
}

Result<void> CommandStreamer::no_open_groups() const {
  if (open_groups_.empty()) return {};
  return fail(fmt::format("thread group {} of MEDIA_OBJECT_GRPID has {} threads and no end",
                          open_groups_.begin()->first, open_groups_.begin()->second.threads.size()),
              kMediaSection, "set End of Thread Group in its last MEDIA_OBJECT_GRPID");
}

Result<Next> CommandStreamer::media_object_walker(Dwords dw) {
  if (const Result<void> allowed = only_in_media(); !allowed) return std::unexpected(allowed.error());
  if (bit(dw[2], 24) || (layout_->walker_has_children && bit(dw[2], 31))) return unsupported(dw);
  if (layout_->walker_has_dual_mode && bit(dw[6], 31)) return unsupported(dw);
  MediaObject object = common(*layout_, dw, kWalkerDwords);
  if (object.indirect_length != 0)
    return fail("a walker has no indirect data", kMediaSection, "use inline data or the CURBE");
  WalkerLoops loops = decode_walker_loops(layout_->walker, dw);
  const unsigned group_loop = layout_->descriptor_has_groups ? bits(dw[5], 31, 8) : 0;
  if (group_loop >= kGroupLoops)
    return fail(fmt::format("Group ID Loop Select {} is reserved", group_loop), kMediaSection);
  loops.groups = static_cast<GroupLoop>(group_loop);
  const DispatchMask mask(layout_->descriptor_has_groups ? bits(dw[2], 23, 22) : 0, state_.curbe);
  object.takes_constants = !mask.is_used();

  const bool grouped = loops.groups != GroupLoop::none;
  Result<Dispatch> dispatch = make_media_dispatch(object, state_, *ppgtt_);
  if (!dispatch) return std::unexpected(dispatch.error());
  if (!grouped) dispatch->drop_groups();
  report(checks_.threads(dispatch->descriptor, grouped, state_.pools.enabled));
  const bool waits = bit(dw[2], 21) && state_.vfe.scoreboard.enabled;
  WalkerThreads threads(WaveCounter(state_.vfe.scoreboard, static_cast<std::uint8_t>(dw[5])), waits, grouped,
                        [&](std::span<const MediaPlace> places, unsigned group_size) -> Result<void> {
                          if (grouped) {
                            if (const Result<void> done = set_group_size(*dispatch, group_size); !done) return done;
                          }
                          dispatch->places.assign(places.begin(), places.end());
                          return run_threads(*dispatch);
                        });
  Result<void> done;
  std::uint64_t visited = 0;
  walk(loops, [&](const MediaPlace& place) {
    if (++visited % kCheckInterval == 0) done = still_wanted();
    if (done && mask.dispatches(place)) done = threads.add(place);
    return done.has_value();
  });
  if (done) done = threads.finish();
  return advance_after(done);
}

}  // namespace eugene::gpu
