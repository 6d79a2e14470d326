#include "base/own_library.h"

#include <dlfcn.h>
#include <link.h>

#include <system_error>

namespace eugene {
namespace {

namespace fs = std::filesystem;

// Returns the file with this code. For the program itself, the loader only has the first argument.
fs::path own_file() {
  Dl_info about{};
  link_map* loaded = nullptr;
  if (::dladdr1(reinterpret_cast<void*>(&find_own_library), &about, reinterpret_cast<void**>(&loaded),
                RTLD_DL_LINKMAP) != 0 &&
      loaded->l_name[0] != '\0')
    return loaded->l_name;
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

}  // namespace

fs::path find_own_library(const std::string& name) {
  const fs::path directory = own_file().parent_path();
  // Places for the command; for the C library, which may be in lib/x86_64-linux-gnu; for tests and benchmarks of a
  // build.
  for (const char* place : {".", "../lib/eugene", "eugene", "../eugene", ".."}) {
    std::error_code error;
    fs::path candidate = (directory / place / name).lexically_normal();
    if (fs::exists(candidate, error)) return candidate;
  }
  return {};
}

}  // namespace eugene
