#include "jit/host/perf_map.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace eugene::jit {

PerfMap::PerfMap(bool wanted) {
  if (!wanted) return;
  const std::string path = fmt::format("/tmp/perf-{}.map", ::getpid());
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
  // Everybody can write to /tmp: another user may have put something there.
  struct stat about{};
  if (file_ < 0 || (::fstat(file_, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == ::geteuid())) return;
  ::close(file_);
  file_ = -1;
}

PerfMap::~PerfMap() {
  if (file_ >= 0) ::close(file_);
}

void PerfMap::add(const LoadedCode& code) const {
  if (file_ < 0) return;
  std::string lines;
  for (const auto& [name, address, bytes] : code.functions())
    lines += fmt::format("{:x} {:x} {}\n", reinterpret_cast<std::uintptr_t>(address), bytes, name);
  // Writes all lines or nothing. If that fails, perf shows addresses.
  [[maybe_unused]] const ssize_t written = ::write(file_, lines.data(), lines.size());
}

}  // namespace eugene::jit
