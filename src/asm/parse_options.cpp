// Parses options in braces: SNB PRM vol4 part2 7.4.13, and NAME=value for things that have no place in the grammar.
#include <algorithm>

#include <fmt/format.h>

#include "asm/parser.h"
#include "asm/spelling.h"
#include "isa/dependency.h"
#include "isa/encoding/layout.h"
#include "isa/scoreboard.h"

namespace eugene::assembly {
namespace {

constexpr std::string_view kOptionsSection = "SNB PRM vol4 part2 7.4.13";

std::string option_names(const isa::Gen& gen) {
  std::string names = "options are";
  for (const std::string_view name : kOptions.names()) {
    if (kOptions.find(name) != Option::serialize || isa::has_scoreboard(gen)) names += fmt::format(" {}", name);
  }
  return names;
}

int hex_digit(char c) {
  c = to_lower(c);
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

bool Parser::options(Statement& s) {
  while (accept('{')) {  // iga writes several groups
    while (!accept('}')) {
      if (accept(',')) continue;
      if (peek().kind == TokenKind::end || peek().kind == TokenKind::newline) {
        return error(peek(), "the options have no closing }", "option.brace", std::string(kOptionsSection),
                     "write } on the same line");
      }
      if (!one_option(s)) return false;
    }
  }
  return true;
}

bool Parser::one_option(Statement& s) {
  const Token name = next();
  if (name.is('@') || name.is('$')) return scoreboard_option(s, name);
  if (name.is_number() && !name.is_fraction && peek().is_identifier() && !peek().space_before) {  // 2Q
    const Token letter = next();
    if (letter.text.size() == 1) return channel_offset(s, name, name.value, to_lower(letter.text[0]));
    return error(letter, fmt::format("unknown option '{}{}'", name.text, letter.text), "option.unknown",
                 std::string(kOptionsSection), option_names(gen_));
  }
  if (!name.is_identifier())
    return error(name, fmt::format("expected an option, found '{}'", name.text), "option.unknown",
                 std::string(kOptionsSection), option_names(gen_));
  if (peek().is('=')) {
    lexer_.advance();
    return named_option(s, name);
  }
  if (name.text.size() == 2 && hex_digit(name.text[1]) >= 1 && hex_digit(name.text[1]) <= 8) {  // Q2
    const char letter = to_lower(name.text[0]);
    if (letter == 'q' || letter == 'h' || letter == 'n') {
      return channel_offset(s, name, static_cast<std::uint64_t>(hex_digit(name.text[1])), letter);
    }
  }
  if (same_name(name.text, "PredInv")) return s.i.pred_inverse = true;
  // Mesa 25 writes BranchCtrl; Mesa 22 wrote AccWrEnable.
  if (same_name(name.text, "BranchCtrl") && isa::has_branch_control(gen_) && is_branch(s.i))
    return s.i.branch_control = true;
  const auto option = kOptions.find(name.text);
  if (!option) {
    const std::string_view near = nearest_name(name.text, kOptions.names());
    return error(name, fmt::format("unknown option '{}'", name.text), "option.unknown", std::string(kOptionsSection),
                 near.empty() ? option_names(gen_) : fmt::format("did you mean {}?", near));
  }
  const auto thread = [&](unsigned bit) {
    s.i.thread_control = static_cast<isa::ThreadControl>(static_cast<unsigned>(s.i.thread_control) | bit);
  };
  switch (*option) {
    case Option::align1:
    case Option::align16: return access_mode(s, name, *option == Option::align16);
    case Option::no_mask: s.i.no_mask = true; break;
    case Option::acc_wr_en:
      (isa::has_branch_control(gen_) && is_branch(s.i) ? s.i.branch_control : s.i.acc_wr_en) = true;
      break;
    case Option::serialize:
      if (!is_send(s.i) || !isa::has_scoreboard(gen_))
        return error(
            name, is_send(s.i) ? fmt::format("{} has no Serialize", gen_.full_name) : "only a send can be serialized",
            "option.serialize", "IGA ModelXe send", "leave Serialize out");
      s.i.acc_wr_en = true;
      break;
    case Option::no_dd_clr: s.i.no_dd_clr = true; break;
    case Option::no_dd_chk: s.i.no_dd_chk = true; break;
    case Option::atomic: thread(1); break;
    case Option::switch_: thread(2); break;
    case Option::breakpoint: s.i.breakpoint = true; break;
    case Option::compacted: s.i.compacted = true; break;
    case Option::compressed: break;  // follows from the execution size (7.4.13, note for assembler)
    case Option::second_half: s.i.channel_offset = 8; break;
    case Option::eot:
      if (!is_send(s.i))
        return error(name, "only a send ends a thread", "option.eot", "SNB PRM vol4 part2 5.6, 8.3.44",
                     "put EOT on the last send");
      s.i.send.eot = true;
      break;
  }
  return true;
}

// Parses @1, $2, $2.dst or $2.src, of which an instruction can have two. The first character has been consumed.
bool Parser::scoreboard_option(Statement& s, const Token& mark) {
  using Use = isa::Scoreboard::Use;
  constexpr std::string_view kSource = "IGA iga_types_swsb";
  if (!isa::has_scoreboard(gen_))
    return error(mark, fmt::format("{} has no software scoreboard", gen_.full_name), "swsb.generation",
                 std::string(kSource), "leave it out, or use --gen gen12");
  const bool out_of_order = isa::ends_out_of_order(s.i);
  isa::Scoreboard board = isa::decode_scoreboard(s.i.scoreboard, out_of_order).value_or(isa::Scoreboard{});
  std::uint64_t number = 0;
  if (!expect_number(number, mark.is('@') ? "a distance" : "a token")) return false;
  const bool is_second = mark.is('@') ? board.distance != 0 : board.use != Use::none;
  if (mark.is('@')) {
    board.distance = static_cast<std::uint8_t>(std::min<std::uint64_t>(number, 0xFF));
  } else {
    board.token = static_cast<std::uint8_t>(std::min<std::uint64_t>(number, 0xFF));
    board.use = Use::set;
    if (accept('.')) {
      const Token use = next();
      board.use = same_name(use.text, "dst") ? Use::dst : Use::src;
      if (!use.is_identifier() || (board.use == Use::src && !same_name(use.text, "src")))
        return error(use, fmt::format("expected dst or src, found '{}'", use.text), "swsb.token", std::string(kSource),
                     "write $2.dst, $2.src or $2");
    }
  }
  const auto byte = isa::encode_scoreboard(board, out_of_order);
  const bool is_empty = mark.is('@') && number == 0;
  if (is_second || is_empty || !byte) {
    return error(mark, "the software scoreboard cannot say this", "swsb.encoding", std::string(kSource),
                 out_of_order ? "write @1 to @7, $0 to $15 with .dst or .src, or @1 and $2 together"
                              : "write @1 to @7, $0 to $15 with .dst or .src, or @1 and $2.dst together");
  }
  s.i.scoreboard = *byte;
  return true;
}

bool Parser::access_mode(Statement& s, const Token& at, bool is_align16) {
  const auto mode = is_align16 ? isa::AccessMode::align16 : isa::AccessMode::align1;
  if (s.has_access_mode && s.i.access_mode != mode)
    return error(at, "an instruction can have only one access mode", "option.access_mode",
                 "SNB PRM vol4 part2 7.2.2 AccessMode", "remove Align1 or Align16");
  s.i.access_mode = mode;
  return s.has_access_mode = true;
}

// Parses a quarter, half or eighth of the 32 channels, counted from 1 (7.2.2 QtrCtrl, NibCtrl).
bool Parser::channel_offset(Statement& s, const Token& at, std::uint64_t number, char letter) {
  const unsigned channels = letter == 'q' ? 8 : letter == 'h' ? 16 : letter == 'n' ? 4 : 0;
  if (channels == 0 || number == 0 || number > 32 / channels) {
    return refuse(at, isa::limit("encoding.channel_offset"), s.mnemonic.text, at.text);
  }
  s.i.channel_offset = static_cast<std::uint8_t>((number - 1) * channels);
  return true;
}

// Parses NAME=value. The '=' has been consumed.
bool Parser::named_option(Statement& s, const Token& name) {
  if (same_name(name.text, "Flag")) {
    s.has_flag = false;
    return flag_register(s, next());
  }
  if (same_name(name.text, "Dst") || same_name(name.text, "Src0") || same_name(name.text, "Src1"))
    return slot_option(s, name);
  if (same_name(name.text, "Bits")) {
    const Token digits = next();
    const std::string_view hex = digits.text.substr(digits.text.empty() ? 0 : 1);
    s.bits.clear();
    for (std::size_t n = 0; n + 1 < hex.size(); n += 2) {
      const int high = hex_digit(hex[n]), low = hex_digit(hex[n + 1]);
      if (high < 0 || low < 0)
        return error(digits, "Bits= needs hexadecimal digits", "option.bits", "SNB PRM vol4 part2 7.2",
                     "write x and the bytes in memory order");
      s.bits.push_back(static_cast<std::byte>(high << 4 | low));
    }
    // Fewer than 8 bytes are an instruction that the end of a program cuts off.
    if (hex.size() % 2 != 0 || hex.empty() || (hex.size() > 16 && hex.size() != 32)) {
      return error(digits, "Bits= needs 16 bytes, or at most 8", "option.bits", "SNB PRM vol4 part2 7.2",
                   "write two digits for each byte: x and 32 digits");
    }
    return true;
  }
  std::int64_t value = 0;
  const Token at = peek();
  if (!integer_expression(value, "the value")) return false;
  if (value < 0 || value > 0xFFFFFFFF) {
    return error(at, "the value does not fit in 32 bits", "immediate.range", "SNB PRM vol4 part2 7.4.11",
                 "write 0 to 0xffffffff");
  }
  const auto field = static_cast<std::uint32_t>(value);
  if (same_name(name.text, "Bit")) {
    if (field > 127)
      return error(at, "an instruction has bits 0 to 127", "option.bit", "SNB PRM vol4 part2 7.2",
                   "name a reserved bit of the machine format");
    const auto bit = static_cast<std::uint8_t>(field);
    s.i.kept.reserved.set({bit, bit}, 1);
  } else if (same_name(name.text, "SWSB")) {
    if (field > 255)
      return error(at, "the software scoreboard has 8 bits", "swsb.encoding", "IGA iga_types_swsb", "write 0 to 255");
    s.i.scoreboard = static_cast<std::uint8_t>(field);
  } else if (same_name(name.text, "SFID")) {
    if (field > 15)
      return error(at, "shared functions are 0 to 15", "send.function", "SNB PRM vol4 part2 8.3.44",
                   "2 is the sampler, 3 the gateway, 4 and 5 the data port, 6 the URB");
    s.i.send.sfid = static_cast<isa::Sfid>(field);
  } else if (same_name(name.text, "Desc")) {
    s.i.send.descriptor = field;
  } else if (same_name(name.text, "ExDesc")) {
    s.extended_descriptor = field;
  } else {
    return error(name, fmt::format("unknown option '{}='", name.text), "option.unknown", std::string(kOptionsSection),
                 "Dst, Src0, Src1, Flag, SFID, SWSB, Desc, ExDesc, Bit and Bits take a value");
  }
  return true;
}

bool Parser::slot_option(Statement& s, const Token& name) {
  const std::size_t slot = same_name(name.text, "Dst") ? 0 : same_name(name.text, "Src0") ? 1 : 2;
  WrittenOperand& written = s.slots[slot].emplace();
  if (peek().is_identifier() && peek().text.starts_with("imm")) {  // an immediate that is a branch distance
    written.at = next();
    written.op.file = isa::RegFile::imm;
    written.is_value = true;
    if (const auto glued = kTypeNames.find(written.at.text.substr(3))) {
      written.op.type = *glued;
      return true;
    }
    return type_suffix(written);
  }
  return operand(written, slot == 0);
}

}  // namespace eugene::assembly
