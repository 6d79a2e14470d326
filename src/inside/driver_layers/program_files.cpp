#include "program_files.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "base/whole_file.h"
#include "i915/channel_names.h"

namespace eugene::inside {
namespace {

// Writes a file of the run's directory. The file gets its name only when it is complete.
void leave(const std::string& name, std::string_view text) {
  static std::atomic<bool> has_told = false;
  const char* directory = std::getenv(i915::kDirectoryVariable);
  if (directory == nullptr) return;
  const std::filesystem::path unfinished = std::filesystem::path(directory) / ("unfinished-" + name);
  const Result<void> written = write_whole_file(unfinished, text);
  std::error_code error;
  if (written) std::filesystem::rename(unfinished, std::filesystem::path(directory) / name, error);
  if (!written && !has_told.exchange(true))
    std::fprintf(stderr, "eugene: kernels will have no names: %s\n", written.error().message.c_str());
}

}  // namespace

void leave_program(std::string_view api, std::span<const unsigned char> binary, std::string_view source,
                   unsigned shift) {
  static std::atomic<unsigned> number = 0;
  if (binary.empty()) return;
  const std::string ending = std::to_string(::getpid()).append("-").append(api).append(std::to_string(number++));
  if (!source.empty()) leave(i915::kSourcePrefix + ending, source);
  if (shift != 0) leave(i915::kShiftPrefix + ending, std::to_string(shift));
  leave(i915::kProgramPrefix + ending, {reinterpret_cast<const char*>(binary.data()), binary.size()});
}

}  // namespace eugene::inside
