#include "builds.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>

#include "build_options.h"
#include "i915/channel_names.h"
#include "platform.h"
#include "program_data.h"

namespace eugene::i915 {
namespace {

const cl_icd_dispatch* driver = nullptr;
const char* run_directory = nullptr;

// The files of this process. Never destroyed: threads may compile until the very end.
struct Marks {
  std::mutex mutex;
  std::set<std::string> files;
};

Marks& marks() {
  static Marks* const instance = new Marks;
  return *instance;
}

// The mark of this thread, for as long as this lives.
class Mark {
 public:
  explicit Mark(bool wanted) {
    if (!wanted) return;
    const std::string name = std::string(kBuildPrefix)
                                 .append(std::to_string(::getpid()))
                                 .append("-")
                                 .append(std::to_string(::syscall(SYS_gettid)));
    file_ = std::filesystem::path(run_directory) / name;
    const int descriptor = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0) ::close(descriptor);
    const std::scoped_lock lock(marks().mutex);
    marks().files.insert(file_);
  }
  ~Mark() {
    if (file_.empty()) return;
    const std::scoped_lock lock(marks().mutex);
    ::unlink(file_.c_str());
    marks().files.erase(file_);
  }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

 private:
  std::string file_;
};

// A process that ends by itself while another of its threads compiles has not died there.
__attribute__((destructor)) void remove_all() {
  const std::scoped_lock lock(marks().mutex);
  for (const std::string& each : marks().files) ::unlink(each.c_str());
}

// Functions that compile, whose first argument is a program or a context.
template <auto Function>
struct Compiling;
template <class Result, class Subject, class... Rest, Result (*cl_icd_dispatch::*Function)(Subject, Rest...)>
struct Compiling<Function> {
  static Result call(Subject subject, Rest... rest) {
    const Mark mark(is_of_intel(*driver, subject));
    return (driver->*Function)(subject, rest...);
  }
};

const AddedOptions& added() {
  static const AddedOptions options{.lines = std::getenv(kLinesVariable) != nullptr,
                                    .unoptimised = std::getenv(kUnoptimisedVariable) != nullptr};
  return options;
}

cl_int build_with_options(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                          void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  const std::string with = with_added(options, added());
  const bool is_source = !source_of(*driver, program).empty();
  return Compiling<&cl_icd_dispatch::clBuildProgram>::call(program, count, devices, is_source ? with.c_str() : options,
                                                           notify, data);
}

cl_int compile_with_options(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                            cl_uint headers, const cl_program* programs, const char** names,
                            void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  const std::string with = with_added(options, added());
  return Compiling<&cl_icd_dispatch::clCompileProgram>::call(program, count, devices, with.c_str(), headers, programs,
                                                             names, notify, data);
}

}  // namespace

void mark_builds(cl_icd_dispatch& table, const cl_icd_dispatch& next, const char* directory) {
  driver = &next;
  run_directory = directory;
  using T = cl_icd_dispatch;
  table.clBuildProgram = Compiling<&T::clBuildProgram>::call;
  if (next.clCompileProgram != nullptr) table.clCompileProgram = Compiling<&T::clCompileProgram>::call;
  if (next.clLinkProgram != nullptr) table.clLinkProgram = Compiling<&T::clLinkProgram>::call;
  if (!added().any()) return;
  table.clBuildProgram = build_with_options;
  if (next.clCompileProgram != nullptr) table.clCompileProgram = compile_with_options;
}

}  // namespace eugene::i915
