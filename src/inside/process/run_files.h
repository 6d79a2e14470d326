// The files that this process leaves in the run's directory for `eugene run`.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "base/diagnostic.h"

namespace eugene::inside::process {

// Safe for several threads, if no two threads write the same file.
class RunFiles {
 public:
  explicit RunFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // Writes a file whose name is `prefix` and the process ID, since several processes write to the directory. The file
  // gets its name when it is complete.
  Result<void> put(const char* prefix, const std::string& text) const;
  // Does the same. If the file cannot be written, shows `eugene run` that statistics are lost, and prints the error
  // once.
  void write(const char* prefix, const std::string& text);
  void remove(const char* prefix) const;

  const std::filesystem::path& directory() const { return directory_; }

 private:
  std::filesystem::path directory_;    // empty: no files
  std::atomic<bool> is_lost_ = false;  // a file could not be written
};

}  // namespace eugene::inside::process
