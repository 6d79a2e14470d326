// Converts the commands that make media threads to Works: BXT PRM vol6 "Media State and Primitive Commands".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/pipeline/media_objects.h"
#include "gpu/pipeline/state.h"
#include "gpu/schedule/work/payload.h"
#include "memory/view.h"

namespace eugene::gpu {

// The fields of MEDIA_OBJECT and its relatives.
struct MediaObject {
  unsigned descriptor = 0;                          // index among the interface descriptors
  std::uint32_t indirect_length = 0;                // bytes
  std::uint32_t indirect_start = 0;                 // relative to Indirect Object Base Address
  std::span<const std::uint32_t> inline_data = {};  // the dwords at the end of the command
  bool takes_constants = true;                      // the payload includes constants from the CURBE
};

// Payload of root threads, given by their places, group by group.
class MediaPayload final : public PayloadWriter {
 public:
  // `descriptor` is an index among the interface descriptors, `threads` the number of threads of a group.
  MediaPayload(std::vector<MediaPlace> places, unsigned threads, unsigned descriptor, Constants constants);

  std::uint32_t channels(unsigned /*thread*/) const override { return ~0U; }
  void write_model(unsigned thread, eu::Thread& model) const override;
  GroupId dwords(std::uint64_t group) const override;
  // x, y and colour of the group's first thread.
  GroupId id(std::uint64_t group) const override;
  bool differs_in_dwords_alone() const override { return is_uniform_; }
  void start(const GroupStart& group, unsigned thread, eu::Thread& to, functions::Port& port) const override;
  std::span<const MediaPlace> places() const { return places_; }

 private:
  std::vector<MediaPlace> places_;
  unsigned threads_;
  unsigned descriptor_;
  Constants constants_;
  bool is_uniform_;  // groups are single threads, all of one colour
};

// State that all threads of a command share.
struct MediaThreads {
  unsigned index = 0;              // index of the descriptor
  InterfaceDescriptor descriptor;  // barrier and local memory are removed if threads have no groups
  Constants constants;
};

// Makes the state of threads whose payload is r0, then CURBE constants, inline data and indirect data, if any, each
// aligned to registers. Fails if none of the three exists, if the payload is too large, or if memory is not mapped.
Result<MediaThreads> media_threads(const MediaObject& object, bool grouped, const PipelineState& state,
                                   memory::View& memory);

// Gives `work` threads at `places`, in groups of `size`.
void set_places(Work& work, const MediaThreads& threads, std::vector<MediaPlace> places, unsigned size);
// Makes a Work of threads at `places`, in groups of `size`. Fails if the interface descriptor enables the barrier for
// another number of threads.
Result<Work> make_media_work(const MediaThreads& threads, std::vector<MediaPlace> places, unsigned size,
                             const PipelineState& state);

// Returns the inline and indirect data of one thread of a group, in whole registers.
Result<std::vector<eu::Grf>> object_data(const MediaObject& object, const PipelineState& state, memory::View& memory);
// Makes the state that the threads of a group start with. Fails like media_threads().
Result<MediaThreads> group_threads(const ObjectGroup& group, const PipelineState& state);

}  // namespace eugene::gpu
