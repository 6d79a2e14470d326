// The patch tokens of a device binary: small records, each {number, size including these two words, fields}, which tell
// the driver the values to fill in before a kernel can run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "binary/reader.h"

namespace eugene::binary {

enum class Token : std::uint32_t {
  sampler_state_array = 5,
  binding_table_state = 8,
  global_argument = 10,
  constant_argument = 11,
  image_argument = 12,
  local_surface = 15,
  sampler_argument = 16,
  data_parameter = 17,
  media_vfe_state = 18,
  thread_payload = 22,
  execution_environment = 23,
  data_parameter_stream = 25,
  argument_info = 26,
  kernel_attributes = 27,
  printf_string = 28,
  stateless_global_argument = 30,
  stateless_constant_argument = 31,
  printf_surface = 33,
  private_memory = 38,
  global_data = 41,
  constant_data = 42,
  global_data_pointer = 43,
  constant_data_pointer = 44,
  stateless_device_queue_argument = 46,
  relocation_table = 54,
};

// Kind of a data parameter.
enum class DataParameter : std::uint32_t {
  argument = 1,
  local_size = 2,
  global_size = 3,
  group_count = 4,
  work_dimensions = 5,
  local_argument = 8,
  global_offset = 16,
  enqueued_local_size = 28,
  private_bytes = 33,
  simd_size = 34,
  buffer_offset = 42,
};

struct TokenRecord {
  Token token{};
  std::span<const std::byte> fields;  // after number and size
  std::size_t offset = 0;             // of the record in the file

  // Returns field `index`, in words. Returns 0 past the end, because older compilers write shorter records.
  std::uint32_t word(std::size_t index) const {
    std::uint32_t value = 0;
    if (index < fields.size() / 4) std::memcpy(&value, fields.data() + 4 * index, 4);
    return value;
  }
};

// Reads the next record of a list.
inline Result<TokenRecord> read_token(Reader& reader) {
  struct Head {
    std::uint32_t token, size;
  };
  const std::size_t offset = reader.offset();
  const auto head = reader.read<Head>("a patch token");
  if (!head) return forward_error(head);
  if (head->size < sizeof(Head))
    return fail_at(offset + 4, "a patch token of " + std::to_string(head->size) + " bytes");
  const auto fields = reader.take(head->size - sizeof(Head), "patch token " + std::to_string(head->token));
  if (!fields) return forward_error(fields);
  return TokenRecord{static_cast<Token>(head->token), *fields, offset};
}

}  // namespace eugene::binary
