// Parses send, sendc and sends: SNB PRM vol4 part2 8.3.44 and 8.3.45; also Mesa's order, and Mesa's text of the
// message.
#include <fmt/format.h>

#include "asm/mnemonic.h"
#include "asm/parser.h"
#include "asm/payload_region.h"
#include "asm/spelling.h"
#include "isa/encoding/layout.h"
#include "isa/message/message.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kSend = "SNB PRM vol4 part2 8.3.44";
constexpr std::uint32_t kEot = 0x20;  // in ex_desc
constexpr std::uint32_t kFunctionBits = 0xF;

bool is_a0(const WrittenOperand& written) {
  return !written.is_value && written.op.is_arf(isa::Arf::a) && written.op.arf_nr() == 0 && !written.op.indirect;
}

// True for a0.0 with the type :ud or without a type.
bool is_descriptor_register(const WrittenOperand& written) {
  const isa::Operand& op = written.op;
  return is_a0(written) && written.subregister == 0 && !op.negate && !op.absolute &&
         (!written.has_type || op.type == isa::Type::ud);
}

}  // namespace

// Parses send (16) dst payload ex_desc desc, or the message by name (parse_message.cpp). Mesa's form is send(16) dst
// payload desc FUNCTION MsgDesc: text.
bool Parser::send(Statement& s) {
  if (!list(s, 1)) return false;
  WrittenOperand written;
  if (dialect_.flow.send_names_function) {
    if (!descriptor(s, written)) return false;
    if (peek().is_number()) lexer_.advance();  // Mesa repeats the bits of a descriptor in a register
    return function_text(s);
  }
  if (at_message()) return message(s);
  if (!at_operand()) {
    return error(peek(), "send needs ex_desc and desc", "send.descriptor", std::string(kSend),
                 "write send (8) dst src ex_desc desc");
  }
  if (!operand(written, false)) return false;
  if (!written.is_value) return send_with_source(s, written);
  std::uint32_t value = 0;
  if (!extended_value(written, value)) return false;
  s.i.send.sfid = static_cast<isa::Sfid>(value & kFunctionBits);
  s.i.send.eot = s.i.send.eot || (value & kEot) != 0;
  s.i.send.extended_descriptor = value & ~(kEot | kFunctionBits | 0x10U);
  if ((value & 0x10) != 0 || (gen_.has_message_registers() && value > 0x3F)) {
    return error(written.at, "ex_desc has bits without a meaning", "send.descriptor", std::string(kSend),
                 "the function is bits 3:0, EOT bit 5");
  }
  return descriptor(s, written);
}

// Parses the form of TriInstruction in 7.4.1, which 6.6 uses: send (8) post_dst curr_dst src desc. `source` is the
// third operand. The message is in curr_dst. Gen6's send does not move a source, so the source must be null. ex_desc is
// bits 37:32 of desc.
bool Parser::send_with_source(Statement& s, const WrittenOperand& source) {
  if (!source.op.is_null()) {
    return error(source.at, "a send can no longer move a source", "send.source", "SNB PRM vol4 part2 7.2.2",
                 "mov the source to the message register first");
  }
  // "send (8) m0 null null desc" has destination and payload swapped.
  if (s.dst.op.is_mrf() && s.src[0].op.is_null()) std::swap(s.dst, s.src[0]);
  WrittenOperand written;
  if (!at_operand())
    return error(peek(), "send needs a descriptor", "send.descriptor", std::string(kSend),
                 "write a number of 32 bits, or a0.0");
  if (!operand(written, false)) return false;
  if (!written.is_value || written.value.is_fraction || !written.value.label.empty() ||
      (written.value.integer >> 38) != 0) {
    return error(written.at, "expected a descriptor of 32 bits, with ex_desc in bits 37:32", "send.descriptor",
                 std::string(kSend), "write 0x02110001, say, with the function from bit 32 on");
  }
  const std::uint64_t value = written.value.integer;
  s.i.send.descriptor = static_cast<std::uint32_t>(value & 0x7FFFFFFF);
  s.i.send.eot = s.i.send.eot || (value >> 37 & 1) != 0 || (value >> 31 & 1) != 0;
  s.i.send.sfid = static_cast<isa::Sfid>(value >> 32 & kFunctionBits);
  s.i.src[1] = {.file = isa::RegFile::imm};
  return true;
}

bool Parser::field32(const WrittenOperand& written, std::uint32_t& field) {
  const auto value = written.value.label.empty() ? immediate_field(isa::Type::ud, written.value) : std::nullopt;
  if (!value)
    return error(written.at, "expected an integer of 32 bits", "immediate.range", "SNB PRM vol4 part2 7.4.11",
                 "write 0 to 0xffffffff");
  field = static_cast<std::uint32_t>(*value);
  return true;
}

// Parses ex_desc: a number, or the name of the shared function, which is its bits 3:0.
bool Parser::extended_value(const WrittenOperand& written, std::uint32_t& value) {
  if (written.value.label.empty() || dialect_.flow.send_names_function) return field32(written, value);
  isa::Sfid function{};
  if (!shared_function(written.at, written.value.label, function)) return false;
  value = static_cast<std::uint32_t>(function) + static_cast<std::uint32_t>(written.value.integer);
  return true;
}

// Looks up a shared function by name. The generation must have it.
bool Parser::shared_function(const Token& at, std::string_view name, isa::Sfid& function) {
  const auto found = kFunctions.find(name);
  if (!found) return unknown_shared_function(at, name);
  function = static_cast<isa::Sfid>(*found);
  if (isa::has_function(gen_, function)) return true;
  return error(at, fmt::format("{} has no shared function {}", gen_.full_name, name), "send.function",
               std::string(kSend), fmt::format("its functions are {}", fmt::join(functions(), ", ")));
}

// Returns the names of the generation's shared functions that the dialect can write.
std::vector<std::string_view> Parser::functions() const {
  std::vector<std::string_view> names;
  for (const std::string_view name : kFunctions.names()) {
    const std::uint8_t code = *kFunctions.find(name);
    const std::string_view first = kFunctions.find_name(code);
    const bool is_usual = name == first || (first.contains(' ') && !dialect_.flow.send_names_function);
    const bool fits = dialect_.flow.send_names_function || !name.contains(' ');
    if (is_usual && fits && isa::has_function(gen_, static_cast<isa::Sfid>(code))) names.push_back(name);
  }
  return names;
}

bool Parser::unknown_shared_function(const Token& at, std::string_view name) {
  const std::vector<std::string_view> names = functions();
  const std::string_view near = nearest_name(name, names);
  return error(at, fmt::format("unknown shared function '{}'", name), "send.function", std::string(kSend),
               near.empty() ? fmt::format("shared functions are {}", fmt::join(names, ", "))
                            : fmt::format("did you mean {}?", near));
}

// Parses an immediate, or a0. Bit 31 is EOT, which is written as an option.
bool Parser::descriptor(Statement& s, WrittenOperand& written) {
  written = {};
  if (!at_operand()) {
    return error(peek(), "send needs a descriptor", "send.descriptor", std::string(kSend),
                 "write a number of 32 bits, or a0.0");
  }
  if (!operand(written, false)) return false;
  const bool split = s.i.row().format == isa::Format::split_send;
  if (written.is_value) {
    std::uint32_t value = 0;
    if (!field32(written, value)) return false;
    // Where all of the descriptor's bits have a place of their own, bit 31 is one of them.
    const bool has_eot = isa::find_layout(gen_).send.descriptor.present();
    s.i.send.descriptor = has_eot ? value & 0x7FFFFFFF : value;
    if (!dialect_.flow.send_names_function && value != s.i.send.descriptor) s.i.send.eot = true;
    if (!split) s.i.src[1] = {.file = isa::RegFile::imm, .type = written.has_type ? written.op.type : isa::Type::ud};
    return true;
  }
  if (!is_descriptor_register(written)) {
    return error(written.at, "a descriptor must be an immediate, or in a0.0 as :ud", "send.descriptor",
                 "SNB PRM vol4 part2 7.2.5", "move the descriptor there first, and write a0.0<0;1,0>:ud");
  }
  s.i.send.descriptor_in_a0 = true;
  if (split) return true;
  if (!written.has_type) written.op.type = isa::Type::ud;
  written.has_type = true;
  if (written.region == WrittenOperand::RegionForm::none) {
    written.op.region = {0, 1, 0};
    written.region = WrittenOperand::RegionForm::full;
  }
  s.src[1] = written;
  s.sources = 2;
  return true;
}

bool Parser::split_send(Statement& s) {
  if (!list(s, 2)) return false;
  WrittenOperand written;
  if (dialect_.flow.send_names_function) return descriptor(s, written) && extended(s, written) && function_text(s);
  if (at_message()) return message(s);
  return extended(s, written) && descriptor(s, written);
}

bool Parser::extended(Statement& s, WrittenOperand& written) {
  written = {};
  if (!at_operand()) {
    return error(peek(), "sends needs an extended descriptor", "send.descriptor", "SKL PRM vol2a sends",
                 "write sends (8) dst src0 src1 ex_desc desc");
  }
  if (!operand(written, false)) return false;
  isa::SendFields& send = s.i.send;
  if (!written.is_value) {
    if (!is_a0(written))
      return error(written.at, "an extended descriptor must be an immediate, or in a0", "send.descriptor",
                   "SKL PRM vol2a sends", "write a number, or a0.2");
    // Subregisters of a0 are words unless the type is :ud, which iga64 leaves out.
    const unsigned untyped = dialect_.flow.descriptor_register_bare ? 4 : 2;
    const unsigned size = written.has_type ? isa::byte_size(written.op.type) : untyped;
    send.extended_descriptor_in_a0 = true;
    send.function_is_fixed = !isa::find_layout(gen_).split_send.has_function_in_register;
    send.extended_a0_subnr = static_cast<std::uint8_t>(written.subregister * size / 2);
    return true;
  }
  std::uint32_t value = 0;
  if (!extended_value(written, value)) return false;
  if (!dialect_.flow.send_names_function && !dots_function(gen_, dialect_)) {
    send.sfid = static_cast<isa::Sfid>(value & kFunctionBits);
    send.eot = send.eot || (value & kEot) != 0;
    value &= ~(kEot | kFunctionBits);
  }
  send.extended_descriptor = value;
  return true;
}

// Parses "sampler MsgDesc: anything up to the {". Only the name matters.
bool Parser::function_text(Statement& s) {
  const Token first = peek();
  if (!at_operand())
    return error(first, "send needs a shared function", "send.function", std::string(kSend),
                 "write sampler MsgDesc:, say");
  const std::string_view text = lexer_.source().substr(first.offset);
  std::string_view name = text.substr(0, text.substr(0, 64).find("MsgDesc:"));
  if (name.size() == text.size() || name.size() > 32) name = first.text;
  while (!name.empty() && (name.back() == ' ' || name.back() == '\n' || name.back() == '\t' || name.back() == '\r'))
    name.remove_suffix(1);
  const auto function = kFunctions.find(name);
  if (!function) return unknown_shared_function(first, name);
  s.i.send.sfid = static_cast<isa::Sfid>(*function);
  // The rest of the statement is a remark that has no encoding.
  while (peek().kind != TokenKind::end && !peek().is('{') && !peek().is(';') && !at_next_statement())
    lexer_.advance_unexpanded();
  return true;
}

}  // namespace eugene::assembly
