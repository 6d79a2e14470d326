#include "accesses/record.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include "isa/message/message.h"

namespace eugene::accesses {
namespace {

// Returns the binding table index of the message's surface; -1 if it has none, or if the index is in a register.
std::int32_t find_surface(const isa::Gen& gen, const isa::Instruction& instruction) {
  const isa::SendFields& send = instruction.send;
  if (!isa::is_send(instruction) || send.descriptor_in_a0 || send.function_in_a0() || send.index_in_a0) return -1;
  const auto message = isa::decode_message(gen, send.sfid, send.descriptor, 0);
  if (!message) return -1;
  return std::visit(
      [&](const auto& body) {
        if constexpr (requires { body.a64; }) {
          if (body.a64) return -1;
        }
        if constexpr (requires { body.bti; })
          return isa::find_binding(gen, body.bti) == isa::Binding::surface ? std::int32_t{body.bti} : -1;
        return -1;
      },
      message->body);
}

}  // namespace

CodePlaces make_places(const isa::Program& program, const KernelFacts& facts) {
  CodePlaces places{.kernel = facts.name, .instructions = {}};
  for (std::size_t index = 0; index < program.instructions.size(); ++index) {
    const std::uint32_t offset = program.offset_at(index);
    places.instructions.resize(offset / CodePlaces::kUnit + 1);
    CodePlaces::Instruction& place = places.instructions.back();
    place.surface = find_surface(*program.gen, program.instructions[index]);
    const auto line = facts.lines.at(offset);
    if (!line) continue;
    const auto known = std::ranges::find(places.sources, line->file);
    place.source = static_cast<std::uint32_t>(known - places.sources.begin());
    if (known == places.sources.end()) places.sources.push_back(line->file);
    place.line = line->line;
  }
  return places;
}

const LaunchRun& find_run(std::span<const LaunchRun> launches, std::uint64_t number) {
  static const LaunchRun kNone;
  const auto after = std::ranges::upper_bound(launches, number, {}, &LaunchRun::first);
  return after == launches.begin() ? kNone : *std::prev(after);
}

}  // namespace eugene::accesses
