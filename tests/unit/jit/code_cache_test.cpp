// Compiled code on disk: found again, never believed when damaged, bounded, and shared without locks.
#include "jit/host/code_cache.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace eugene::jit {
namespace {

std::vector<std::byte> bytes(const std::string& text) {
  const auto all = std::as_bytes(std::span(text));
  return {all.begin(), all.end()};
}

class CodeCacheTest : public testing::Test {
 protected:
  CodeCacheTest() {
    std::string name = (std::filesystem::temp_directory_path() / "eugene-cache-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = name;
  }
  ~CodeCacheTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(directory_), {}));
  }

  std::filesystem::path directory_;
};

TEST_F(CodeCacheTest, FindsWhatWasStored) {
  const CodeCache cache(directory_ / "made" / "when needed");
  EXPECT_FALSE(cache.find(bytes("a")));
  cache.store(bytes("a"), bytes("code of a"));
  cache.store(bytes("b"), {});
  EXPECT_EQ(cache.find(bytes("a")), bytes("code of a"));
  EXPECT_EQ(cache.find(bytes("b")), bytes(""));
  EXPECT_FALSE(cache.find(bytes("c")));
  cache.store(bytes("a"), bytes("new"));
  EXPECT_EQ(cache.find(bytes("a")), bytes("new"));
}

TEST_F(CodeCacheTest, AnotherKeyWithTheSameNameIsNotFound) {
  const CodeCache cache(directory_);
  cache.store(bytes("a"), bytes("code of a"));
  std::filesystem::copy_file(cache.find_path(bytes("a")), cache.find_path(bytes("b")));
  EXPECT_FALSE(cache.find(bytes("b")));
}

TEST_F(CodeCacheTest, EveryFlippedBitAndEveryLengthIsNoticed) {
  const CodeCache cache(directory_);
  const auto path = cache.find_path(bytes("key"));
  cache.store(bytes("key"), bytes("value"));
  std::ifstream file(path, std::ios::binary);
  const std::string good(std::istreambuf_iterator<char>(file), {});
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    std::ofstream(path, std::ios::binary) << bad;
    EXPECT_FALSE(cache.find(bytes("key"))) << bit;
  }
  for (std::size_t length = 0; length < good.size(); ++length) {
    std::ofstream(path, std::ios::binary) << good.substr(0, length);
    EXPECT_FALSE(cache.find(bytes("key"))) << length;
  }
  std::ofstream(path, std::ios::binary) << good << 'x';
  EXPECT_FALSE(cache.find(bytes("key")));
  std::ofstream(path, std::ios::binary) << good;
  EXPECT_EQ(cache.find(bytes("key")), bytes("value"));
}

// A directory or file that other users can write to may contain code of other users, so the cache must not use it.
TEST_F(CodeCacheTest, OnlyAFileThatNobodyElseWritesIsFound) {
  const CodeCache cache(directory_);
  cache.store(bytes("a"), bytes("code of a"));
  const std::filesystem::path path = cache.find_path(bytes("a")), other = directory_ / "elsewhere";
  ASSERT_TRUE(cache.find(bytes("a")));
  for (const ::mode_t mode : {0620, 0602, 0666}) {
    ::chmod(path.c_str(), mode);
    EXPECT_FALSE(cache.find(bytes("a"))) << mode;
  }
  ::chmod(path.c_str(), 0644);
  EXPECT_TRUE(cache.find(bytes("a")));
  if (::geteuid() == 0) {
    EXPECT_EQ(::chown(path.c_str(), 65534, 65534), 0);
    EXPECT_FALSE(cache.find(bytes("a")));
    EXPECT_EQ(::chown(path.c_str(), 0, 0), 0);
  }
  std::filesystem::rename(path, other);
  std::filesystem::create_symlink(other, path);
  EXPECT_FALSE(cache.find(bytes("a")));
  std::filesystem::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache.find(bytes("a")));  // and nobody waits for a writer
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  EXPECT_FALSE(cache.find(bytes("a")));
}

TEST_F(CodeCacheTest, TheLeastRecentlyUsedGoFirst) {
  const CodeCache cache(directory_, 10'000);
  const std::vector<std::byte> value(1'000);
  using std::chrono_literals::operator""s;
  const auto now = std::filesystem::file_time_type::clock::now();
  for (int i = 0; i < 9; ++i) {
    const auto key = bytes("key" + std::to_string(i));
    cache.store(key, value);
    std::filesystem::last_write_time(cache.find_path(key), now - 1000s + i * 1s);
  }
  ASSERT_EQ(files(), 9U);
  EXPECT_TRUE(cache.find(bytes("key0")));  // now the most recently used
  cache.store(bytes("key9"), value);
  EXPECT_TRUE(cache.find(bytes("key0")));
  EXPECT_FALSE(cache.find(bytes("key1")));
  EXPECT_TRUE(cache.find(bytes("key8")));
  EXPECT_TRUE(cache.find(bytes("key9")));
  std::uintmax_t total = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory_)) total += entry.file_size();
  EXPECT_LE(total, 10'000U);
}

TEST_F(CodeCacheTest, WhatAnEndedProcessLeftIsRemoved) {
  const CodeCache cache(directory_);
  const auto old = directory_ / "new-123456";
  const auto fresh = directory_ / "new-abcdef";
  for (const auto& path : {old, fresh}) std::ofstream(path) << "half";
  std::filesystem::last_write_time(old, std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  cache.store(bytes("a"), bytes("b"));
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_TRUE(std::filesystem::exists(fresh));  // its process may still write it
}

TEST_F(CodeCacheTest, WritersAndReadersDoNotDisturbEachOther) {
  const CodeCache cache(directory_, 20'000);
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (char writer = 'a'; writer < 'e'; ++writer) {
      threads.emplace_back([&, writer] {
        for (int i = 0; i < 100; ++i) {
          const auto key = bytes("key" + std::to_string(i % 7));
          cache.store(key, std::vector(3'000, static_cast<std::byte>(writer)));
          const auto found = cache.find(key);
          if (!found) continue;  // evicted
          if (found->size() != 3'000 || std::ranges::adjacent_find(*found, std::not_equal_to()) != found->end())
            ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST_F(CodeCacheTest, NowhereToWriteIsNoError) {
  std::ofstream(directory_ / "file") << "x";
  for (const auto& place : {std::filesystem::path("/proc/nowhere"), directory_ / "file", directory_ / "file" / "x"}) {
    const CodeCache cache(place);
    cache.store(bytes("a"), bytes("b"));
    EXPECT_FALSE(cache.find(bytes("a")));
  }
}

TEST(BuildId, IsOfThisProgram) {
  EXPECT_GE(build_id().size(), 16U);
  EXPECT_EQ(build_id().find_first_not_of("0123456789abcdef"), std::string::npos);
}

}  // namespace
}  // namespace eugene::jit
