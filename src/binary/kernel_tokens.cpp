#include "binary/kernel_tokens.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "binary/arguments.h"

namespace eugene::binary {
namespace {

// Sets kind and size of argument `number`.
Result<void> handle_argument(DeviceKernel& kernel, const TokenRecord& record, std::uint32_t number, ArgumentKind kind,
                             std::uint32_t size) {
  auto found = find_argument(kernel, number, record.offset);
  if (!found) return forward_error(found);
  (*found)->kind = kind;
  (*found)->size = std::max((*found)->size, size);
  return {};
}

// Adds an argument whose surface state is at `offset` in the heap. finish_arguments() replaces the offset by an index.
Result<void> surface_argument(DeviceKernel& kernel, const TokenRecord& record, ArgumentKind kind,
                              std::uint32_t offset) {
  if (auto done = handle_argument(kernel, record, record.word(0), kind, 0); !done) return done;
  kernel.arguments[record.word(0)].binding = offset;
  return {};
}

// Fields: {number, offset of the surface state, offset and size of the pointer in the cross-thread data}
Result<void> stateless_argument(DeviceKernel& kernel, const TokenRecord& record, ArgumentKind kind) {
  if (auto done = handle_argument(kernel, record, record.word(0), kind, record.word(3)); !done) return done;
  DeclaredArgument& argument = kernel.arguments[record.word(0)];
  argument.binding = record.word(1);
  argument.pointer_offset = record.word(2);
  return {};
}

struct DataValue {
  DataParameter parameter;
  PayloadValue value;
};
constexpr DataValue kDataValues[] = {{DataParameter::argument, PayloadValue::argument},
                                     {DataParameter::local_size, PayloadValue::local_size},
                                     {DataParameter::global_size, PayloadValue::global_size},
                                     {DataParameter::group_count, PayloadValue::group_count},
                                     {DataParameter::work_dimensions, PayloadValue::work_dimensions},
                                     {DataParameter::global_offset, PayloadValue::global_offset},
                                     {DataParameter::enqueued_local_size, PayloadValue::enqueued_local_size},
                                     {DataParameter::private_bytes, PayloadValue::private_bytes},
                                     {DataParameter::simd_size, PayloadValue::simd_size},
                                     {DataParameter::buffer_offset, PayloadValue::buffer_offset}};

Result<void> data_parameter(DeviceKernel& kernel, const TokenRecord& record) {
  const auto kind = static_cast<DataParameter>(record.word(0));
  const std::uint32_t number = record.word(1), size = record.word(3), source_offset = record.word(4);
  if (const auto* row = std::ranges::find(kDataValues, kind, &DataValue::parameter); row != std::end(kDataValues)) {
    const bool is_argument = row->value == PayloadValue::argument;
    kernel.payload.push_back({.value = row->value,
                              .offset = record.word(2),
                              .bytes = size,
                              .argument = number,
                              .part = is_argument ? source_offset : source_offset / 4});
  }
  if (kind == DataParameter::local_argument) {
    if (auto done = handle_argument(kernel, record, number, ArgumentKind::local, size); !done) return done;
    kernel.arguments[number].pointer_offset = record.word(2);
    kernel.arguments[number].alignment = source_offset;
    return {};
  }
  if (kind != DataParameter::argument) return {};
  // A structure has several records, each with its offset in the argument.
  return handle_argument(kernel, record, number, ArgumentKind::value, source_offset + size);
}

// Fields: {number of the data, offset of the surface state, offset and size of the pointer in the cross-thread data}
void data_pointer(DeviceKernel& kernel, const TokenRecord& record, PayloadValue value) {
  kernel.payload.push_back(
      {.value = value, .offset = record.word(2), .bytes = record.word(3), .binding = record.word(1)});
}

// Fields: {header, local ids of x, y and z, flattened local ids, indirect payload, an unused register, ...}; each is
// not 0 if the thread has it.
void thread_payload(DeviceKernel& kernel, const TokenRecord& record) {
  kernel.thread_payload.has_unused_register = record.word(6) != 0;
  for (std::size_t i = 0; i < 3; ++i)
    if (record.word(1 + i) != 0) ++kernel.thread_payload.dimensions;
}

// Fields: {number, five sizes, five texts}; each text is padded with zeros to its size.
Result<void> argument_info(DeviceKernel& kernel, const TokenRecord& record) {
  auto found = find_argument(kernel, record.word(0), record.offset);
  if (!found) return forward_error(found);
  constexpr std::size_t kHeadBytes = 24;
  if (record.fields.size() < kHeadBytes) return fail_at(record.offset, "an argument description lacks its sizes");
  Reader reader(record.fields.subspan(kHeadBytes), record.offset + 8 + kHeadBytes);
  DeclaredArgument& a = **found;
  std::string* const texts[] = {&a.address, &a.access, &a.name, &a.type, &a.qualifiers};
  for (std::size_t i = 0; i < std::size(texts); ++i) {
    const auto bytes = reader.take(record.word(1 + i), "an argument description");
    if (!bytes) return forward_error(bytes);
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    *texts[i] = text.substr(0, text.find('\0'));
  }
  tidy_names(a);
  return {};
}

// Returns the text of a string literal without the compiler's C escapes.
std::string without_escapes(std::string_view text) {
  constexpr std::string_view kLetters = "abfnrtv", kMeanings = "\a\b\f\n\r\t\v";
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const std::size_t letter = kLetters.find(text[++i]);
    plain += letter == std::string_view::npos ? text[i] : kMeanings[letter];
  }
  return plain;
}

// Fields: {number, bytes, text}
void printf_string(DeviceKernel& kernel, const TokenRecord& record) {
  constexpr std::size_t kHeadBytes = 8;
  if (record.fields.size() < kHeadBytes) return;
  const auto text = record.fields.subspan(kHeadBytes);
  const auto bytes = text.first(std::min<std::size_t>(record.word(1), text.size()));
  kernel.printf_strings[record.word(0)] = without_escapes(text_before_zero(bytes));
}

void execution_environment(DeviceKernel& kernel, const TokenRecord& record) {
  for (std::size_t i = 0; i < 3; ++i) kernel.required_group_size[i] = record.word(i);
  kernel.simd = record.word(3);
  kernel.has_barriers = record.word(5) != 0;
  kernel.grf_count = record.word(20);
}

// Fields: {count, entries}; each entry is {type, offset in the code, name of a symbol}, and all entries have the same
// size (GenRelocEntry of RelocationInfo.h in Intel's compiler).
void relocation_table(DeviceKernel& kernel, const TokenRecord& record) {
  enum : std::uint32_t { address = 1, low = 2, high = 3 };  // low: the lower half, or a 32-bit address
  const std::size_t words = record.fields.size() / 4, count = record.word(0);
  if (count == 0 || words == 0) return;
  const std::size_t stride = (words - 1) / count;
  if (stride < 2) return;
  for (std::size_t i = 1; i + 1 < words; i += stride) {
    const std::uint32_t type = record.word(i);
    Relocation relocation{.offset = record.word(i + 1), .bytes = type == address ? 8U : 4U, .is_high = type == high};
    const auto name = record.fields.subspan((i + 2) * 4, std::min(stride - 2, words - i - 2) * 4);
    const auto* text = reinterpret_cast<const char*>(name.data());
    relocation.symbol.assign(text, std::find(text, text + name.size(), '\0'));
    kernel.relocations.push_back(std::move(relocation));
  }
}

}  // namespace

Result<void> apply_token(const TokenRecord& record, DeviceKernel& kernel) {
  switch (record.token) {
    case Token::sampler_state_array: kernel.sampler_count = record.word(1); break;
    case Token::binding_table_state:
      kernel.binding_table_entries = record.word(1);
      kernel.binding_table_offset = record.word(0);
      break;
    case Token::local_surface: kernel.slm_bytes = record.word(1); break;
    case Token::media_vfe_state: kernel.scratch_bytes = std::max(kernel.scratch_bytes, record.word(1)); break;
    case Token::execution_environment: execution_environment(kernel, record); break;
    case Token::data_parameter_stream: kernel.cross_thread_bytes = record.word(0); break;
    case Token::private_memory:
      kernel.private_bytes = record.word(3);
      kernel.private_pointer_offset = record.word(1);
      break;
    case Token::relocation_table: relocation_table(kernel, record); break;
    case Token::printf_surface:
      kernel.uses_printf = true;
      data_pointer(kernel, record, PayloadValue::printf_buffer);
      break;
    case Token::printf_string: printf_string(kernel, record); break;
    case Token::thread_payload: thread_payload(kernel, record); break;
    case Token::global_data_pointer: data_pointer(kernel, record, PayloadValue::global_data); break;
    case Token::constant_data_pointer: data_pointer(kernel, record, PayloadValue::constant_data); break;
    case Token::data_parameter: return data_parameter(kernel, record);
    case Token::argument_info: return argument_info(kernel, record);
    case Token::global_argument: return surface_argument(kernel, record, ArgumentKind::global, record.word(1));
    case Token::constant_argument: return surface_argument(kernel, record, ArgumentKind::constant, record.word(1));
    case Token::image_argument: return surface_argument(kernel, record, ArgumentKind::image, record.word(2));
    case Token::sampler_argument: return handle_argument(kernel, record, record.word(0), ArgumentKind::sampler, 0);
    case Token::stateless_global_argument: return stateless_argument(kernel, record, ArgumentKind::global);
    case Token::stateless_constant_argument: return stateless_argument(kernel, record, ArgumentKind::constant);
    case Token::kernel_attributes: {
      const auto* text = reinterpret_cast<const char*>(record.fields.data());
      const std::size_t size =
          record.fields.size() < 4 ? 0 : std::min<std::size_t>(record.word(0), record.fields.size() - 4);
      kernel.attributes.assign(size == 0 ? text : text + 4, size);
      kernel.attributes.resize(std::min(kernel.attributes.size(), kernel.attributes.find('\0')));
      break;
    }
    default: break;
  }
  return {};
}

void finish_arguments(DeviceKernel& kernel) {
  // Returns the index of the binding table entry that points to the surface state at offset `state`.
  const auto find_index = [&](std::uint32_t state) -> std::optional<std::uint32_t> {
    for (std::uint32_t i = 0; i < kernel.binding_table_entries; ++i) {
      const std::size_t at = kernel.binding_table_offset + std::size_t{4} * i;
      std::uint32_t entry = 0;
      if (at + sizeof entry > kernel.surface_state.size()) break;
      std::memcpy(&entry, kernel.surface_state.data() + at, sizeof entry);
      if (entry == state) return i;
    }
    return std::nullopt;
  };
  for (DeclaredArgument& argument : kernel.arguments)
    if (argument.binding) argument.binding = find_index(*argument.binding);
  for (PayloadField& field : kernel.payload)
    if (field.binding) field.binding = find_index(*field.binding);
}

}  // namespace eugene::binary
