#include "binary/file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/whole_file.h"

namespace eugene::binary {
namespace {

// "hello\n" as `xz` packs it (CRC64).
constexpr unsigned char kPacked[] = {0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x04, 0xE6, 0xD6, 0xB4, 0x46, 0x02,
                                     0x00, 0x21, 0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2F, 0xE5, 0xA3, 0x01, 0x00,
                                     0x05, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x0A, 0x00, 0x00, 0x00, 0xA5, 0x60, 0x97,
                                     0xF1, 0x94, 0xF6, 0xFD, 0xE0, 0x00, 0x01, 0x1E, 0x06, 0xC1, 0x2F, 0xA4, 0x1D,
                                     0x1F, 0xB6, 0xF3, 0x7D, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5A};

TEST(File, UnpacksXz) {
  const auto packed = std::as_bytes(std::span(kPacked));
  EXPECT_TRUE(is_xz(packed));
  const auto bytes = unpack_xz(packed);
  ASSERT_TRUE(bytes) << bytes.error().message;
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()), "hello\n");
  EXPECT_FALSE(unpack_xz(packed, 3));                        // beyond the limit
  EXPECT_FALSE(unpack_xz(packed.first(packed.size() - 4)));  // cut short
}

TEST(File, ReadsAndWrites) {
  const auto path = std::filesystem::temp_directory_path() / "eugene_file_test";
  ASSERT_TRUE(write_file(path.string(), std::as_bytes(std::span("abc", 3))));
  const auto bytes = read_whole_file(path.string());
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size(), 3U);
  std::filesystem::remove(path);
  const auto missing = read_whole_file(path.string());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().where.file, path.string());
  EXPECT_EQ(missing.error().message, "cannot read: No such file or directory");
  EXPECT_FALSE(read_whole_file("/dev/zero", 1000));
}

}  // namespace
}  // namespace eugene::binary
