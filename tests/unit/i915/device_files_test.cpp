// The device's files in /sys, as drivers read them.
#include "i915/device_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>

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
  EXPECT_EQ(number(card + "gt_max_freq_mhz"), GetParam().most_mhz);
  EXPECT_EQ(number(card + "gt_RP0_freq_mhz"), GetParam().most_mhz);
  EXPECT_EQ(number(card + "gt_RPn_freq_mhz"), GetParam().least_mhz);
  EXPECT_GT(number(card + "gt_min_freq_mhz"), 0);
  EXPECT_GE(number(card + "gt_cur_freq_mhz"), number(card + "gt_min_freq_mhz"));
  EXPECT_LE(number(card + "gt_cur_freq_mhz"), number(card + "gt_max_freq_mhz"));
  // By the way of Intel's driver, from the place in the PCI bus.
  EXPECT_EQ(number("sys/bus/pci/devices/0000:00:02.0/drm/card0/gt_max_freq_mhz"), GetParam().most_mhz);
}

INSTANTIATE_TEST_SUITE_P(Every, DeviceFiles, testing::ValuesIn(gpu::kDevices), [](const auto& each) {
  std::string name(each.param.name);
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace eugene::i915
