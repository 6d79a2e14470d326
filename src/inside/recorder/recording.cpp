#include "recording.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>

#include <nlohmann/json.hpp>

namespace eugene::inside::recorder {
namespace {

// FNV-1a of 64-bit words, for file names. Not a cryptographic hash.
std::uint64_t hash(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kOffset = 0xcbf29ce484222325;
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t result = kOffset;
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
    result = (result ^ word) * kPrime;
    result ^= result >> 29;  // the multiplication moves no bits downwards
  }
  return result;
}

}  // namespace

Recording::Recording(const std::filesystem::path& directory) : root_(directory / std::to_string(::getpid())) {
  std::error_code error;
  for (const char* folder : {"contents", "programs"}) std::filesystem::create_directories(root_ / folder, error);
  launches_.open(root_ / "launches.jsonl");
}

std::string Recording::keep(std::string_view folder, std::span<const std::byte> bytes, std::string_view suffix) {
  char name[48];
  std::snprintf(name, sizeof name, "%016llx-%zu", static_cast<unsigned long long>(hash(bytes)), bytes.size());
  std::string path = std::string(folder) + "/" + name + std::string(suffix);
  if (kept_.insert(path).second) {
    std::ofstream file(root_ / path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    failed_ = failed_ || !file.flush();
  }
  return path;
}

void Recording::add(const nlohmann::json& launch) {
  // Texts come from the program, in any encoding.
  const std::string line = launch.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  failed_ = failed_ || !(launches_ << line << std::endl);  // flushed: the program may crash in its next call
  if (!failed_ || told_) return;
  told_ = true;
  std::fprintf(stderr, "eugene: the recording in %s is not complete: cannot write\n", root_.c_str());
}

}  // namespace eugene::inside::recorder
