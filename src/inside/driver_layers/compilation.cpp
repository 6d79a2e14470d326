#include "compilation.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>

#include "i915/channel_names.h"

namespace eugene::inside {
namespace {

// Returns the path of a file in the run's directory. Empty if no such directory exists.
std::filesystem::path find_path(const std::string& name) {
  const char* directory = std::getenv(i915::kDirectoryVariable);
  return directory == nullptr ? std::filesystem::path() : std::filesystem::path(directory) / name;
}

// Files of the marks of this process. Never destroyed: threads may compile until the very end.
struct Marks {
  std::mutex mutex;
  std::set<std::string> files;
};

Marks& marks() {
  static Marks* const instance = new Marks;
  return *instance;
}

// Removes the marks if the process exits by itself: it has not died in the compiler, even if a thread still compiles.
__attribute__((destructor)) void remove_all() {
  const std::scoped_lock lock(marks().mutex);
  for (const std::string& each : marks().files) ::unlink(each.c_str());
}

}  // namespace

CompilationMark::CompilationMark(bool wanted) {
  if (!wanted) return;
  const std::string name = std::string(i915::kBuildPrefix)
                               .append(std::to_string(::getpid()))
                               .append("-")
                               .append(std::to_string(::syscall(SYS_gettid)));
  file_ = find_path(name);
  const int descriptor = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor >= 0) ::close(descriptor);
  const std::scoped_lock lock(marks().mutex);
  marks().files.insert(file_);
}

CompilationMark::~CompilationMark() {
  if (file_.empty()) return;
  const std::scoped_lock lock(marks().mutex);
  ::unlink(file_.c_str());
  marks().files.erase(file_);
}

const AddedOptions& added_options() {
  static const AddedOptions options{.lines = std::getenv(i915::kLinesVariable) != nullptr,
                                    .unoptimised = std::getenv(i915::kUnoptimisedVariable) != nullptr};
  return options;
}

}  // namespace eugene::inside
