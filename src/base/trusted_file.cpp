#include "base/trusted_file.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>
#include <string_view>

namespace eugene {
namespace {

namespace fs = std::filesystem;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

constexpr std::size_t kLineBytes = 1 << 16;  // maximum line length of the system's lists of users and groups

bool is_trusted(uid_t user, uid_t owner) { return user == 0 || user == owner || user == ::geteuid(); }

// Whether the group has users who are not trusted. Reads only this machine's lists, with reentrant functions: the host
// program may use the other functions at the same time.
bool has_others(gid_t group, uid_t owner) {
  std::set<std::string, std::less<>> members;
  std::array<char, kLineBytes> line{};
  if (const File groups(std::fopen("/etc/group", "re"), &std::fclose); groups != nullptr) {
    ::group entry{};
    ::group* found = nullptr;
    while (::fgetgrent_r(groups.get(), &entry, line.data(), line.size(), &found) == 0) {
      for (char** member = entry.gr_mem; entry.gr_gid == group && *member != nullptr; ++member) members.insert(*member);
    }
  }
  const File users(std::fopen("/etc/passwd", "re"), &std::fclose);
  if (users == nullptr) return !members.empty();
  ::passwd entry{};
  ::passwd* found = nullptr;
  while (::fgetpwent_r(users.get(), &entry, line.data(), line.size(), &found) == 0) {
    const bool is_in = entry.pw_gid == group || members.contains(std::string_view(entry.pw_name));
    if (is_in && !is_trusted(entry.pw_uid, owner)) return true;
  }
  return false;
}

// Returns a text that says which other users may write to `path`; empty if there are none.
std::string find_writers(const fs::path& path, const struct stat& status, uid_t owner) {
  // In a sticky directory, only the owner of a file can replace it.
  if (S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0) return {};
  if ((status.st_mode & S_IWOTH) != 0) return fmt::format("{} may be written by everybody", path.string());
  if ((status.st_mode & S_IWGRP) != 0 && has_others(status.st_gid, owner))
    return fmt::format("{} may be written by a group with other users ({})", path.string(), status.st_gid);
  return {};
}

std::string distrust_of_one(const fs::path& path, uid_t owner) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return fmt::format("{}: {}", path.string(), std::strerror(errno));
  // The owner of a directory is not checked: files that another owner puts there belong to that owner.
  if (!S_ISDIR(status.st_mode) && !is_trusted(status.st_uid, owner))
    return fmt::format("{} belongs to another user ({})", path.string(), status.st_uid);
  return find_writers(path, status, owner);
}

std::string distrust_of_one_directory(const fs::path& path, uid_t root) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return fmt::format("{}: {}", path.string(), std::strerror(errno));
  if (!is_trusted(status.st_uid, root))
    return fmt::format("{} belongs to another user ({})", path.string(), status.st_uid);
  return find_writers(path, status, root);
}

}  // namespace

std::string distrust_of_directory(const fs::path& directory) {
  struct stat root{};
  if (::stat("/", &root) != 0) return std::strerror(errno);
  for (fs::path each = directory;; each = each.parent_path()) {
    if (std::string why = distrust_of_one_directory(each, root.st_uid); !why.empty()) return why;
    if (each == each.parent_path()) return {};
  }
}

std::string explain_distrust(const fs::path& file, uid_t owner) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error) return fmt::format("{}: {}", file.string(), error.message());
  std::string why = distrust_of_one(real, owner);
  if (why.empty()) why = distrust_of_one(real.parent_path(), owner);
  return why;
}

}  // namespace eugene
