#include "serve/memory_offer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "memory/physical_memory.h"

namespace eugene::serve {
namespace {

// As long as physical addresses reach, and next to nothing as long as nothing is written; nobody can make it shorter.
FileDescriptor make_file() {
  constexpr std::uint64_t kBytes = std::uint64_t{1} << memory::PhysicalMemory::kMaxAddressBits;
  // Where files may not get so long, trying would end the process by a signal.
  rlimit longest{};
  if (::getrlimit(RLIMIT_FSIZE, &longest) != 0 || longest.rlim_cur < kBytes) return {};
  FileDescriptor file(::memfd_create("eugene-gpu-memory", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file || ::ftruncate(file.get(), static_cast<off_t>(kBytes)) != 0 ||
      ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
    return {};
  }
  return file;
}

}  // namespace

MemoryOffer::MemoryOffer(const ChannelHost* channel, std::uint16_t port)
    : channel_(channel), port_(port), file_(channel == nullptr ? FileDescriptor() : make_file()) {
  if (channel_ != nullptr) channel_->offer_memory(port_, file_.get());
}

MemoryOffer::~MemoryOffer() {
  if (channel_ != nullptr) channel_->offer_memory(port_, -1);
}

}  // namespace eugene::serve
