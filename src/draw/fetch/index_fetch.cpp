#include "draw/fetch/index_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace eugene::draw {

Result<std::vector<std::uint32_t>> fetch_indices(const IndexBuffer& buffer, std::uint32_t first, std::uint32_t count,
                                                 memory::View& memory) {
  constexpr std::string_view kSection = "SKL PRM vol2a 3DSTATE_INDEX_BUFFER";
  constexpr std::uint32_t kMaxFormat = 2;
  if (buffer.format > kMaxFormat) return fail("index buffer of a reserved format", std::string(kSection));
  const std::size_t size = std::size_t{1} << buffer.format;
  const std::uint64_t available = buffer.bytes / size;
  const std::uint64_t whole = first < available ? std::min<std::uint64_t>(count, available - first) : 0;
  std::vector<std::byte> bytes(whole * size);
  if (!memory.read(buffer.address + first * size, bytes)) {
    return fail(fmt::format("index buffer at {:#x}: address {:#x} is not mapped", buffer.address, memory.bad_address()),
                std::string(kSection));
  }
  std::vector<std::uint32_t> indices(count);
  for (std::size_t i = 0; i < whole; ++i) std::memcpy(&indices[i], bytes.data() + i * size, size);
  return indices;
}

}  // namespace eugene::draw
