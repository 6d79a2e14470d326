// Commands that make media threads: BXT PRM vol6 "Media State and Primitive Commands".
//
// A command's threads are sorted into waves by the scoreboard (gpu/media/scoreboard.h); each wave is a dispatch of its
// own. Without one they are dispatched in parts, so that a walker over a large picture need not be kept in memory.
#include <fmt/format.h>

#include <vector>

#include "base/bits.h"
#include "gpu/commands/command_streamer.h"

namespace eugene::gpu {
namespace {

using Next = CommandStreamer::Next;

constexpr const char* kSection = "BXT PRM vol6 Media State and Primitive Commands";
constexpr std::size_t kObjectDwords = 6;   // of MEDIA_OBJECT before its inline data
constexpr std::size_t kWalkerDwords = 17;  // of MEDIA_OBJECT_WALKER
constexpr std::size_t kPart = 1U << 16;    // threads of one dispatch, where no scoreboard orders them

Result<void> only_in_media(const PipelineState& state) {
  if (state.pipeline == Pipeline::media) return {};
  return fail("the media pipeline is not selected", kSection, "precede it by PIPELINE_SELECT with Media");
}

// Dwords 1 to 3, which all of these commands share.
MediaObject common(const CommandLayout& layout, CommandStreamer::Dwords dw, std::size_t fixed) {
  return {.descriptor = bits(dw[1], layout.descriptor_index_bits - 1, 0),
          .indirect_length = bits(dw[2], 16, 0),
          .indirect_start = dw[3],
          .inline_data = dw.subspan(fixed)};
}

}  // namespace

Result<Next> CommandStreamer::run_media(const MediaObject& object, std::span<const MediaPlace> places) {
  const Result<Dispatch> dispatch = make_media_dispatch(object, places, state_, *ppgtt_);
  if (!dispatch) return std::unexpected(dispatch.error());
  if (!host_.dispatch) return Next::advance;
  const Result<void> done = host_.dispatch(*dispatch);
  if (!done) return std::unexpected(done.error());
  return Next::advance;
}

Result<Next> CommandStreamer::media_object(Dwords dw) {
  if (const Result<void> allowed = only_in_media(state_); !allowed) return std::unexpected(allowed.error());
  if (bit(dw[2], 24) || bit(dw[2], 31)) return unsupported(dw);  // thread synchronisation, children
  // Commands follow each other only when the threads before have ended, so every dependency is met.
  const MediaPlace place{.x = static_cast<int>(bits(dw[4], 8, 0)),
                         .y = static_cast<int>(bits(dw[4], 24, 16)),
                         .color = bits(dw[5], 19, 16)};
  return run_media(common(*layout_, dw, kObjectDwords), std::span(&place, 1));
}

Result<Next> CommandStreamer::media_object_walker(Dwords dw) {
  if (const Result<void> allowed = only_in_media(state_); !allowed) return std::unexpected(allowed.error());
  const bool masked = bits(dw[2], 23, 22) != 0;
  const bool has_groups = bits(dw[5], 31, 8) != 0;
  if (masked || has_groups || bit(dw[2], 24)) return unsupported(dw);
  const MediaObject object = common(*layout_, dw, kWalkerDwords);
  if (object.indirect_length != 0)
    return fail("a walker has no indirect data", kSection, "use inline data or the CURBE");
  const bool uses_scoreboard = bit(dw[2], 21) && state_.vfe.scoreboard.enabled;
  const auto mask = static_cast<std::uint8_t>(dw[5]);

  // Threads that wait for their turn: by wave, then by colour.
  const WalkerLoops loops = decode_walker_loops(layout_->walker, dw);
  std::vector<std::vector<std::vector<MediaPlace>>> waves;
  std::size_t waiting = 0;
  Result<Next> result = Next::advance;
  const auto dispatch_all = [&] {
    for (const auto& wave : waves) {
      for (const std::vector<MediaPlace>& places : wave) {
        if (places.empty()) continue;
        if (result) result = run_media(object, places);
        if (!result) return false;
      }
    }
    waves.clear();
    waiting = 0;
    return true;
  };
  WaveCounter counter(state_.vfe.scoreboard);
  walk(loops, [&](const MediaPlace& place) {
    const unsigned wave = uses_scoreboard ? counter.next(place, mask) : 0;
    if (waves.size() <= wave) waves.resize(wave + 1);
    waves[wave].resize(loops.colors);
    waves[wave][place.color].push_back(place);
    return uses_scoreboard || ++waiting < kPart || dispatch_all();
  });
  if (result) dispatch_all();
  return result;
}

}  // namespace eugene::gpu
