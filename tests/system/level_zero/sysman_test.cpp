// Sysman: properties of the device that Intel's driver reads from the kernel's files in /sys.
#include <level_zero/zes_api.h>

#include "ze.h"

namespace ze {
namespace {

zes_device_handle_t sysman() { return reinterpret_cast<zes_device_handle_t>(gpu().device); }

template <class Handle>
std::vector<Handle> all_of(ze_result_t (*list)(zes_device_handle_t, std::uint32_t*, Handle*)) {
  std::uint32_t count = 0;
  check(list(sysman(), &count, nullptr), "a list of Sysman");
  std::vector<Handle> handles(count);
  check(list(sysman(), &count, handles.data()), "a list of Sysman");
  return handles;
}

TEST(Sysman, TellsTheDevice) {
  auto properties = described<zes_device_properties_t>(ZES_STRUCTURE_TYPE_DEVICE_PROPERTIES);
  ZE(zesDeviceGetProperties, sysman(), &properties);
  EXPECT_STREQ(properties.vendorName, "Intel(R) Corporation");
  EXPECT_EQ(properties.core.type, ZE_DEVICE_TYPE_GPU);
  EXPECT_EQ(properties.core.vendorId, 0x8086U);
}

TEST(Sysman, TellsThePciDevice) {
  auto properties = described<zes_pci_properties_t>(ZES_STRUCTURE_TYPE_PCI_PROPERTIES);
  ZE(zesDevicePciGetProperties, sysman(), &properties);
  EXPECT_EQ(properties.address.domain, 0U);
  EXPECT_EQ(properties.address.bus, 0U);
  EXPECT_EQ(properties.address.device, 2U);
  EXPECT_EQ(properties.address.function, 0U);
  std::uint32_t count = 0;
  ZE(zesDevicePciGetBars, sysman(), &count, nullptr);
  std::vector<zes_pci_bar_properties_t> bars(
      count, described<zes_pci_bar_properties_t>(ZES_STRUCTURE_TYPE_PCI_BAR_PROPERTIES));
  ZE(zesDevicePciGetBars, sysman(), &count, bars.data());
  ASSERT_EQ(count, 3U);  // registers, aperture, video BIOS
  EXPECT_EQ(bars[0].size, std::uint64_t{16} << 20);
  EXPECT_EQ(bars[1].size, std::uint64_t{256} << 20);
}

TEST(Sysman, TellsTheClock) {
  const auto domains = all_of(zesDeviceEnumFrequencyDomains);
  ASSERT_EQ(domains.size(), 1U);
  auto properties = described<zes_freq_properties_t>(ZES_STRUCTURE_TYPE_FREQ_PROPERTIES);
  ZE(zesFrequencyGetProperties, domains[0], &properties);
  zes_freq_range_t range{};
  ZE(zesFrequencyGetRange, domains[0], &range);
  auto state = described<zes_freq_state_t>(ZES_STRUCTURE_TYPE_FREQ_STATE);
  ZE(zesFrequencyGetState, domains[0], &state);
  EXPECT_GT(properties.max, properties.min);
  EXPECT_EQ(range.max, properties.max);
  EXPECT_EQ(range.min, properties.min);
  EXPECT_EQ(state.actual, properties.max);
  EXPECT_EQ(state.request, properties.max);
}

// The render engine and the blitter.
TEST(Sysman, TellsHowEnginesAreShared) {
  const auto schedulers = all_of(zesDeviceEnumSchedulers);
  ASSERT_EQ(schedulers.size(), 2U);
  for (zes_sched_handle_t each : schedulers) {
    zes_sched_mode_t mode{};
    ZE(zesSchedulerGetCurrentMode, each, &mode);
    EXPECT_EQ(mode, ZES_SCHED_MODE_TIMESLICE);
    auto slices = described<zes_sched_timeslice_properties_t>(ZES_STRUCTURE_TYPE_SCHED_TIMESLICE_PROPERTIES);
    ZE(zesSchedulerGetTimesliceModeProperties, each, 0, &slices);
    EXPECT_EQ(slices.interval, 5000U);  // microseconds
  }
}

TEST(Sysman, ListsWhatThereIsNot) {
  EXPECT_EQ(all_of(zesDeviceEnumStandbyDomains).size(), 1U);
  EXPECT_TRUE(all_of(zesDeviceEnumMemoryModules).empty());
  EXPECT_TRUE(all_of(zesDeviceEnumTemperatureSensors).empty());
  EXPECT_TRUE(all_of(zesDeviceEnumPowerDomains).empty());
  EXPECT_TRUE(all_of(zesDeviceEnumFans).empty());
}

}  // namespace
}  // namespace ze
