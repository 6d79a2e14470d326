// The directory that `eugene run` shares with the libraries in a program (i915/channel.h).
#pragma once

#include <filesystem>
#include <memory>

#include "base/diagnostic.h"
#include "client_environment.h"
#include "run_options.h"
#include "serve/file_descriptor.h"
#include "settings/settings.h"

namespace eugene::cli {

class RunDirectory {
 public:
  static Result<RunDirectory> create(const settings::Settings& settings);
  // Makes an empty directory.
  static Result<RunDirectory> create_empty();
  ~RunDirectory();  // removes the directory
  RunDirectory(RunDirectory&& other) noexcept;
  RunDirectory& operator=(RunDirectory&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Returns the directory of the device's files (i915/device_files.h).
  const std::filesystem::path& tree() const { return device_files_; }
  // Call when a signal has come for the program. If the program waits for its GPU, the running work is dropped.
  void interrupt() const;
  // Returns false if a program could not write its statistics.
  bool has_all_statistics() const;
  // Returns false if a program could not write its trace.
  bool has_all_traces() const;
  // Whether a program has looked for a driver of OpenCL.
  bool was_asked_for_opencl() const;

 private:
  explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)), device_files_(path_) {}

  static std::unique_ptr<RunDirectory> make_tree_in_memory(const gpu::Device& device);

  std::filesystem::path path_;
  std::filesystem::path device_files_;
  serve::FileDescriptor held_;          // marks the directory as in use
  std::unique_ptr<RunDirectory> tree_;  // null: the device's files are in this directory too
};

// Returns environment variables for a program that uses the GPU of the directory. Fails if the libraries are not
// installed.
Result<Variables> i915_environment(const RunDirectory& directory, const RunOptions& options);

// Makes Intel's compiler write its vISA to the directory, and compile everything anew. The files in the directory
// `containers` are copied there too; empty: none.
Result<void> add_compiler_files(const RunDirectory& directory, const std::string& containers, Variables& set);

}  // namespace eugene::cli
