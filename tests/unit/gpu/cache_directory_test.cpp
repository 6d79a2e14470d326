#include "gpu/tiers/cache_directory.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <optional>
#include <string>

namespace eugene::gpu {
namespace {

// Sets a variable of the environment for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = ::getenv(name)) before_ = old;
    if (value == nullptr) {
      ::unsetenv(name);
    } else {
      ::setenv(name, value, 1);
    }
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(CacheDirectory, SettingWins) {
  const Variable cache("XDG_CACHE_HOME", "/xdg");
  EXPECT_EQ(cache_directory("off"), "");
  EXPECT_EQ(cache_directory("/mine"), "/mine");
}

TEST(CacheDirectory, XdgThenHome) {
  const Variable home("HOME", "/home/me");
  {
    const Variable cache("XDG_CACHE_HOME", "/xdg");
    EXPECT_EQ(cache_directory(""), "/xdg/eugene");
  }
  {
    const Variable cache("XDG_CACHE_HOME", "relative");
    EXPECT_EQ(cache_directory(""), "/home/me/.cache/eugene");
  }
  const Variable cache("XDG_CACHE_HOME", nullptr);
  EXPECT_EQ(cache_directory(""), "/home/me/.cache/eugene");
  const Variable nowhere("HOME", nullptr);
  EXPECT_EQ(cache_directory(""), "");
}

}  // namespace
}  // namespace eugene::gpu
