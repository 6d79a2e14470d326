#include "i915/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace eugene::i915 {
namespace {

constexpr std::string_view kName = "eugene-object";
// The size cannot change, so that no access ends beyond the file, in whatever process.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

// A line of /proc/self/maps.
struct Mapping {
  std::uint64_t begin = 0, end = 0, offset = 0;
  bool is_readable = false, is_writable = false;
  unsigned major = 0, minor = 0;
  std::uint64_t inode = 0;

  bool is_of_file(const Mapping& other) const {
    return inode == other.inode && major == other.major && minor == other.minor;
  }
};

std::vector<Mapping> read_mappings() {
  std::vector<Mapping> all;
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);) {
    Mapping each;
    std::array<char, 5> access{};
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64, &each.begin, &each.end,
                    access.data(), &each.offset, &each.major, &each.minor, &each.inode) != 7)
      continue;
    each.is_readable = access[0] == 'r';
    each.is_writable = access[1] == 'w';
    all.push_back(each);
  }
  return all;
}

// Replaces the mapping by the same range of the file. Returns false, and sets errno, if that fails.
bool replace(const Mapping& mapping, int descriptor) {
  const int protection = (mapping.is_readable ? PROT_READ : 0) | (mapping.is_writable ? PROT_WRITE : 0);
  void* const address = reinterpret_cast<void*>(mapping.begin);  // NOLINT: an address of the kernel's list
  return ::mmap(address, mapping.end - mapping.begin, protection, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, descriptor,
                static_cast<off_t>(mapping.offset)) != MAP_FAILED;
}

bool write_all(int descriptor, const std::byte* from, std::uint64_t bytes) {
  constexpr std::uint64_t kPage = 4096;
  static constexpr std::array<std::byte, kPage> kZeros{};
  for (std::uint64_t at = 0; at < bytes; at += kPage) {
    const std::uint64_t size = std::min(kPage, bytes - at);
    if (std::memcmp(from + at, kZeros.data(), size) == 0) continue;  // a hole reads as zeros
    if (::pwrite(descriptor, from + at, size, static_cast<off_t>(at)) != static_cast<ssize_t>(size)) return false;
  }
  return true;
}

// Moves the memory into the file of `descriptor`.
bool move_into(int descriptor, std::byte* host, std::uint64_t bytes) {
  if (::ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) return false;
  if (::fcntl(descriptor, F_ADD_SEALS, kSeals) != 0) return false;
  const std::vector<Mapping> all = read_mappings();
  const auto address = reinterpret_cast<std::uint64_t>(host);  // NOLINT: compared with the kernel's list
  for (const Mapping& own : all) {
    if (address < own.begin || address >= own.end) continue;
    if (!write_all(descriptor, host, bytes)) return false;
    for (const Mapping& each : all) {
      if (each.is_of_file(own) && !replace(each, descriptor)) return false;
    }
    return true;
  }
  errno = ENOSYS;  // /proc is not mounted
  return false;
}

}  // namespace

int move_to_file(std::byte* host, std::uint64_t bytes) {
  const int descriptor = ::memfd_create(std::string(kName).c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0 || move_into(descriptor, host, bytes)) return descriptor;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return -1;
}

std::optional<std::uint64_t> shared_file_bytes(int descriptor) {
  if (::fcntl(descriptor, F_GET_SEALS) != kSeals) return std::nullopt;
  std::array<char, 64> name{};
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  if (::readlink(link.c_str(), name.data(), name.size() - 1) < 0) return std::nullopt;
  if (!std::string_view(name.data()).starts_with("/memfd:" + std::string(kName))) return std::nullopt;
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || status.st_size <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace eugene::i915
