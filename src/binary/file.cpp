#include "binary/file.h"

#include <fmt/format.h>
#include <lzma.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/whole_file.h"

namespace eugene::binary {
namespace {

struct EndStream {
  void operator()(lzma_stream* stream) const { lzma_end(stream); }
};

}  // namespace

bool is_xz(std::span<const std::byte> bytes) {
  constexpr std::array<unsigned char, 6> kMagic{0xFD, '7', 'z', 'X', 'Z', 0};
  return bytes.size() >= kMagic.size() && std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

Result<std::vector<std::byte>> unpack_xz(std::span<const std::byte> packed, std::uint64_t limit) {
  constexpr std::uint64_t kMemoryLimit = std::uint64_t{256} << 20;
  lzma_stream stream = LZMA_STREAM_INIT;
  const std::unique_ptr<lzma_stream, EndStream> end(&stream);
  if (lzma_stream_decoder(&stream, kMemoryLimit, LZMA_CONCATENATED) != LZMA_OK)
    return fail("cannot start to unpack the .xz data: not enough memory");
  stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  std::vector<std::byte> bytes;
  std::array<std::byte, 65536> block;
  lzma_ret status = LZMA_OK;
  while (status == LZMA_OK) {
    stream.next_out = reinterpret_cast<std::uint8_t*>(block.data());
    stream.avail_out = block.size();
    status = lzma_code(&stream, LZMA_FINISH);
    const std::size_t count = block.size() - stream.avail_out;
    if (bytes.size() + count > limit)
      return fail(fmt::format("the .xz data unpacks to more than {} MB", limit >> 20), "",
                  "unpack the file with xz -d");
    bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (status != LZMA_STREAM_END) return fail("the .xz data is damaged or incomplete");
  return bytes;
}

Result<void> write_file(const std::string& path, std::span<const std::byte> bytes) {
  if (path != "-") return write_whole_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0)
    return fail(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  return {};
}

}  // namespace eugene::binary
