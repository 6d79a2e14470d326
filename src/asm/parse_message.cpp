// Parses message descriptors by name, in place of ex_desc and desc:
//
//   send (8) r10 r2 data1.untyped_read(bti=1, channels=xy, simd=8)
//
// isa/message/text.h defines the names, fields and values. The lexer expands macros in all of them.
#include <algorithm>

#include <fmt/format.h>

#include "asm/name_table.h"
#include "asm/parser.h"
#include "isa/message/text.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kReference = "SKL PRM vol2d, message descriptors; SNB PRM vol4";
constexpr std::uint32_t kNoDescriptorBits = 0x3F;  // function and EOT of the extended descriptor: separate fields

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), to_lower);
  return result;
}

}  // namespace

// True if "function.name" comes next. (The dot of a register is followed by a number.)
bool Parser::at_message() const {
  const std::string_view rest = lexer_.rest();
  return !dialect_.flow.send_names_function && peek().is_identifier() && rest.size() > 1 && rest[0] == '.' &&
         !is_digit(rest[1]) && rest[1] != ' ';
}

bool Parser::message(Statement& s) {
  const Token function = next();
  isa::Sfid sfid{};
  if (!shared_function(function, function.text, sfid)) return false;
  lexer_.advance();  // the dot
  const Token name = peek();
  if (!name.is_identifier()) {
    return error(name, "expected a message of the shared function", "send.message", std::string(kReference),
                 fmt::format("its messages are {}", fmt::join(isa::list_message_names(gen_, sfid), ", ")));
  }
  const std::string type = lower_case(name.text);
  lexer_.advance();
  std::vector<WrittenMessageField> written;
  if (!message_fields(written)) return false;

  std::vector<isa::WrittenField> fields;
  for (const WrittenMessageField& field : written) fields.push_back({field.name, field.value});
  const auto message = isa::read_message(gen_, sfid, type, fields);
  if (!message) {
    const isa::MessageProblem& problem = message.error();
    return error(problem.field ? written[*problem.field].at : name, problem.message, "send.message",
                 std::string(kReference), problem.hint);
  }
  const Result<std::uint32_t> descriptor = isa::encode_message(gen_, *message);
  if (!descriptor)
    return error(name, descriptor.error().message, "send.message", std::string(kReference), descriptor.error().hint);
  const std::uint32_t extended = message->extended_descriptor;
  if ((extended & kNoDescriptorBits) != 0 || (gen_.has_message_registers() && extended != 0)) {
    return error(name, "the extended descriptor has bits without a meaning", "send.descriptor", std::string(kReference),
                 gen_.has_message_registers() ? "leave out xlen and extended" : "bits 5:0 of extended= must be zero");
  }
  s.i.send.sfid = sfid;
  s.i.send.descriptor = *descriptor;
  s.i.send.extended_descriptor = extended;
  if (s.i.row().format != isa::Format::split_send) s.i.src[1] = {.file = isa::RegFile::imm, .type = isa::Type::ud};
  return true;
}

// Parses "(name=value, flag)"; a message without fields has no parentheses.
bool Parser::message_fields(std::vector<WrittenMessageField>& fields) {
  if (!accept('(')) return true;
  if (accept(')')) return true;
  do {
    WrittenMessageField& field = fields.emplace_back();
    if (!message_field(field)) return false;
  } while (accept(','));
  return expect(')', "after the fields of a message");
}

// Parses one field. Its value may be several tokens, such as 32_64 of the sampler.
bool Parser::message_field(WrittenMessageField& field) {
  field.at = peek();
  if (!field.at.is_identifier()) {
    return error(field.at, fmt::format("expected a field of the message, found {}", found()), "send.message",
                 std::string(kReference), "write bti=1, say");
  }
  field.name = lower_case(field.at.text);
  lexer_.advance();
  if (!accept('=')) return true;
  const Token first = peek();
  while (peek().is_identifier() || peek().is_number()) {
    field.value += lower_case(peek().text);
    lexer_.advance();
  }
  if (!field.value.empty()) return true;
  return error(first, fmt::format("expected a value for '{}', found {}", field.name, found()), "send.message",
               std::string(kReference), "write a number, or a name");
}

}  // namespace eugene::assembly
