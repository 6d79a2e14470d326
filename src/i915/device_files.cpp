#include "i915/device_files.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "base/whole_file.h"
#include "i915/device_tree.h"

namespace eugene::i915 {
namespace {

namespace fs = std::filesystem;

Result<void> fails(const fs::path& directory, const std::error_code& error) {
  return fail(fmt::format("cannot make the device's files in {}: {}", directory.string(), error.message()));
}

// The user's mask does not apply, since programs take these permissions for the kernel's.
Result<void> make(const fs::path& path, const TreeEntry& entry, std::error_code& error) {
  if (entry.kind == TreeEntry::Kind::directory) return {};
  if (entry.kind == TreeEntry::Kind::link) {
    fs::create_symlink(entry.text, path, error);
    return {};
  }
  const Result<void> written = write_whole_file(path, entry.text);
  if (written) fs::permissions(path, static_cast<fs::perms>(entry.mode), error);
  return written;
}

}  // namespace

Result<void> make_device_files(const fs::path& directory, const gpu::Device& device) {
  std::error_code error;
  std::set<fs::path> made;
  for (const TreeEntry& entry : device_tree(device)) {
    const fs::path path = directory / entry.path;
    const fs::path parent = entry.kind == TreeEntry::Kind::directory ? path : path.parent_path();
    if (made.insert(parent).second) fs::create_directories(parent, error);
    if (error) return fails(directory, error);
    if (Result<void> done = make(path, entry, error); !done) return done;
    if (error) return fails(directory, error);
  }
  return {};
}

}  // namespace eugene::i915
