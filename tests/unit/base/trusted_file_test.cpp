// Files whose code is executed: who may have changed them.
#include "base/trusted_file.h"

#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/own_library.h"

namespace eugene {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

class TrustedFile : public testing::Test {
 protected:
  TrustedFile() {
    std::string name = (fs::temp_directory_path() / "trusted-XXXXXX").string();
    directory_ = ::mkdtemp(name.data());
    file_ = directory_ / "library.so";
    std::ofstream(file_) << "code";
    ::chmod(directory_.c_str(), 0755);
    ::chmod(file_.c_str(), 0755);
  }
  ~TrustedFile() override {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }
  std::string why(uid_t owner = ::geteuid()) const { return explain_distrust(file_, owner); }

  fs::path directory_, file_;
};

TEST_F(TrustedFile, IsOneThatOnlyItsOwnerWrites) {
  EXPECT_EQ(why(), "");
  ::chmod(file_.c_str(), 0644);
  EXPECT_EQ(why(), "");
  ::chmod(directory_.c_str(), 0700);
  EXPECT_EQ(why(), "");
}

TEST_F(TrustedFile, IsNoneThatEverybodyWrites) {
  ::chmod(file_.c_str(), 0757);
  EXPECT_NE(why().find("library.so may be written by everybody"), std::string::npos) << why();
  ::chmod(file_.c_str(), 0755);
  ::chmod(directory_.c_str(), 0777);
  EXPECT_NE(why().find("may be written by everybody"), std::string::npos) << why();
  ::chmod(directory_.c_str(), 01777);  // others cannot replace the file there
  EXPECT_EQ(why(), "");
}

// Debian's users have a group each, of the same name, with nobody else in it.
TEST_F(TrustedFile, MayBeWrittenByAGroupOfNobodyElse) {
  ::chmod(file_.c_str(), 0775);
  ::chmod(directory_.c_str(), 0775);
  EXPECT_EQ(why(), "") << "group " << ::getegid();
}

TEST_F(TrustedFile, IsNoneThatAGroupOfOthersWrites) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files to other groups";
  const passwd* other = ::getpwnam("daemon");
  ASSERT_NE(other, nullptr);
  ASSERT_EQ(::chown(file_.c_str(), 0, other->pw_gid), 0);
  EXPECT_EQ(why(), "");
  ::chmod(file_.c_str(), 0775);
  EXPECT_NE(why().find("may be written by a group with other users"), std::string::npos) << why();
  EXPECT_EQ(why(other->pw_uid), "");  // there is nobody else in it
}

TEST_F(TrustedFile, IsNoneOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files to other users";
  ASSERT_EQ(::chown(file_.c_str(), kNobody, 0), 0);
  EXPECT_NE(why().find("library.so belongs to another user (65534)"), std::string::npos) << why();
  EXPECT_EQ(why(kNobody), "");  // Eugene is that user's
}

TEST_F(TrustedFile, IsWhatALinkLeadsTo) {
  const fs::path link = directory_ / "link.so";
  fs::create_symlink(file_, link);
  EXPECT_EQ(explain_distrust(link, ::geteuid()), "");
  ::chmod(file_.c_str(), 0777);
  EXPECT_NE(explain_distrust(link, ::geteuid()), "");
  fs::remove(file_);
  EXPECT_NE(explain_distrust(link, ::geteuid()).find("No such file"), std::string::npos);
}

TEST(OwnLibrary, IsFoundFromEveryDirectory) {
  const Result<fs::path> missing = own_library("libeugene_none.so");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message,
            "cannot find libeugene_none.so, neither in Eugene's install directory nor beside the command");
  const fs::path before = fs::current_path();
  const fs::path here = find_own_library("test_base");  // of the build: the test itself
  EXPECT_TRUE(here.is_absolute()) << here;
  fs::current_path("/");
  EXPECT_EQ(find_own_library("test_base"), here);
  fs::current_path(before);
  EXPECT_NE(distrust_of_neighbour(here, "none"), "");
}

}  // namespace
}  // namespace eugene
