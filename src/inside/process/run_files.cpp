#include "run_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/whole_file.h"
#include "i915/channel_names.h"

namespace eugene::inside::process {
namespace {

std::string own_name(const char* prefix) { return fmt::format("{}{}", prefix, ::getpid()); }

}  // namespace

Result<void> RunFiles::put(const char* prefix, const std::string& text) const {
  const std::string name = own_name(prefix);
  const std::filesystem::path unfinished = directory_ / ("unfinished-" + name);
  if (const Result<void> written = write_whole_file(unfinished, text); !written) return written;
  std::error_code error;
  std::filesystem::rename(unfinished, directory_ / name, error);
  if (error) return fail(fmt::format("cannot write to {}: {}", directory_.string(), error.message()));
  return {};
}

void RunFiles::write(const char* prefix, const std::string& text) {
  const Result<void> written = put(prefix, text);
  std::error_code error;
  // `eugene run` may have ended before this program: then nothing reads the file.
  if (written || is_lost_ || !std::filesystem::exists(directory_, error)) return;
  if (is_lost_.exchange(true)) return;
  // The missing file shows `eugene run` that statistics are lost; removing a file needs no room on the disk.
  std::filesystem::remove(directory_ / i915::kCompleteFile, error);
  fmt::print(stderr, "eugene: the statistics are lost: {}\n", written.error().message);
}

void RunFiles::remove(const char* prefix) const {
  std::error_code error;
  std::filesystem::remove(directory_ / own_name(prefix), error);
}

}  // namespace eugene::inside::process
