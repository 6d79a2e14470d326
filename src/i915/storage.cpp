#include "i915/storage.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace eugene::i915 {
namespace {

// Drivers take offset 0 for none.
constexpr std::uint64_t kFirstOffset = std::uint64_t{1} << 28;
// Out of the way of programs that count on low numbers, or close those they know.
constexpr int kLowestDescriptor = 512;

}  // namespace

std::shared_ptr<Storage> Storage::create() {
  const int file = ::memfd_create("eugene-objects", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  const int high = ::fcntl(file, F_DUPFD_CLOEXEC, kLowestDescriptor);
  if (high >= 0) ::close(file);
  std::shared_ptr<Storage> storage(new Storage(high >= 0 ? high : file));
  storage->end_ = kFirstOffset;
  return storage;
}

Storage::~Storage() { ::close(file_); }

std::optional<std::uint64_t> Storage::allocate(std::uint64_t bytes) {
  if (::ftruncate(file_, static_cast<off_t>(end_ + bytes)) != 0) return std::nullopt;
  const std::uint64_t offset = end_;
  end_ += bytes;
  return offset;
}

void Storage::free(std::uint64_t offset, std::uint64_t bytes) {
  ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset), static_cast<off_t>(bytes));
}

void* Storage::map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t offset) const {
  return ::mmap(address, bytes, protection, flags, file_, static_cast<off_t>(offset));
}

}  // namespace eugene::i915
