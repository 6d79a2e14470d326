// Message descriptors in assembly text: "data1.untyped_read(bti=1, simd=8, channels=xy)". describe() in message.h
// prints them; this header reads them. Header, lengths and extended descriptor are fields too (mlen, rlen, xlen,
// header, extended). Text leaves them out if they have the values that the message needs (lengths.h).
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/message/message.h"

namespace eugene::isa {

// "name=value", both in lower case. A flag may be written without a value, which is then empty.
struct WrittenField {
  std::string_view name;
  std::string_view value;
};

// Why text is not a message.
struct MessageProblem {
  std::optional<std::size_t> field;  // index of the wrong field; empty: a wrong message name, or a missing field
  std::string message;
  std::string hint;  // lists what is legal
};

// The message `name` of `sfid` with these fields.
std::expected<Message, MessageProblem> read_message(const Gen& gen, Sfid sfid, std::string_view name,
                                                    std::span<const WrittenField> fields);

// The names of all messages of `sfid`.
std::vector<std::string_view> list_message_names(const Gen& gen, Sfid sfid);

}  // namespace eugene::isa
