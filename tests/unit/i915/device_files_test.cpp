// The device's files in /sys, as drivers read them.
#include "i915/device_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace eugene::i915 {
namespace {

class DeviceFiles : public testing::TestWithParam<gpu::Device> {
 protected:
  DeviceFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "eugene-files-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  ~DeviceFiles() override { std::filesystem::remove_all(root_); }

  int number(const std::string& file) const {
    int value = -1;
    std::ifstream(root_ / file) >> value;
    return value;
  }

  std::filesystem::path root_;
};

// Linux' i915 makes these below the primary node. A driver that finds none tells programs of a clock of 0 MHz.
TEST_P(DeviceFiles, TellTheClockOfTheGpu) {
  ASSERT_TRUE(make_device_files(root_, GetParam()));
  const std::string card = "sys/class/drm/card0/";
  EXPECT_EQ(number(card + "gt_max_freq_mhz"), GetParam().max_mhz);
  EXPECT_EQ(number(card + "gt_RP0_freq_mhz"), GetParam().max_mhz);
  EXPECT_EQ(number(card + "gt_RPn_freq_mhz"), GetParam().least_mhz);
  EXPECT_GT(number(card + "gt_min_freq_mhz"), 0);
  EXPECT_GE(number(card + "gt_cur_freq_mhz"), number(card + "gt_min_freq_mhz"));
  EXPECT_LE(number(card + "gt_cur_freq_mhz"), number(card + "gt_max_freq_mhz"));
  // The path that Intel's driver uses, from the device's place on the PCI bus.
  EXPECT_EQ(number("sys/bus/pci/devices/0000:00:02.0/drm/card0/gt_max_freq_mhz"), GetParam().max_mhz);
}

// PCI and DRM have each device in one place and links in others.
TEST_P(DeviceFiles, LinksLeadToTheDevice) {
  ASSERT_TRUE(make_device_files(root_, GetParam()));
  std::size_t links = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(root_)) {
    if (!each.is_symlink()) continue;
    ++links;
    EXPECT_TRUE(std::filesystem::exists(each.path())) << each.path();
    EXPECT_TRUE(std::filesystem::read_symlink(each.path()).is_relative()) << each.path();
  }
  EXPECT_GE(links, 12U);
}

// drivers/pci/pci-sysfs.c, resource_show(): a line for each resource that a kernel with virtual functions knows.
TEST_P(DeviceFiles, HaveThirteenResources) {
  ASSERT_TRUE(make_device_files(root_, GetParam()));
  std::ifstream file(root_ / "sys/class/drm/card0/device/resource");
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    std::uint64_t begin = 0, end = 0, flags = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "0x%016lx 0x%016lx 0x%016lx", &begin, &end, &flags), 3) << line;
    EXPECT_EQ(line.size(), 56U);
    EXPECT_EQ(flags == 0, begin == 0);
    EXPECT_GE(end, begin);
  }
  EXPECT_EQ(lines, 13U);
}

// The user's mask does not apply.
TEST_P(DeviceFiles, HaveTheKernelsPermissions) {
  const mode_t before = ::umask(077);
  ASSERT_TRUE(make_device_files(root_, GetParam()));
  ::umask(before);
  const auto mode = [&](const char* file) {
    return static_cast<unsigned>(std::filesystem::status(root_ / file).permissions());
  };
  EXPECT_EQ(mode("sys/class/drm/card0/device/vendor"), 0444U);
  EXPECT_EQ(mode("sys/class/drm/card0/device/power/control"), 0644U);
  EXPECT_EQ(mode("sys/bus/pci/drivers/i915/bind"), 0200U);
  EXPECT_EQ(mode("dev/dri/renderD128"), 0666U);
}

INSTANTIATE_TEST_SUITE_P(Every, DeviceFiles, testing::ValuesIn(gpu::kDevices), [](const auto& each) {
  std::string name(each.param.name);
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace eugene::i915
