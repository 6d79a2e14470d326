#include "eu/analysis/channel_elements.h"

#include <algorithm>
#include <optional>

#include "eu/prepare/element_place.h"
#include "eu/register_file.h"
#include "isa/message/access.h"
#include "isa/message/registers.h"

namespace eugene::eu {
namespace {

// Groups the elements by cell. Returns nothing if the elements of a cell have no regular layout.
std::optional<std::vector<ChannelElements>> split(std::vector<WrittenElement> elements) {
  std::ranges::stable_sort(elements, {}, &WrittenElement::cell);
  std::vector<ChannelElements> found;
  for (auto begin = elements.begin(); begin != elements.end();) {
    const auto end = std::find_if(begin, elements.end(), [&](const auto& each) { return each.cell != begin->cell; });
    const auto layout = find_layout(std::span(begin, end));
    if (!layout) return std::nullopt;
    found.push_back({begin->cell, *layout});
    begin = end;
  }
  return found;
}

// Adds the element of `bytes` at `offset` in the Thread. Returns false if the element is not inside one cell.
bool add(const isa::Program& program, std::vector<WrittenElement>& elements, std::size_t offset, unsigned bytes,
         unsigned channel) {
  const auto cell = cell_at(offset);
  const auto unit = static_cast<unsigned>(offset % kGrfBytes);
  if (!cell || *cell >= cell_count(program) || unit + bytes > kGrfBytes) return false;
  elements.push_back({.cell = *cell, .unit = unit, .units = bytes, .channel = channel});
  return true;
}

template <class Plan>
std::optional<std::vector<ChannelElements>> elements_of(const isa::Program& program, const PreparedOp& op,
                                                        const Plan& plan) {
  std::vector<WrittenElement> elements;
  for (unsigned i = 0; i < op.lanes.count; ++i)
    if (!add(program, elements, element_place(plan, i), plan.element_bytes, i + op.channel_offset)) return std::nullopt;
  return split(std::move(elements));
}

// Returns the elements of `bytes` that lie one after the other from register `nr` on, one for each channel.
std::optional<std::vector<ChannelElements>> elements_from(const isa::Program& program, const PreparedOp& op,
                                                          unsigned nr, unsigned bytes) {
  std::vector<WrittenElement> elements;
  for (unsigned i = 0; i < op.lanes.count; ++i)
    if (!add(program, elements, grf_offset(nr) + i * bytes, bytes, i + op.channel_offset)) return std::nullopt;
  return split(std::move(elements));
}

// Returns whether each channel reads one element of `plan`, which affects only the channel's own result.
bool is_own(const PreparedOp& op, const SourcePlan& plan) {
  const bool is_direct = plan.kind == SourcePlan::Kind::direct || plan.kind == SourcePlan::Kind::load;
  return computes(op) && is_direct && !op.no_mask && !op.alu.scatters && !op.alu.refreshes && op.alu.group == 1 &&
         plan.lanes.count == op.lanes.count;
}

// A message to memory without a header: each channel has its own address and elements.
struct ChannelMessage {
  isa::ChannelAccess access;
  unsigned part;  // registers of one element of all channels
};
std::optional<ChannelMessage> channel_message(const isa::Program& program, const PreparedOp& op) {
  if (op.action != Action::send) return std::nullopt;
  const isa::Instruction& instruction = program.instructions[op.index];
  const isa::SendFields& send = instruction.send;
  if (send.descriptor_in_a0 || send.extended_descriptor_in_a0 || send.function_in_a0() || send.header_present())
    return std::nullopt;
  const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, send.extended_descriptor);
  if (!message) return std::nullopt;
  const auto access = isa::channel_access(message->body);
  if (!access || access->is_atomic() || access->lanes != op.lanes.count) return std::nullopt;
  const unsigned bytes = access->lanes * access->slot();
  if (bytes % kGrfBytes != 0) return std::nullopt;
  return ChannelMessage{.access = *access, .part = bytes / static_cast<unsigned>(kGrfBytes)};
}

// Returns the payload's elements if each belongs to one channel; else nothing.
std::optional<std::vector<ChannelElements>> payload_elements(const isa::Program& program, const PreparedOp& op) {
  const auto message = channel_message(program, op);
  if (!message || op.no_mask) return std::nullopt;
  const isa::Instruction& instruction = program.instructions[op.index];
  const isa::ChannelAccess& access = message->access;
  const isa::MessageRegisters registers = isa::message_registers(instruction);
  const unsigned address = access.lanes * access.address_bytes() / static_cast<unsigned>(kGrfBytes);
  const unsigned data = access.writes ? access.parts() * message->part : 0;
  const bool is_split = instruction.row().format == isa::Format::split_send && registers.extended_payload != 0;
  const isa::Operand& first = instruction.src[0];
  if (!first.is_grf() || first.indirect || registers.payload + registers.extended_payload != address + data)
    return std::nullopt;
  if (is_split && (registers.payload != address || !instruction.src[1].is_grf() || instruction.src[1].indirect))
    return std::nullopt;

  auto found = elements_from(program, op, first.nr, access.address_bytes());
  const unsigned from = is_split ? instruction.src[1].nr : first.nr + address;
  for (unsigned part = 0; found && part * message->part < data; ++part) {
    const auto more = elements_from(program, op, from + part * message->part, access.slot());
    if (!more) return std::nullopt;
    found->insert(found->end(), more->begin(), more->end());
  }
  return found;
}

std::vector<ChannelElements> response_elements(const isa::Program& program, const PreparedOp& op) {
  const isa::Instruction& instruction = program.instructions[op.index];
  const auto message = channel_message(program, op);
  if (!message || !message->access.reads || !instruction.dst.is_grf() || instruction.dst.indirect) return {};
  if (message->access.parts() * message->part != isa::message_registers(instruction).response) return {};
  std::vector<ChannelElements> found;
  for (unsigned part = 0; part < message->access.parts(); ++part) {
    const auto more = elements_from(program, op, instruction.dst.nr + part * message->part, message->access.slot());
    if (!more) return {};
    found.insert(found.end(), more->begin(), more->end());
  }
  return found;
}

}  // namespace

ReadElements read_elements(const isa::Program& program, const PreparedOp& op) {
  const RegisterUse use(program);
  ReadElements found;
  if (!computes(op)) {
    if (auto payload = payload_elements(program, op))
      found.own = std::move(*payload);
    else
      found.shared = use.read(op);
    return found;
  }
  if (op.alu.scatters) use.read(op.source[1], found.shared);
  for (unsigned i = 0; i < op.sources; ++i) {
    const auto own = is_own(op, op.source[i]) ? elements_of(program, op, op.source[i]) : std::nullopt;
    if (own)
      found.own.insert(found.own.end(), own->begin(), own->end());
    else
      use.read(op.source[i], found.shared);
  }
  return found;
}

std::vector<ChannelElements> written_elements(const isa::Program& program, const PreparedOp& op) {
  if ((op.predicated && op.action != Action::select) || (op.write_mask & op.all) != op.all || op.alu.scatters)
    return {};
  std::vector<ChannelElements> found;
  if (op.action == Action::send) found = response_elements(program, op);
  if (computes(op) && op.destination.kind == DestinationPlan::Kind::direct &&
      (op.destination.populated & op.all) == op.all)
    found = elements_of(program, op, op.destination).value_or(std::vector<ChannelElements>());
  std::erase_if(found, [](const ChannelElements& each) { return each.layout.size != each.layout.stride; });
  return found;
}

}  // namespace eugene::eu
