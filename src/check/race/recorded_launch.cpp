#include "check/race/recorded_launch.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "check/race/footprint.h"
#include "check/race/overlaps.h"
#include "gpu/schedule/observe/buffer_address.h"
#include "isa/program.h"

namespace eugene::check {
namespace {

class RecordedDispatch final : public DispatchCheck {
 public:
  RecordedDispatch(std::unique_ptr<RecordedLaunch> launch, const DispatchFacts& facts, CheckedDispatch& dispatch)
      : launch_(std::move(launch)),
        host_(&facts.host),
        program_(&facts.dispatch.kernel.program()),
        describer_(&dispatch.describer()) {}

  std::unique_ptr<eu::Observer> worker_begins() override {
    return std::make_unique<FootprintObserver>(*program_, launch_->facts, launch_->footprint);
  }

  // Findings of several launches are complete findings, so they do not go to a sink.
  void report(Sink& /*sink*/) override {
    for (std::uint32_t index = 0; index < program_->instructions.size(); ++index) {
      if (isa::is_send(program_->instructions[index]))
        launch_->sites.emplace(index, describer_->site_at(program_->offset_at(index)));
    }
    for (Finding& each : host_->overlaps->ran(std::move(launch_))) host_->found(std::move(each));
  }

 private:
  std::unique_ptr<RecordedLaunch> launch_;
  const Host* host_;
  const isa::Program* program_;
  Describer* describer_;
};

// Returns the buffers that the arguments give to the kernel.
std::vector<RecordedLaunch::Buffer> list_buffers(const DispatchFacts& facts, const LaunchMemory& memory) {
  std::vector<RecordedLaunch::Buffer> buffers;
  for (const ArgumentMemory& each : memory.arguments) {
    const auto given = std::ranges::find(facts.launch->arguments, each.number, &LaunchArgument::number);
    if (given == facts.launch->arguments.end()) continue;
    // Shared memory is recorded as a whole, wherever in it the argument points.
    const bool is_shared = given->given == Given::shared;
    const std::uint64_t number = is_shared ? given->object : given->buffer;
    if (number == 0 || (!is_shared && given->given != Given::buffer)) continue;
    std::optional<std::uint64_t> address = each.address;
    if (!address && each.binding) address = gpu::buffer_address(facts.dispatch, *each.binding);
    if (address)
      buffers.push_back({.number = number, .begin = given->part_begin, .bytes = each.bytes, .address = *address});
  }
  return buffers;
}

}  // namespace

std::unique_ptr<DispatchCheck> recorded_launch(const DispatchFacts& facts, const RaceFacts& races,
                                               CheckedDispatch& dispatch) {
  if (facts.launch == nullptr || facts.host.overlaps == nullptr || !Overlaps::may_overlap(facts.launch->order))
    return nullptr;
  auto launch = std::make_unique<RecordedLaunch>(*facts.launch, facts.dispatch.work);
  launch->facts = races;
  launch->rules = dispatch.rules();
  launch->buffers = list_buffers(facts, dispatch.rules()->memory());
  return std::make_unique<RecordedDispatch>(std::move(launch), facts, dispatch);
}

}  // namespace eugene::check
