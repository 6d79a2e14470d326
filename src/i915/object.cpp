#include "i915/object.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "i915/shared_memory.h"

namespace eugene::i915 {

std::shared_ptr<Object> Object::create(std::uint64_t offset, std::uint64_t bytes) {
  constexpr int kFlags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
  void* host = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0);
  if (host == MAP_FAILED) return nullptr;
  return std::shared_ptr<Object>(new Object(false, static_cast<std::byte*>(host), offset, bytes, true));
}

std::shared_ptr<Object> Object::of_user(std::byte* host, std::uint64_t bytes, bool writable) {
  return std::shared_ptr<Object>(new Object(true, host, 0, bytes, writable));
}

std::shared_ptr<Object> Object::of_file(int descriptor, std::uint64_t offset, std::uint64_t bytes) {
  void* host = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (host == MAP_FAILED) return nullptr;
  std::shared_ptr<Object> object(new Object(false, static_cast<std::byte*>(host), offset, bytes, true));
  object->file_ = file_id(descriptor);
  object->descriptor_ = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  return object;
}

Object::~Object() {
  if (!is_user_) ::munmap(host_, bytes_);
  // The program may have closed the descriptor, and opened another file under its number.
  if (is_file() && file_id(descriptor_) == file_) ::close(descriptor_);
}

int Object::share(bool close_on_exec) {
  if (!is_file() || file_id(descriptor_) != file_) {
    descriptor_ = move_to_file(host_, bytes_);
    if (descriptor_ < 0) return -1;
    file_ = file_id(descriptor_);
  }
  return ::fcntl(descriptor_, close_on_exec ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
}

void* Object::map(void* address, std::uint64_t bytes, int protection, int flags, std::uint64_t at) const {
  const bool fixed = (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0;
  // With an old length of 0, mremap() makes a second mapping of shared memory and keeps the first.
  void* result = fixed ? ::mremap(host_ + at, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, address)
                       : ::mremap(host_ + at, 0, bytes, MREMAP_MAYMOVE);
  if (result == MAP_FAILED) return result;
  // Write access implies read access, as on the processor. Otherwise the kernel would refuse to read this memory in
  // system calls.
  if ((protection & PROT_WRITE) != 0) protection |= PROT_READ;
  if (protection != (PROT_READ | PROT_WRITE)) ::mprotect(result, bytes, protection);
  return result;
}

void Object::use(Use use) {
  std::erase_if(uses_, [&use](const Use& each) {
    const bool is_covered = each.timeline == use.timeline && (use.writes || !each.writes);
    return is_covered || is_done(each.fence);
  });
  uses_.push_back(std::move(use));
}

bool Object::is_busy(bool only_writes) const {
  return std::ranges::any_of(uses_,
                             [&](const Use& each) { return (each.writes || !only_writes) && !is_done(each.fence); });
}

void Object::add_work(bool only_writes, std::vector<FencePtr>& to) const {
  for (const Use& each : uses_) {
    if (only_writes && !each.writes) continue;
    if (!is_done(each.fence)) to.push_back(each.fence);
  }
}

std::uint32_t Object::busy_engines() const {
  std::uint32_t readers = 0;
  std::uint32_t writer = 0;
  for (const Use& each : uses_) {
    if (is_done(each.fence)) continue;
    readers |= 1U << (16 + each.engine_class);
    if (each.writes) writer = each.engine_class + 1U;
  }
  return readers | writer;
}

}  // namespace eugene::i915
