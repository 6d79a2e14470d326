// Matrix products. vISA manual DPAS, DPASW.
#include <fmt/format.h>

#include "lower/handlers.h"

namespace eugene::lower {
namespace {

using isa::Precision;
using isa::Systolic;
using visa::Field;

constexpr const char* kReference = "vISA manual DPAS";

// Returns the precision of accumulators or results, from the type of their variable. Compilers from before the type bf
// use words for bfloat16.
Precision find_precision(visa::Type type, Precision elements) {
  switch (type) {
    case visa::Type::d:
    case visa::Type::ud: return Precision::d;
    case visa::Type::f: return Precision::f;
    case visa::Type::hf: return Precision::hf;
    case visa::Type::bf: return Precision::bf;
    case visa::Type::w:
    case visa::Type::uw: return elements == Precision::bf ? Precision::bf : Precision::none;
    default: return Precision::none;
  }
}

// The table of legal combinations.
bool is_legal(Precision accumulator, Precision elements) {
  if (!isa::info(elements).is_float) return accumulator == Precision::d;
  return accumulator == Precision::f ||
         (accumulator == elements && (elements == Precision::bf || elements == Precision::hf));
}

bool is_eight_bit_float(Precision precision) { return precision == Precision::bf8 || precision == Precision::hf8; }

Result<Systolic> read_fields(const Op& op) {
  const auto value = static_cast<std::uint64_t>(op.number(Field::dpas));
  const auto precision = [&](unsigned n) {
    const auto code = static_cast<unsigned>(value >> 8 * n & 0xFF);
    return code <= static_cast<unsigned>(Precision::hf8) ? static_cast<Precision>(code) : Precision::none;
  };
  Systolic fields{.weights = precision(0),
                  .activations = precision(1),
                  .depth = static_cast<std::uint8_t>(value >> 16),
                  .repeats = static_cast<std::uint8_t>(value >> 24)};
  const isa::PrecisionInfo& weights = isa::info(fields.weights);
  const isa::PrecisionInfo& activations = isa::info(fields.activations);
  const bool is_pair = fields.weights == fields.activations || (!weights.is_float && !activations.is_float) ||
                       (is_eight_bit_float(fields.weights) && is_eight_bit_float(fields.activations));
  if (weights.bits == 0 || activations.bits == 0 || !is_pair)
    return fail(fmt::format("cannot multiply {} and {}", weights.name, activations.name), kReference);
  const bool is_depth = fields.depth == 1 || fields.depth == 2 || fields.depth == 4 || fields.depth == 8;
  if (!is_depth || fields.repeats == 0 || fields.repeats > Systolic::kMaxRepeats)
    return fail("the depth must be 1, 2, 4 or 8, the repeat count 1 to 8", kReference);
  return fields;
}

// Returns a matrix of `bytes` bytes in the variable of a raw operand. %null becomes the null operand.
Result<isa::Operand> matrix(Context& context, const visa::Raw* raw, unsigned bytes, Use::Kind kind,
                            std::string_view what) {
  if (raw == nullptr) return fail("an operand is missing");
  const auto byte = context.raw(*raw);
  if (!byte) return forward_error(byte);
  if (!*byte) return null_operand();
  const auto place = context.layout().general(raw->variable);
  if (raw->offset + bytes > place->bytes)
    return fail(fmt::format("{} needs {} bytes, but its variable has only {} from there on", what, bytes,
                            place->bytes - std::min<unsigned>(place->bytes, raw->offset)),
                kReference);
  context.uses().registers(kind, *raw, bytes, false);
  return packed(isa::Type::ud, **byte);
}

// Returns the precision of an accumulator or result, from the type of its variable.
Result<Precision> find_accumulator(const Context& context, const visa::Raw* raw, Precision elements) {
  const auto type = raw != nullptr ? context.layout().type(raw->variable) : std::nullopt;
  if (!type) return fail("an operand is missing");
  const Precision precision = find_precision(*type, elements);
  if (!is_legal(precision, elements))
    return fail(
        fmt::format("elements of {} cannot be summed in {}", isa::info(elements).name, visa::table_row(*type).name),
        kReference);
  return precision;
}

// Source 2 has a region, but only its first element is used.
Result<isa::Operand> find_activations(Context& context, const Op& op, unsigned bytes) {
  const auto* general = op.get<visa::General>(Field::plain_source);
  if (general == nullptr) return fail("source 2 must be a variable", kReference);
  if (general->modifier != visa::Modifier::none) return fail("source 2 has a modifier", kReference);
  const auto place = context.layout().general(general->variable);
  const auto type = context.layout().type(general->variable);
  if (!place || !type || place->architecture != 0) return fail("source 2 must be a variable", kReference);
  const unsigned first = general->row * context.register_bytes() + general->column * visa::byte_size(*type);
  if (first + bytes > place->bytes)
    return fail(fmt::format("source 2 needs {} bytes, but its variable has only {} from there on", bytes,
                            place->bytes - std::min(place->bytes, first)),
                kReference);
  const auto offset = static_cast<std::uint16_t>(first);
  context.uses().registers(Use::Kind::payload, {.variable = general->variable, .offset = offset}, bytes, false);
  const auto stored = stored_type(*type);
  if (!stored) return forward_error(stored);
  return packed(*stored, place->byte + first);
}

}  // namespace

Result<void> lower_systolic(Context& context, const Op& op, const Row& row) {
  auto fields = read_fields(op);
  if (!fields) return forward_error(fields);
  const unsigned columns = context.register_bytes() / 4;
  if (op.lanes() != columns)
    return fail(fmt::format("its execution size must be {} if registers have {} bytes", columns, 4 * columns),
                kReference, columns == 8 ? "write platform: pvc, whose registers have 64 bytes" : "");
  const auto* dst = op.get<visa::Raw>(Field::raw);
  const auto* accumulator = op.get<visa::Raw>(Field::raw, 1);
  const auto result_type = find_accumulator(context, dst, fields->weights);
  if (!result_type) return forward_error(result_type);
  fields->result = *result_type;
  if (accumulator != nullptr && accumulator->variable != 0) {
    const auto type = find_accumulator(context, accumulator, fields->weights);
    if (!type) return forward_error(type);
    fields->accumulator = *type;
  }
  const bool is_wide = row.opcode == isa::Opcode::dpasw;
  // The first of two fused threads has the larger half of source 2, in whole registers.
  const unsigned bytes = fields->activation_bytes();
  const unsigned own = is_wide ? std::min((registers_for(bytes, 1) + 1) / 2 * isa::kRegisterBytes, bytes) : bytes;
  const auto to = matrix(context, dst, fields->result_bytes(columns), Use::Kind::response, "the destination");
  const auto added = matrix(context, accumulator, fields->accumulator_bytes(columns), Use::Kind::payload, "source 0");
  const auto weights =
      matrix(context, op.get<visa::Raw>(Field::raw, 2), fields->weight_bytes(columns), Use::Kind::payload, "source 1");
  const auto activations = find_activations(context, op, own);
  for (const auto* each : {&to, &added, &weights, &activations}) {
    if (!*each) return forward_error(*each);
  }
  if (to->is_null() || weights->is_null()) return fail("the destination and source 1 must not be %null", kReference);
  isa::Instruction native = context.for_channels(op, row.opcode);
  native.no_mask = true;  // docs/record/undefined.md
  native.visa.systolic = *fields;
  native.dst = *to;
  native.src = {*added, *weights, *activations};
  context.out().add(native);
  return {};
}

}  // namespace eugene::lower
