#include "base/own_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/trusted_file.h"

namespace eugene {
namespace {

namespace fs = std::filesystem;

// Returns a file's path from its text in /proc/self/maps: a newline is \012 there, and " (deleted)" follows if the file
// has been replaced meanwhile. Either may be in the name itself.
fs::path path_in_maps(std::string_view text) {
  constexpr std::string_view kDeleted = " (deleted)", kNewline = "\\012";
  std::error_code error;
  if (fs::exists(text, error)) return text;
  if (text.ends_with(kDeleted)) text.remove_suffix(kDeleted.size());
  if (fs::exists(text, error)) return text;
  std::string path(text);
  for (std::size_t at = 0; (at = path.find(kNewline, at)) != std::string::npos; ++at)
    path.replace(at, kNewline.size(), 1, '\n');
  return path;
}

// Returns the file with this code. The loader's name of the file may be relative to a directory that the process has
// left since; the kernel knows the whole path.
fs::path own_file() {
  const auto own = reinterpret_cast<std::uintptr_t>(&find_own_library);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    const std::size_t slash = line.find('/');
    if (slash == std::string::npos || std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR, &begin, &end) != 2) continue;
    if (begin <= own && own < end) return path_in_maps(std::string_view(line).substr(slash));
  }
  Dl_info about{};
  if (::dladdr(reinterpret_cast<void*>(own), &about) != 0 && about.dli_fname[0] == '/') return about.dli_fname;
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

uid_t find_owner(const fs::path& file) {
  struct stat status{};
  return ::stat(file.c_str(), &status) == 0 ? status.st_uid : ::geteuid();
}

std::string not_loaded(const std::string& why) { return why + ", so it is not loaded"; }

}  // namespace

Result<fs::path> own_library(const std::string& name) {
  const fs::path own = own_file();
  std::string refused;
  // Places for the command; for the C library, which may be in lib/x86_64-linux-gnu; for tests and benchmarks of a
  // build.
  for (const char* place : {".", "../lib/eugene", "eugene", "../eugene", ".."}) {
    std::error_code error;
    fs::path candidate = (own.parent_path() / place / name).lexically_normal();
    if (!fs::exists(candidate, error)) continue;
    const std::string why = explain_distrust(candidate, find_owner(own));
    if (why.empty()) return candidate;
    if (refused.empty()) refused = not_loaded(why);
  }
  if (!refused.empty())
    return fail(refused, {}, "Eugene's libraries are its owner's or root's, and only they may write them: chmod go-w");
  return fail(fmt::format("cannot find {}, neither in Eugene's install directory nor beside the command", name), {},
              "`make` builds all of Eugene, and `make demo` a part; the files of an installation must stay together");
}

fs::path find_own_library(const std::string& name) { return own_library(name).value_or(fs::path()); }

std::string distrust_of_neighbour(const fs::path& other, const std::string& name) {
  const std::string why = explain_distrust(other.parent_path() / name, find_owner(own_file()));
  return why.empty() ? why : not_loaded(why);
}

}  // namespace eugene
