// Parses lsc_* instructions; the inverse of print_lsc.cpp.
#include "visa/lsc.h"
#include "visa/number_text.h"
#include "visa/parser.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

constexpr std::string_view kRule = "visa.lsc.syntax";

void set(const Form& form, Instruction& out, Field field, Operand value, unsigned nth = 0) {
  const int at = find_position(form, field, nth);
  if (at >= 0) out.operands[static_cast<std::size_t>(at)] = std::move(value);
}

void set_number(const Form& form, Instruction& out, Field field, std::int64_t value) {
  set(form, out, field, Number{value});
}

}  // namespace

bool Parser::lsc(const Form& form, Instruction& out) {
  for (std::size_t n = 0; n < form.fields.size(); ++n) {  // defaults for omitted parts
    const Coding coding = table_row(form.fields[n]).coding;
    if (coding == Coding::raw) out.operands[n] = Raw{};
    if (coding == Coding::vector) out.operands[n] = General{.region = {0, 1, 0}};
  }
  const LscShape shape = lsc_shape(form);
  if (!lsc_control(form, out)) return false;
  if (find_position(form, Field::lsc_fence_scope) >= 0) return true;
  set_number(form, out, Field::lsc_order, kLscNotTransposed);
  set_number(form, out, Field::lsc_scale, 1);
  if (shape.is_state) {
    set(form, out, Field::execution, Execution{.lanes = 1, .mask = 8});
    set_number(form, out, Field::lsc_address_size, 2);
    set_number(form, out, Field::lsc_data_size, 3);
    set_number(form, out, Field::lsc_elements, 1);
    Operand data;
    if (!raw(data, true)) return false;
    set(form, out, Field::lsc_destination, data);
    return lsc_model(form, out);
  }
  if (shape.is_counter)
    return lsc_data(form, out, Field::lsc_destination) && lsc_model(form, out) && lsc_data(form, out, Field::payload);
  if (shape.is_store) return lsc_address(form, out) && lsc_data(form, out, Field::payload);
  if (!lsc_data(form, out, Field::lsc_destination) || !lsc_address(form, out)) return false;
  for (unsigned n = 0; shape.is_atomic && n < 2; ++n) {
    Operand data;
    if (!raw(data, true)) return false;
    set(form, out, Field::payload, data, n);
  }
  return true;
}

// Parses ".ugm.ca.ca (M1, 16)"; for a fence, ".ugm.evict.gpu".
bool Parser::lsc_control(const Form& form, Instruction& out) {
  const auto parse = [&](Field field) {
    std::int64_t value = 0;
    if (!parse_number_field(in_, field, value)) return false;
    set_number(form, out, field, value);
    return true;
  };
  if (!parse(Field::lsc_sfid)) return false;
  if (find_position(form, Field::lsc_fence_scope) >= 0)
    return parse(Field::lsc_fence_operation) && parse(Field::lsc_fence_scope);
  for (const Field cache : {Field::lsc_cache1, Field::lsc_cache3}) {
    if (in_.follows(".") && !parse(cache)) return false;
  }
  const LscShape shape = lsc_shape(form);
  if (shape.is_block && shape.is_typed) set(form, out, Field::execution, Execution{.lanes = 1, .mask = 8});
  if (shape.is_state || (shape.is_block && shape.is_typed)) return true;
  Execution e;
  if (!parse_execution(in_, e)) return false;
  set(form, out, Field::execution, e);
  return true;
}

// Parses a scalar: a variable, one of its elements, or a number.
bool Parser::lsc_scalar(Operand& out, bool may_be_number) {
  const char c = in_.peek();
  const bool is_name =
      std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || (c == '%' && !in_.follows("%sizeof"));
  if (!is_name) {
    if (!may_be_number) return in_.error("a variable is missing here", kRule);
    const auto value = ranged(INT32_MIN, UINT32_MAX, "this number");
    if (!value) return false;
    out = Immediate{Type::ud, static_cast<std::uint64_t>(*value) & 0xffffffffU};
    return true;
  }
  const auto name = variable(VariableKind::general);
  if (!name) return false;
  General o{.variable = name->id, .region = {0, 1, 0}};
  if (in_.follows(".")) {
    in_.accept('.');
    const auto element = in_.integer(255, "the element");
    if (!element) return false;
    o.column = static_cast<std::uint8_t>(*element);
  } else if (in_.peek() == '(' && !subscript(o.row, o.column)) {
    return false;
  }
  out = o;
  return true;
}

bool Parser::lsc_model(const Form& form, Instruction& out) {
  std::int64_t model = kLscFlat;
  if (in_.peek() != '[') {
    const std::string_view name = in_.identifier();
    const auto found = find_index(kLscModels, name);
    if (!found) return in_.wrong(name, "unknown address model", kRule, "address models are flat, bss, ss, bti and arg");
    model = static_cast<std::int64_t>(*found);
  }
  set_number(form, out, Field::lsc_model, model);
  set(form, out, Field::lsc_surface, Immediate{Type::ud, 0});
  if (model != kLscBss && model != kLscSs && model != kLscBti) return true;
  Operand surface;
  if (!in_.expect('(', "before the surface") || !lsc_scalar(surface, true) || !in_.expect(')', "after the surface"))
    return false;
  set(form, out, Field::lsc_surface, surface);
  return true;
}

bool Parser::lsc_address(const Form& form, Instruction& out) {
  const LscShape shape = lsc_shape(form);
  if (shape.is_block) return lsc_block_address(form, out);
  if (!lsc_model(form, out) || !in_.expect('[', "before the address")) return false;
  return shape.is_typed ? lsc_typed_address(form, out) : lsc_untyped_address(form, out);
}

bool Parser::lsc_untyped_address(const Form& form, Instruction& out) {
  if (std::isdigit(static_cast<unsigned char>(in_.peek())) != 0) {
    const auto scale = in_.integer(0xffff, "the scale");
    if (!scale || !in_.expect('*', "after the scale")) return false;
    set_number(form, out, Field::lsc_scale, static_cast<std::int64_t>(*scale));
  }
  Operand address;
  if (!raw(address, true)) return false;
  set(form, out, Field::lsc_address, address);
  const char sign = in_.peek();
  if (sign == '+' || sign == '-') {
    in_.accept(sign);
    const auto offset = ranged(0, INT32_MAX, "the offset of an address");
    if (!offset) return false;
    set_number(form, out, Field::lsc_offset, sign == '-' ? -*offset : *offset);
  }
  if (find_position(form, Field::lsc_pitch) >= 0 && in_.accept(',')) {
    Operand pitch;
    if (!lsc_scalar(pitch, true)) return false;
    set(form, out, Field::lsc_pitch, pitch);
  }
  return in_.expect(']', "after the address") && lsc_address_size(form, out);
}

bool Parser::lsc_typed_address(const Form& form, Instruction& out) {
  unsigned n = 0;
  do {
    Operand coordinate;
    if (n == 4) return in_.error("a typed address can have at most U, V, R and LOD", kRule);
    if (!raw(coordinate, true)) return false;
    set(form, out, Field::lsc_address, coordinate, n++);
  } while (in_.accept(','));
  return in_.expect(']', "after the address") && lsc_address_size(form, out);
}

bool Parser::lsc_block_address(const Form& form, Instruction& out) {
  const bool is_typed = lsc_shape(form).is_typed;
  if (is_typed) {
    if (!lsc_model(form, out) || !in_.expect('[', "before the address")) return false;
  } else if (!in_.accept("flat") || !in_.expect('[', "before the address")) {
    return in_.error("the address of a block must be flat[base, width, height, pitch, x, y]", kRule);
  }
  for (unsigned n = 0; n < (is_typed ? 2U : 6U); ++n) {
    Operand part;
    if (n != 0 && !in_.expect(',', "between the parts of the address of a block")) return false;
    if (!lsc_scalar(part, is_typed || n != 0)) return false;
    set(form, out, Field::lsc_base, part, n);
  }
  return in_.expect(']', "after the address");
}

bool Parser::lsc_address_size(const Form& form, Instruction& out) {
  if (!in_.expect(':', "before the size of an address")) return false;
  const std::string_view word = in_.identifier();
  const auto size = find_index(kLscAddressSizes, word);
  if (!size) return in_.wrong(word, "the size of an address must be a16, a32 or a64", kRule);
  set_number(form, out, Field::lsc_address_size, static_cast<std::int64_t>(*size));
  return true;
}

// Parses "V34:d32x2t", "V34:u32.xy" or "V34:d8.2x32x16nt".
bool Parser::lsc_data(const Form& form, Instruction& out, Field field) {
  const LscShape shape = lsc_shape(form);
  Operand data;
  if (!raw(data, true)) return false;
  set(form, out, field, data);
  if (!in_.expect(':', "before the size of the data")) return false;
  if (shape.is_block && shape.is_typed) return lsc_typed_block_shape(form, out);
  const std::string_view word = in_.identifier();
  std::string name(word);
  if (!name.empty() && name[0] == 'u') name[0] = 'd';
  if (const std::size_t wide = name.find("u32"); wide != std::string::npos) name[wide] = 'c';  // as in the manual
  bool is_transposed = false;
  std::int64_t elements = 1;
  if (!shape.is_block && !shape.has_channels) {
    if (name.ends_with('t')) {
      is_transposed = true;
      name.pop_back();
    }
    if (const std::size_t x = name.rfind('x'); x != std::string::npos) {
      const auto count = find_index(kLscElements, name.substr(x + 1));
      if (!count) return in_.wrong(word, "the number of elements must be 1, 2, 3, 4, 8, 16, 32 or 64", kRule);
      elements = static_cast<std::int64_t>(*count);
      name.resize(x);
    }
  }
  const auto size = find_index(kLscDataSizes, name);
  if (!size)
    return in_.wrong(word, "unknown data size", kRule, "data sizes are d8, d16, d32, d64, d8c32, d16c32 and d16c32h");
  set_number(form, out, Field::lsc_data_size, static_cast<std::int64_t>(*size));
  set_number(form, out, Field::lsc_order, is_transposed ? kLscTransposed : kLscNotTransposed);
  if (shape.is_block) return lsc_block_shape(form, out);
  if (!shape.has_channels) {
    set_number(form, out, Field::lsc_elements, elements);
    return true;
  }
  if (!in_.expect('.', "before the channels")) return false;
  const std::string_view letters = in_.identifier();
  const auto channels = find_index(kLscChannels, letters);
  if (!channels) return in_.wrong(letters, "the channels must be letters of xyzw", kRule);
  set_number(form, out, Field::lsc_channels, static_cast<std::int64_t>(*channels));
  return true;
}

// Parses ":64x2": bytes and rows.
bool Parser::lsc_typed_block_shape(const Form& form, Instruction& out) {
  const auto width = in_.integer();
  if (!width || *width > 64 || !in_.follows("x"))
    return in_.error("a block needs a width and a height", kRule, "write :64x2");
  in_.move_to(in_.offset() + 1);
  const auto height = in_.integer();
  if (!height || *height > 64) return in_.error("a block can have at most 64 rows", kRule, "write :64x2");
  set_number(form, out, Field::lsc_width, static_cast<std::int64_t>(*width));
  set_number(form, out, Field::lsc_height, static_cast<std::int64_t>(*height));
  return true;
}

bool Parser::lsc_block_shape(const Form& form, Instruction& out) {
  if (!in_.expect('.', "before the shape of a block")) return false;
  std::int64_t parts[3] = {};
  unsigned count = 0;
  do {
    if (count == 3) return in_.error("a block can have at most three sizes", kRule);
    const auto part = in_.integer();
    if (!part || *part > 0xffff) return in_.error("a size of the block is missing", kRule, "write .2x32x16nn");
    parts[count++] = static_cast<std::int64_t>(*part);
  } while (in_.follows("x") && (in_.move_to(in_.offset() + 1), true));
  if (count < 2) return in_.error("a block needs a width and a height", kRule, "write .32x16nn");
  set_number(form, out, Field::lsc_blocks, count == 3 ? parts[0] : 1);
  set_number(form, out, Field::lsc_width, parts[count - 2]);
  set_number(form, out, Field::lsc_height, parts[count - 1]);
  for (unsigned n = 0; n < 2 && (in_.follows("n") || in_.follows("t")); ++n) {
    const bool is_set = in_.follows("t");
    in_.move_to(in_.offset() + 1);
    if (n == 0) set_number(form, out, Field::lsc_order, is_set ? kLscTransposed : kLscNotTransposed);
    if (n == 1) set_number(form, out, Field::lsc_vnni, is_set ? 1 : 0);
  }
  return count < 3 || parts[0] <= 255 || in_.error("a block can have at most 255 parts", kRule);
}

}  // namespace eugene::visa
