// The files of a recording: DIR/PID for each process, with launches.jsonl (one launch a line), programs/ and contents/
// (contents of buffers, named by hash, so equal contents are written once). tools/compare-launches reads the files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace eugene::inside::recorder {

class Recording {
 public:
  // Creates this process's folder in `directory`.
  explicit Recording(const std::filesystem::path& directory);

  // Keep the bytes in a file. Return the file's name within the recording.
  std::string keep_contents(std::span<const std::byte> bytes) { return keep("contents", bytes, ""); }
  std::string keep_program(std::span<const std::byte> bytes, std::string_view suffix) {
    return keep("programs", bytes, suffix);
  }

  void add(const nlohmann::json& launch);

 private:
  std::string keep(std::string_view folder, std::span<const std::byte> bytes, std::string_view suffix);

  std::filesystem::path root_;
  std::ofstream launches_;
  std::unordered_set<std::string> kept_;
  bool failed_ = false;  // a write has failed, in this launch or an earlier one
  bool told_ = false;
};

}  // namespace eugene::inside::recorder
