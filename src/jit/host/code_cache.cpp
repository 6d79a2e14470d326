#include "jit/host/code_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>

#include "base/hex.h"

namespace eugene::jit {
namespace {

constexpr std::string_view kSuffix = ".code";
constexpr std::array<char, 8> kMagic{'E', 'u', 'g', 'e', 'n', 'e', 'C', '1'};
constexpr std::uint64_t kFnvBasis = 0xCBF2'9CE4'8422'2325;

// A file consists of this header, the key and the value.
struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint64_t key_bytes = 0;
  std::uint64_t value_bytes = 0;
  std::uint64_t checksum = 0;  // of key and value
};

std::uint64_t fnv1a(std::span<const std::byte> bytes, std::uint64_t hash = kFnvBasis) {
  for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100'0000'01B3;
  return hash;
}

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

bool read_all(int file, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::read(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

struct Descriptor {
  explicit Descriptor(int opened) : file(opened) {}
  ~Descriptor() {
    if (file >= 0) ::close(file);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int file;
};

}  // namespace

std::filesystem::path CodeCache::find_path(std::span<const std::byte> key) const {
  return directory_ / fmt::format("{:016x}{}", fnv1a(key), kSuffix);
}

std::optional<std::vector<std::byte>> CodeCache::find(std::span<const std::byte> key) const {
  const Descriptor opened(::open(find_path(key).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  // The value will be executed, so accept only files of this user that nobody else can write. Ask the opened file: the
  // name may become another user's at any moment if others can write to the directory. Trust the sizes only if they add
  // up to the file's size.
  struct stat about{};
  if (opened.file < 0 || ::fstat(opened.file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_uid != ::geteuid() ||
      (about.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return std::nullopt;
  Header header;
  if (!read_all(opened.file, std::as_writable_bytes(std::span(&header, 1)))) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (header.magic != kMagic || header.key_bytes != key.size() || header.value_bytes > size ||
      size != sizeof header + header.key_bytes + header.value_bytes)
    return std::nullopt;
  std::vector<std::byte> both(header.key_bytes + header.value_bytes);
  if (!read_all(opened.file, both)) return std::nullopt;
  if (fnv1a(both) != header.checksum || !std::ranges::equal(std::span(both).first(key.size()), key))
    return std::nullopt;
  ::futimens(opened.file, nullptr);  // marks it as recently used
  both.erase(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(key.size()));
  return both;
}

void CodeCache::store(std::span<const std::byte> key, std::span<const std::byte> value) const {
  std::error_code error;
  if (std::filesystem::create_directories(directory_, error))
    std::filesystem::permissions(directory_, std::filesystem::perms::owner_all, error);
  if (error) return;
  std::string temporary = (directory_ / "new-XXXXXX").string();
  const int file = ::mkstemp(temporary.data());
  if (file < 0) return;
  const Header header{.key_bytes = key.size(), .value_bytes = value.size(), .checksum = fnv1a(value, fnv1a(key))};
  bool good = write_all(file, std::as_bytes(std::span(&header, 1))) && write_all(file, key) && write_all(file, value);
  good = ::close(file) == 0 && good;
  if (!good || ::rename(temporary.c_str(), find_path(key).c_str()) != 0) {
    ::unlink(temporary.c_str());
    return;
  }
  evict();
}

void CodeCache::evict() const {
  struct Entry {
    std::filesystem::path path;
    std::filesystem::file_time_type used;
    std::uint64_t bytes;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  for (auto it = std::filesystem::directory_iterator(directory_, error);
       !error && it != std::filesystem::directory_iterator(); it.increment(error)) {
    std::error_code gone;  // another process may evict the file meanwhile
    const std::filesystem::path& path = it->path();
    const auto used = std::filesystem::last_write_time(path, gone);
    const std::uint64_t bytes = gone ? 0 : std::filesystem::file_size(path, gone);
    if (gone) continue;
    // A temporary file is left if a process ends while writing.
    const bool stale = path.filename().string().starts_with("new-") &&
                       std::filesystem::file_time_type::clock::now() - used > std::chrono::hours(1);
    if (stale) {
      std::filesystem::remove(path, gone);
    } else if (path.extension() == kSuffix) {
      total += bytes;
      entries.push_back({path, used, bytes});
    }
  }
  if (total <= limit_) return;
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    // Evict down to 3/4 of the limit, so that not every store() has to evict.
    if (total <= limit_ / 4 * 3) return;
    std::error_code ignored;
    std::filesystem::remove(entry.path, ignored);
    total -= entry.bytes;
  }
}

std::string build_id() {
  struct Search {
    std::uintptr_t inside;
    std::string id;
  };
  Search search{.inside = reinterpret_cast<std::uintptr_t>(&build_id), .id = {}};
  const auto look = [](dl_phdr_info* object, std::size_t, void* data) {
    auto& wanted = *static_cast<Search*>(data);
    const std::span headers(object->dlpi_phdr, object->dlpi_phnum);
    const bool ours = std::ranges::any_of(headers, [&](const ElfW(Phdr) & header) {
      const std::uintptr_t begin = object->dlpi_addr + header.p_vaddr;
      return header.p_type == PT_LOAD && wanted.inside >= begin && wanted.inside - begin < header.p_memsz;
    });
    if (!ours) return 0;
    for (const ElfW(Phdr) & header : headers) {
      if (header.p_type != PT_NOTE) continue;
      const auto* at = reinterpret_cast<const std::byte*>(object->dlpi_addr + header.p_vaddr);
      const std::byte* end = at + header.p_memsz;
      while (at + sizeof(ElfW(Nhdr)) <= end) {
        ElfW(Nhdr) note;
        std::memcpy(&note, at, sizeof note);
        const std::size_t unit = header.p_align >= 8 ? 8 : 4;
        const auto padded = [&](std::size_t bytes) { return (bytes + unit - 1) / unit * unit; };
        const std::byte* name = at + sizeof note;
        const std::byte* description = name + padded(note.n_namesz);
        at = description + padded(note.n_descsz);
        if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 || std::memcmp(name, "GNU", 4) != 0) continue;
        wanted.id += to_hex({description, note.n_descsz});
      }
    }
    return 1;
  };
  ::dl_iterate_phdr(look, &search);
  return search.id;
}

}  // namespace eugene::jit
