// Finds a variable's value, or decides that the value is not available.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "debug/derived_value.h"
#include "debug/frames.h"
#include "debug/variables.h"
#include "isa/message/access.h"

namespace eugene::debug {
namespace {

using Kind = SourceType::Kind;

bool is_in(std::span<const CodeRange> ranges, std::uint32_t ip) {
  return std::ranges::any_of(ranges, [&](const CodeRange& range) { return range.contains(ip); });
}

std::uint64_t number_in(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  return value;
}

// Returns the number in a register, if no other register was read.
std::optional<std::uint64_t> register_value(std::span<const RegisterBytes> read, std::span<const std::byte> registers) {
  if (read.size() != 1 || read[0].end - read[0].begin > sizeof(std::uint64_t)) return std::nullopt;
  return number_in(registers.subspan(read[0].begin, read[0].end - read[0].begin));
}

}  // namespace

bool Variables::is_set_by_user(const Datum& datum, const Channel& channel) {
  return channel.written != nullptr && std::ranges::any_of(datum.in_registers, [&](const auto& byte) {
           return byte && channel.written->at(*byte).writer == WrittenRegisters::kUser;
         });
}

// Whether the datum is an argument, still in the registers in which the thread got the argument.
bool Variables::is_given(const SourceVariable& variable, const Datum& datum, const Channel& channel) const {
  const auto given = variable.is_parameter ? given_argument(variable, *this, channel) : std::nullopt;
  if (!given || datum.bytes.size() < given->size()) return false;
  for (std::size_t i = 0; i != given->size(); ++i) {
    const auto& byte = datum.in_registers[i];
    if (!byte || channel.written->at(*byte).writer != WrittenRegisters::kGiven || datum.bytes[i] != (*given)[i])
      return false;
  }
  return true;
}

// Returns the place of the instruction at `ip`, with its line in the variable's function.
VariableWrites::ProgramPoint Variables::find_place(const SourceVariable& variable, std::uint32_t ip,
                                                   const CodeFlow& flow) const {
  std::uint32_t line = 0;
  bool is_inside_call = false;
  const std::vector<StackFrame> frames = frames_at(all_, lines_, ip, {});
  for (const StackFrame& each : frames) {
    const bool is_here = each.function == variable.function && each.line && variable.declared;
    if (!is_here || each.line->file != variable.declared->file) continue;
    line = writes_.line_in_text(*each.line);
    is_inside_call = &each != frames.data();
  }
  const auto at = std::min(std::ranges::lower_bound(offsets_, ip), offsets_.end() - 1);
  return {.line = line,
          .is_inside_call = is_inside_call,
          .index = static_cast<std::uint32_t>(at - offsets_.begin()),
          .flow = flow};
}

// Whether the registers were last written for the variable, with the value that the variable has in the current line.
bool Variables::hold(const SourceVariable& variable, std::span<const RegisterBytes> registers,
                     const Channel& channel) const {
  return writes_.hold(variable, registers, *channel.written, *channel.code,
                      find_place(variable, channel.ip, *channel.flow));
}

// Fails if the variable has no value yet: before its declaration, and at the first instruction of the declaration's
// line. Its register or memory then holds another value.
Result<void> Variables::has_begun(const SourceVariable& variable, const Channel& channel) const {
  if (!variable.declared || variable.is_parameter) return {};
  const SourceLine& declared = *variable.declared;
  for (const StackFrame& each : frames_at(all_, lines_, channel.ip, {})) {
    if (each.function != variable.function || !each.line || each.line->file != declared.file) continue;
    if (each.line->line < declared.line)
      return fail(fmt::format("{} is declared later, in line {}", variable.name, declared.line));
    const auto first = std::ranges::find_if(lines_.rows, [&](const SourceLines::Row& row) {
      return row.line == declared.line && row.file < lines_.files.size() && lines_.files[row.file] == declared.file &&
             is_in(variable.scope, row.begin);
    });
    if (each.line->line == declared.line && first != lines_.rows.end() && first->begin == channel.ip)
      return fail(fmt::format("{} is not set yet", variable.name));
  }
  return {};
}

// Returns the instruction that computes the variable's address for the channel into these registers. Several variables
// may use the registers one after the other, in the order of their declarations.
std::optional<std::uint32_t> Variables::address_definition(const SourceVariable& variable, const RegisterBytes& bytes,
                                                           const Channel& channel) const {
  std::vector<std::uint32_t> found = channel.addresses->definitions(bytes, channel.facts.channel);
  if (variable.function < all_.functions.size()) {
    const std::vector<CodeRange>& scope = all_.functions[variable.function].scope;
    std::erase_if(found, [&](std::uint32_t each) { return !is_in(scope, offsets_[each]); });
  }
  std::vector<const SourceVariable*> sharers;
  for (const SourceVariable& each : all_.variables) {
    const bool shares = !each.locations.empty() && !variable.locations.empty() && each.declared &&
                        each.function == variable.function &&
                        each.locations.front().expression == variable.locations.front().expression;
    if (shares) sharers.push_back(&each);
  }
  std::ranges::stable_sort(sharers, {}, [](const SourceVariable* each) { return each->declared->line; });
  const auto at = std::ranges::find(sharers, &variable);
  if (sharers.size() != found.size() || at == sharers.end()) return std::nullopt;
  return found[static_cast<std::size_t>(at - sharers.begin())];
}

// Returns the frame pointer of a function that has called others, from the current frame pointer. Each function saves
// its caller's frame pointer in the memory at its own frame pointer.
std::optional<std::uint64_t> Variables::unwound(std::uint64_t frame_pointer, const Channel& channel) {
  for (std::uint32_t i = 0; i != channel.calls; ++i) {
    std::uint64_t caller = 0;
    if (!channel.facts.read(frame_pointer, std::as_writable_bytes(std::span(&caller, 1))) || caller == 0)
      return std::nullopt;
    frame_pointer = caller;
  }
  return frame_pointer;
}

bool Variables::is_in_prologue(const SourceVariable& variable, const Channel& channel) const {
  if (variable.function >= all_.functions.size()) return false;
  const SourceFunction& function = all_.functions[variable.function];
  const auto is_here = [&](const CodeRange& range) { return range.contains(channel.ip); };
  return !function.called_at && std::ranges::any_of(function.scope, is_here) &&
         channel.ip < find_entry(function, lines_);
}

// Returns the address of a variable in memory, computed from registers.
Result<std::uint64_t> Variables::address_at(const SourceVariable& variable, const Location& location,
                                            const Channel& channel) const {
  const auto fails = [&](const char* why) { return fail(fmt::format("{} {}", variable.name, why)); };
  if (is_in_prologue(variable, channel)) return fails("is not set yet");
  if (location.read.empty()) return *location.address;
  const RegisterBytes& first = location.read.front();
  const auto held = register_value(location.read, channel.facts.registers);
  if (held && held == location.address) {
    if (const auto definition = address_definition(variable, first, channel)) {
      const auto kept = channel.kept->at(*definition, channel.facts.channel);
      return kept ? Result<std::uint64_t>(*kept) : fails("is not set yet");
    }
  }
  if (held && channel.addresses->is_frame_pointer(first) &&
      channel.written->at(first.begin).writer != WrittenRegisters::kNothing) {
    const auto frame = unwound(*held, channel);
    if (!frame) return fails("is not known until the called function returns");
    return *location.address - *held + *frame;
  }
  if (channel.calls != 0) return fails("is not known until the called function returns");
  if (!hold(variable, location.read, channel)) return fails("may be overwritten here");
  return *location.address;
}

// Returns a pointer to local memory in a build without optimisation. There the compiler names the register with the
// variable's address as if it held the value.
std::optional<Datum> Variables::local_pointer(const SourceVariable& variable, const Location& location,
                                              const Channel& channel) const {
  const bool is_pointer = type(variable.type).kind == Kind::pointer && !location.pieces.empty();
  const auto value = is_pointer && location.read.size() == 1 ? number_in(location.pieces.front().bytes) : 0;
  if ((value & kTagMask) != kLocalTag || channel.written == nullptr) return std::nullopt;
  const std::uint64_t bytes = type(variable.type).bytes;
  const std::size_t begin = location.read.front().begin + bytes * (channel.facts.channel % 32);
  const auto definition = address_definition(variable, {.begin = begin, .end = begin + bytes}, channel);
  const auto address = definition ? channel.kept->at(*definition, channel.facts.channel) : std::nullopt;
  std::uint32_t offset = 0;
  if (!address || !channel.facts.read(*address, std::as_writable_bytes(std::span(&offset, 1)))) return std::nullopt;
  const std::uint64_t pointer = kLocalTag + (offset & isa::kSlmOffsetMask);
  return calculated(variable.type, std::as_bytes(std::span(&pointer, 1)));
}

// Returns the value at the location that the compiler gives, if the value is still there.
Result<Datum> Variables::located(const SourceVariable& variable, const Channel& channel) const {
  const auto gone = [&] { return fail(fmt::format("{} is optimised out here", variable.name)); };
  const auto at = std::ranges::find_if(variable.locations,
                                       [&](const auto& location) { return location.range.contains(channel.ip); });
  if (at == variable.locations.end()) return gone();
  const auto location = locate(at->expression, channel.facts);
  if (!location) return fail(fmt::format("the location of {} cannot be computed", variable.name));
  if (!location->address && location->pieces.empty()) return gone();
  if (auto local = local_pointer(variable, *location, channel)) return *std::move(local);
  const SourceType& of = type(variable.type);
  Datum datum{.type = variable.type, .address = location->address, .bytes = {}, .in_registers = {}};
  std::vector<RegisterBytes> read = location->read;
  for (const Piece& piece : location->pieces) {
    // A register location has no size; use the type's size.
    const std::uint64_t size =
        location->is_register ? std::min<std::uint64_t>(piece.bytes.size(), of.bytes) : piece.bytes.size();
    for (std::size_t i = 0; i != size; ++i) {
      datum.bytes.push_back(piece.bytes[i]);
      datum.in_registers.push_back(piece.in_registers ? std::optional(*piece.in_registers + i) : std::nullopt);
    }
    if (piece.in_registers) read.push_back({.begin = *piece.in_registers, .end = *piece.in_registers + size});
  }
  // For structures, arrays and vectors, the compiler may name one register that holds only a part.
  const bool is_whole = of.kind == Kind::number || of.kind == Kind::pointer || of.kind == Kind::unknown;
  if (!datum.address && !is_whole && (location->is_register || datum.bytes.size() != of.bytes)) return gone();
  if (location->address && channel.written != nullptr) {
    const Result<std::uint64_t> address = address_at(variable, *location, channel);
    if (!address) return forward_error(address);
    datum.address = *address;
  } else if (channel.calls != 0) {
    return fail(fmt::format("{} is not known until the called function returns", variable.name));
  } else if (channel.written != nullptr && !is_given(variable, datum, channel) && !hold(variable, read, channel)) {
    return fail(fmt::format("{} may be overwritten here", variable.name));
  } else if (channel.flow != nullptr && read.empty() &&
             !writes_.keeps(variable, find_place(variable, static_cast<std::uint32_t>(at->range.begin), *channel.flow),
                            find_place(variable, channel.ip, *channel.flow))) {
    return gone();
  }
  // Builds without optimisation locate pointers to local memory in registers that are soon reused.
  const auto to = of.kind == Kind::pointer ? number(datum, channel) : std::nullopt;
  const auto pointed = static_cast<std::uint64_t>(to.value_or(0));
  if (!datum.address && (pointed & kTagMask) == kLocalTag && (pointed & ~kTagMask) >= channel.local_bytes)
    return gone();
  return datum;
}

Result<Datum> Variables::value(const SourceVariable& variable, const Channel& channel) const {
  if (const Result<void> begun = has_begun(variable, channel); !begun) return forward_error(begun);
  Result<Datum> located = this->located(variable, channel);
  if (located && located->address) return located;
  auto derived = derived_value(variable, *this, channel);
  if (!derived || (located && is_set_by_user(*located, channel))) return located;
  // If the two values differ, the value derived from the text is right. If they agree, prefer the located value: its
  // register can also be set.
  const auto begins = [](const Datum& a, const Datum& b) {
    return std::ranges::equal(std::span(a.bytes).first(std::min(a.bytes.size(), b.bytes.size())),
                              std::span(b.bytes).first(std::min(a.bytes.size(), b.bytes.size())));
  };
  return located && begins(*located, *derived) ? *std::move(located) : *std::move(derived);
}

}  // namespace eugene::debug
