#include "gpu/media/media_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

std::size_t registers_for(std::size_t bytes) { return (bytes + eu::kGrfBytes - 1) / eu::kGrfBytes; }

// Appends `bytes` to a payload, from a whole register on.
void append(std::vector<eu::Grf>& payload, std::span<const std::byte> bytes) {
  const std::size_t at = payload.size();
  payload.resize(at + registers_for(bytes.size()));
  if (!bytes.empty()) std::memcpy(payload.data() + at, bytes.data(), bytes.size());
}

// Appends the constants that a descriptor selects from the CURBE. Constants beyond the end of the CURBE are 0.
void append_constants(std::vector<eu::Grf>& payload, const InterfaceDescriptor& descriptor,
                      std::span<const std::byte> curbe) {
  const std::size_t at = payload.size();
  payload.resize(at + descriptor.per_thread_registers);
  const std::size_t offset = std::size_t{descriptor.constant_offset} * eu::kGrfBytes;
  if (offset >= curbe.size()) return;
  const std::size_t count =
      std::min(curbe.size() - offset, std::size_t{descriptor.per_thread_registers} * eu::kGrfBytes);
  if (count != 0) std::memcpy(payload.data() + at, curbe.data() + offset, count);
}

Result<const InterfaceDescriptor*> find_descriptor(unsigned index, const PipelineState& state) {
  if (index < state.descriptors.size()) return &state.descriptors[index];
  return fail(fmt::format("interface descriptor {} is used, but only {} are loaded", index, state.descriptors.size()),
              kMediaSection, "load it with MEDIA_INTERFACE_DESCRIPTOR_LOAD");
}

Result<void> check_payload(std::size_t registers) {
  if (registers == 0)
    return fail("the thread has no payload", kMediaSection, "give it inline data, indirect data or CURBE constants");
  if (1 + registers > eu::kGrfCount) {
    return fail(fmt::format("a payload of {} registers does not fit in a thread's {}", 1 + registers, eu::kGrfCount),
                kMediaSection);
  }
  return {};
}

// Returns the dwords of r0 that hold a thread's place.
GroupId to_group_id(const MediaPlace& place) {
  constexpr std::uint32_t kCoordinate = 0x7FF;
  const std::uint32_t x = static_cast<std::uint32_t>(place.x) & kCoordinate;
  const std::uint32_t y = static_cast<std::uint32_t>(place.y) & kCoordinate;
  return {x | (y << 16), bits(place.number, 23, 0), place.group};
}

// Sets the bits `mask` of r0.2 to `value`. Other bits of r0.2 hold the barrier's ID.
void set_place_bits(eu::Grf& header, std::uint32_t mask, std::uint32_t value) {
  constexpr unsigned kDword = 2;
  std::uint32_t old = 0;
  std::memcpy(&old, header.bytes.data() + kDword * sizeof old, sizeof old);
  write_dword(header, kDword, (old & ~mask) | value);
}

}  // namespace

Result<std::vector<eu::Grf>> object_data(const MediaObject& object, const PipelineState& state, memory::View& memory) {
  std::vector<eu::Grf> data;
  append(data, std::as_bytes(object.inline_data));
  if (object.indirect_length == 0) return data;
  std::vector<std::byte> indirect(object.indirect_length);
  const std::uint64_t address = state.bases.indirect_object + object.indirect_start;
  if (!memory.read(address, indirect)) {
    return fail(fmt::format("indirect data at {:#x}: address {:#x} is not mapped", address & memory::kAddressMask,
                            memory.bad_address()),
                kMediaSection);
  }
  append(data, indirect);
  return data;
}

MediaPayload::MediaPayload(std::vector<MediaPlace> places, unsigned threads, unsigned descriptor, Constants constants)
    : places_(std::move(places)),
      threads_(threads),
      descriptor_(descriptor),
      constants_(std::move(constants)),
      is_uniform_(threads == 1 && std::ranges::all_of(places_, [this](const MediaPlace& each) {
                    return each.color == places_.front().color;
                  })) {}

void MediaPayload::write_model(unsigned thread, eu::Thread& model) const {
  constexpr std::uint32_t kDescriptorAndColor = 0x3FF;
  set_place_bits(model.grf[0], kDescriptorAndColor, (descriptor_ << 4) | places_.front().color);
  constants_.write(thread, model);
}

GroupId MediaPayload::dwords(std::uint64_t group) const { return to_group_id(places_[group * threads_]); }

GroupId MediaPayload::id(std::uint64_t group) const {
  const MediaPlace& place = places_[group * threads_];
  return {static_cast<std::uint32_t>(place.x), static_cast<std::uint32_t>(place.y), place.color};
}

void MediaPayload::start(const GroupStart& group, unsigned thread, eu::Thread& to, functions::Port& /*port*/) const {
  constexpr std::uint32_t kColor = 0xF;
  const MediaPlace& place = places_[group.index * threads_ + thread];
  set_group(to, to_group_id(place));
  set_place_bits(to.grf[0], kColor, place.color);
}

Result<MediaThreads> media_threads(const MediaObject& object, bool grouped, const PipelineState& state,
                                   memory::View& memory) {
  const Result<const InterfaceDescriptor*> descriptor = find_descriptor(object.descriptor, state);
  if (!descriptor) return forward_error(descriptor);
  MediaThreads threads{.index = object.descriptor, .descriptor = **descriptor, .constants = {}};
  std::vector<eu::Grf>& payload = threads.constants.cross_thread;
  if (object.takes_constants) append_constants(payload, threads.descriptor, state.curbe);
  const Result<std::vector<eu::Grf>> data = object_data(object, state, memory);
  if (!data) return forward_error(data);
  payload.insert(payload.end(), data->begin(), data->end());
  if (const Result<void> fits = check_payload(payload.size()); !fits) return forward_error(fits);
  if (grouped) return threads;
  threads.descriptor.barrier = false;
  threads.descriptor.global_barrier = false;
  threads.descriptor.slm_bytes = 0;
  return threads;
}

void set_places(Work& work, const MediaThreads& threads, std::vector<MediaPlace> places, unsigned size) {
  work.simd = isa::kMaxChannels;  // media threads start with all channels enabled
  work.groups = places.size() / size;
  work.threads = size;
  work.payload = std::make_shared<MediaPayload>(std::move(places), size, threads.index, threads.constants);
}

Result<Work> make_media_work(const MediaThreads& threads, std::vector<MediaPlace> places, unsigned size,
                             const PipelineState& state) {
  const InterfaceDescriptor& descriptor = threads.descriptor;
  if (descriptor.barrier && descriptor.threads != size) {
    return fail(fmt::format("a group has {} threads, but its interface descriptor, which enables the barrier, has {}",
                            size, descriptor.threads),
                kMediaSection);
  }
  Work work = make_work(descriptor, state);
  set_places(work, threads, std::move(places), size);
  return work;
}

Result<MediaThreads> group_threads(const ObjectGroup& group, const PipelineState& state) {
  const Result<const InterfaceDescriptor*> descriptor = find_descriptor(group.descriptor, state);
  if (!descriptor) return forward_error(descriptor);
  MediaThreads threads{.index = group.descriptor, .descriptor = **descriptor, .constants = {}};
  Constants& constants = threads.constants;
  append_constants(constants.cross_thread, threads.descriptor, state.curbe);
  for (const ObjectGroup::Thread& each : group.threads) constants.own = std::max(constants.own, each.data.size());
  if (const Result<void> fits = check_payload(constants.cross_thread.size() + constants.own); !fits)
    return forward_error(fits);
  constants.per_thread.resize(constants.own * group.threads.size());
  for (std::size_t i = 0; i < group.threads.size(); ++i)
    std::ranges::copy(group.threads[i].data,
                      constants.per_thread.begin() + static_cast<std::ptrdiff_t>(i * constants.own));
  return threads;
}

}  // namespace eugene::gpu
