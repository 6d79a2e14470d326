#include "isa/message/text.h"

#include "isa/message/lengths.h"
#include "isa/message/row_body.h"
#include "isa/message/text_fields.h"

namespace eugene::isa {
namespace {

using message_names::FunctionName;

constexpr std::uint32_t kExtendedLength = 0x3C0;  // bits of the extended descriptor: registers of the second payload
constexpr std::uint64_t kMaxLength = 15, kMaxResponse = 31;

// Returns null if `gen` has no function of this number.
const FunctionName* find_function(const Gen& gen, Sfid sfid) {
  for (const FunctionName& function : message_names::kFunctions) {
    if (function.sfid == sfid && function.on[gen.messages]) return &function;
  }
  return nullptr;
}

bool has_lengths(const Message& message) { return !std::holds_alternative<Lsc>(message.body); }

// Returns the usual length of the first payload: header and body less the second payload. Returns nothing if the fields
// do not determine it, or if it is too long for a descriptor.
std::optional<std::uint8_t> usual_length(const Message& message) {
  const std::optional<unsigned> body = find_lengths(message.body).body;
  if (!body) return std::nullopt;
  const unsigned all = *body + (message.header ? 1U : 0U);
  if (all < message.extended_length() || all - message.extended_length() > kMaxLength) return std::nullopt;
  return static_cast<std::uint8_t>(all - message.extended_length());
}

// Returns the usual length of the response; 0 if the fields do not determine it.
std::uint8_t usual_response(const Message& message) {
  const unsigned response = find_lengths(message.body).response.value_or(0);
  return response > kMaxResponse ? std::uint8_t{0} : static_cast<std::uint8_t>(response);
}

void print_lengths(TextWriter& to, const Message& message) {
  if (message.header != always_has_header(message.body)) {
    message.header ? to.word("header") : to.field("header", "0");
  }
  if (usual_length(message) != message.length) to.field("mlen", std::to_string(message.length));
  if (usual_response(message) != message.response_length) to.field("rlen", std::to_string(message.response_length));
  if (message.extended_length() != 0) to.field("xlen", std::to_string(message.extended_length()));
}

// Returns the extended descriptor without the length of the second payload, which only messages with lengths have.
std::uint32_t extended_bits(const Message& message) {
  return message.extended_descriptor & (has_lengths(message) ? ~kExtendedLength : ~0U);
}

void read_extended(TextReader& from, Message& message) {
  if (const auto extended = from.common("extended", ~0U))
    message.extended_descriptor = static_cast<std::uint32_t>(*extended);
}

void read_lengths(TextReader& from, Message& message, bool& length_missing) {
  message.header = always_has_header(message.body);
  from.flag("header", Bits{0, 0}, message.header);
  const auto length = from.common("mlen", kMaxLength);
  const auto response = from.common("rlen", kMaxResponse);
  const auto second = from.common("xlen", kMaxLength);
  if (second) message.extended_descriptor |= static_cast<std::uint32_t>(*second) << 6;
  const auto usual = usual_length(message);
  length_missing = !length && !usual;
  message.length = length ? static_cast<std::uint8_t>(*length) : usual.value_or(0);
  message.response_length = response ? static_cast<std::uint8_t>(*response) : usual_response(message);
}

const MessageRow* find_row(const Gen& gen, Sfid sfid, std::string_view name) {
  for (const MessageRow& row : kMessageRows) {
    if (row.in(gen) && row.sfid == sfid && (row.name.empty() || row.name == name)) return &row;
  }
  return nullptr;
}

// Collects the names of message types. Ignores other fields.
struct TypeNames {
  std::vector<std::string_view> all;

  void type(Bits, message_names::Names names, auto&) {
    for (const std::string_view name : names) {
      if (!name.empty()) all.push_back(name);
    }
  }
  void number(auto&&...) {}
  void optional(auto&&...) {}
  void flag(auto&&...) {}
  void bti(auto&&...) {}
  void choice(auto&&...) {}
  void named(auto&&...) {}
  void channels(auto&&...) {}
};

}  // namespace

std::string describe(const Gen& gen, const Message& message) {
  TextWriter to(gen);
  Message copy = message;
  body_layout(to, gen, copy.body);
  if (has_lengths(message)) print_lengths(to, message);
  if (const std::uint32_t bits = extended_bits(message); bits != 0) to.field("extended", fmt::format("{:#x}", bits));
  const MessageRow* row = find_message_row(gen, message.sfid, message.body);
  const std::string_view name = row == nullptr || row->name.empty() ? std::string_view(to.type_name()) : row->name;
  const FunctionName* function = find_function(gen, message.sfid);
  return fmt::format("{}.{}({})", function == nullptr ? "reserved" : function->name, name, to.fields());
}

std::vector<std::string_view> list_message_names(const Gen& gen, Sfid sfid) {
  TypeNames names;
  for (const MessageRow& row : kMessageRows) {
    if (!row.in(gen) || row.sfid != sfid) continue;
    if (!row.name.empty()) {
      names.all.push_back(row.name);
      continue;
    }
    MessageBody body = make_body(row);
    body_layout(names, gen, body);
    // The sampler has other message types for 32 and 64 channels.
    if (auto* sampler = std::get_if<Sampler>(&body)) {
      sampler->simd = SamplerSimd::simd32_64;
      body_layout(names, gen, body);
    }
  }
  return std::move(names.all);
}

std::expected<Message, MessageProblem> read_message(const Gen& gen, Sfid sfid, std::string_view name,
                                                    std::span<const WrittenField> fields) {
  const MessageRow* row = find_row(gen, sfid, name);
  if (row == nullptr) {
    return std::unexpected(
        MessageProblem{.field = {},
                       .message = fmt::format("{} has no message '{}'", sfid_name(gen, sfid), name),
                       .hint = fmt::format("its messages are {}", fmt::join(list_message_names(gen, sfid), ", "))});
  }
  Message message{.sfid = sfid, .body = make_body(*row)};
  TextReader from(gen, name, fields);
  body_layout(from, gen, message.body);
  bool length_missing = false;
  read_extended(from, message);
  if (has_lengths(message)) read_lengths(from, message, length_missing);
  if (!from.finish(name)) return std::unexpected(from.problem());
  if (length_missing) {
    return std::unexpected(
        MessageProblem{.field = {},
                       .message = fmt::format("the length of {} does not follow from its fields", name),
                       .hint = "add mlen=, the registers of the payload, and rlen= if it answers"});
  }
  return message;
}

std::string_view sfid_name(const Gen& gen, Sfid sfid) {
  const FunctionName* known = find_function(gen, sfid);
  return known == nullptr ? "reserved function" : known->words;
}

bool has_function(const Gen& gen, Sfid sfid) { return find_function(gen, sfid) != nullptr; }

std::string_view sampler_message_name(const Gen& gen, const Sampler& message) {
  const message_layout::GenBits& bits = *message_layout::kGenBits[gen.messages];
  const auto names = message.simd == SamplerSimd::simd32_64 ? bits.wide_sampler_names : bits.sampler_names;
  return message.type < names.size() ? names[message.type] : std::string_view{};
}

}  // namespace eugene::isa
