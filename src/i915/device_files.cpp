#include "i915/device_files.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "base/whole_file.h"

namespace eugene::i915 {
namespace {

namespace fs = std::filesystem;

constexpr std::uint16_t kVendor = 0x8086;
constexpr std::uint16_t kSubsystem = 0x2212;
constexpr std::string_view kPci = "sys/devices/pci0000:00/0000:00:02.0";
constexpr std::string_view kSlot = "0000:00:02.0";

// The nodes: that of screens, as of any GPU, and that of rendering alone.
struct NodeFiles {
  std::string_view name;
  unsigned minor_number;
};
constexpr std::array kNodes{NodeFiles{"card0", 0}, NodeFiles{"renderD128", 128}};

struct Link {
  std::string_view place;
  std::string_view target;  // as in the kernel: from the place
};
constexpr std::array kLinks{
    Link{"sys/devices/pci0000:00/0000:00:02.0/subsystem", "../../../bus/pci"},
    Link{"sys/devices/pci0000:00/0000:00:02.0/driver", "../../../bus/pci/drivers/i915"},
    Link{"sys/bus/pci/devices/0000:00:02.0", "../../../devices/pci0000:00/0000:00:02.0"},
};

// The first 64 bytes of PCI configuration space: identity, class 03 00 00 (display controller).
std::string configuration(const gpu::Device& device) {
  std::string bytes(64, '\0');
  const auto put = [&bytes](std::size_t at, unsigned value) {
    bytes[at] = static_cast<char>(value & 0xFF);
    bytes[at + 1] = static_cast<char>(value >> 8);
  };
  put(0x00, kVendor);
  put(0x02, device.pci_device);
  put(0x08, device.pci_revision);
  put(0x0A, 0x0300);
  put(0x2C, kVendor);
  put(0x2E, kSubsystem);
  return bytes;
}

// Files of the node card0 about the GPU's clock, in MHz. Nothing depends on it here, so the GPU is at its highest;
// drivers tell programs what gt_max_freq_mhz says (CL_DEVICE_MAX_CLOCK_FREQUENCY, coreClockRate).
struct ClockFile {
  std::string_view name;
  std::uint16_t gpu::Device::* mhz;
};
constexpr std::array kClockFiles{
    ClockFile{"gt_RP0_freq_mhz", &gpu::Device::most_mhz},  ClockFile{"gt_RP1_freq_mhz", &gpu::Device::least_mhz},
    ClockFile{"gt_RPn_freq_mhz", &gpu::Device::least_mhz}, ClockFile{"gt_max_freq_mhz", &gpu::Device::most_mhz},
    ClockFile{"gt_min_freq_mhz", &gpu::Device::least_mhz}, ClockFile{"gt_boost_freq_mhz", &gpu::Device::most_mhz},
    ClockFile{"gt_cur_freq_mhz", &gpu::Device::most_mhz},  ClockFile{"gt_act_freq_mhz", &gpu::Device::most_mhz},
};

}  // namespace

Result<void> make_device_files(const fs::path& directory, const gpu::Device& device) {
  std::error_code error;
  const fs::path pci = directory / kPci;
  fs::create_directories(pci, error);
  for (const char* each :
       {"dev/dri", "sys/class/drm", "sys/dev/char", "sys/bus/pci/devices", "sys/bus/pci/drivers/i915"}) {
    fs::create_directories(directory / each, error);
  }
  Result<void> written;
  const auto write = [&written](const fs::path& path, std::string_view text) {
    if (written) written = write_whole_file(path, text);
  };
  const auto link = [&error](const fs::path& path, std::string_view target) {
    if (!error) fs::create_symlink(target, path, error);
  };
  write(pci / "vendor", fmt::format("{:#06x}\n", kVendor));
  write(pci / "device", fmt::format("{:#06x}\n", device.pci_device));
  write(pci / "subsystem_vendor", fmt::format("{:#06x}\n", kVendor));
  write(pci / "subsystem_device", fmt::format("{:#06x}\n", kSubsystem));
  write(pci / "revision", fmt::format("{:#04x}\n", device.pci_revision));
  write(pci / "class", "0x030000\n");
  write(pci / "config", configuration(device));
  write(pci / "irq", "0\n");
  write(pci / "resource", "");
  write(pci / "uevent", fmt::format("DRIVER=i915\nPCI_CLASS=30000\nPCI_ID=8086:{:04X}\nPCI_SUBSYS_ID=8086:{:04X}\n"
                                    "PCI_SLOT_NAME={}\n",
                                    device.pci_device, kSubsystem, kSlot));
  for (const NodeFiles& node : kNodes) {
    const fs::path own = pci / "drm" / node.name;
    fs::create_directories(own, error);
    write(directory / "dev/dri" / node.name, "");
    write(own / "dev", fmt::format("226:{}\n", node.minor_number));
    write(own / "uevent",
          fmt::format("MAJOR=226\nMINOR={}\nDEVNAME=dri/{}\nDEVTYPE=drm_minor\n", node.minor_number, node.name));
    link(own / "device", "../../../0000:00:02.0");
    link(own / "subsystem", "../../../../../class/drm");
    const std::string target = fmt::format("../../devices/pci0000:00/{}/drm/{}", kSlot, node.name);
    link(directory / fmt::format("sys/dev/char/226:{}", node.minor_number), target);
    link(directory / "sys/class/drm" / node.name, target);
  }
  for (const ClockFile& each : kClockFiles) write(pci / "drm/card0" / each.name, fmt::format("{}\n", device.*each.mhz));
  for (const Link& each : kLinks) link(directory / each.place, each.target);
  if (!error && !written) return written;
  if (error) return fail(fmt::format("cannot make the device's files in {}: {}", directory.string(), error.message()));
  return {};
}

}  // namespace eugene::i915
