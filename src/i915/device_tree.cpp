#include "i915/device_tree.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace eugene::i915 {
namespace {

constexpr std::uint16_t kVendor = 0x8086;
constexpr std::uint16_t kSubsystem = 0x2212;
constexpr std::string_view kSlot = "0000:00:02.0";
constexpr std::string_view kPci = "sys/devices/pci0000:00/0000:00:02.0";
constexpr std::string_view kDriver = "sys/bus/pci/drivers/i915";
constexpr std::string_view kModule = "sys/module/i915";

using Tree = std::vector<TreeEntry>;

// A file whose contents are the same for all GPUs.
struct Constant {
  std::string_view name;
  std::string_view line;
  unsigned mode = TreeEntry::kReadable;
};

void add(Tree& tree, std::string path, std::string text, unsigned mode = TreeEntry::kReadable) {
  tree.push_back({.path = std::move(path), .text = std::move(text), .mode = mode});
}
void link(Tree& tree, std::string path, std::string to) {
  tree.push_back({.path = std::move(path), .text = std::move(to), .kind = TreeEntry::Kind::link});
}
template <std::size_t Count>
void add_all(Tree& tree, std::string_view directory, const std::array<Constant, Count>& files) {
  for (const Constant& each : files) {
    const std::string_view end = each.line.empty() ? "" : "\n";
    add(tree, fmt::format("{}/{}", directory, each.name), fmt::format("{}{}", each.line, end), each.mode);
  }
}

// A range of addresses that the firmware has assigned to the device. `flags` are Linux' IORESOURCE_*.
struct Resource {
  std::uint64_t begin = 0, bytes = 0;
  std::uint64_t flags = 0;
};
// Registers, the aperture, I/O ports, and the copy of the video BIOS. A 64-bit window takes two rows.
constexpr std::array kResources{
    Resource{0xDE00'0000, 16 << 20, 0x140204},
    Resource{},
    Resource{0xC000'0000, 256 << 20, 0x14220C},
    Resource{},
    Resource{0xF000, 64, 0x40101},
    Resource{},
    Resource{0xC'0000, 128 << 10, 0x212},
};
constexpr std::size_t kResourceLines = 13;  // PCI_BRIDGE_RESOURCES of a kernel with virtual functions (CONFIG_PCI_IOV)

std::string resources() {
  std::string text;
  for (std::size_t i = 0; i < kResourceLines; ++i) {
    const Resource each = i < kResources.size() ? kResources[i] : Resource{};
    const std::uint64_t end = each.bytes == 0 ? 0 : each.begin + each.bytes - 1;
    text += fmt::format("{:#018x} {:#018x} {:#018x}\n", each.begin, end, each.flags);
  }
  return text;
}

// Returns the PCI configuration space: identity, class 03 00 00 (display controller), the windows.
std::string configuration(const gpu::Device& device) {
  constexpr std::size_t kBytes = 256;
  constexpr unsigned kDecodesAndMasters = 7;
  constexpr unsigned kWindow64 = 0x4, kPrefetchable = 0x8, kPorts = 0x1;
  std::string bytes(kBytes, '\0');
  const auto put = [&bytes](std::size_t at, unsigned value, std::size_t size = 2) {
    for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i) & 0xFF);
  };
  put(0x00, kVendor);
  put(0x02, device.pci_device);
  put(0x04, kDecodesAndMasters);
  put(0x08, device.pci_revision);
  put(0x0A, 0x0300);
  put(0x10, static_cast<unsigned>(kResources[0].begin) | kWindow64, 4);
  put(0x18, static_cast<unsigned>(kResources[2].begin) | kWindow64 | kPrefetchable, 4);
  put(0x20, static_cast<unsigned>(kResources[4].begin) | kPorts, 4);
  put(0x2C, kVendor);
  put(0x2E, kSubsystem);
  return bytes;
}

std::string modalias(const gpu::Device& device) {
  return fmt::format("pci:v{:08X}d{:08X}sv{:08X}sd{:08X}bc03sc00i00", kVendor, device.pci_device, kVendor, kSubsystem);
}

// Returns a mask of the host's processors, in groups of 32, the highest group first.
std::string processor_mask(unsigned count) {
  constexpr unsigned kGroup = 32;
  std::string text;
  for (unsigned group = (count + kGroup - 1) / kGroup; group-- > 0;) {
    const unsigned there = std::min(count - group * kGroup, kGroup);
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << there) - 1);
    text += text.empty() ? fmt::format("{:x}", mask) : fmt::format(",{:08x}", mask);
  }
  return text;
}

constexpr std::array kPciFiles{
    Constant{"ari_enabled", "0"},
    Constant{"boot_vga", "1"},
    Constant{"broken_parity_status", "0", TreeEntry::kWritable},
    Constant{"class", "0x030000"},
    Constant{"consistent_dma_mask_bits", "39"},
    Constant{"d3cold_allowed", "1", TreeEntry::kWritable},
    Constant{"dma_mask_bits", "39"},
    Constant{"driver_override", "(null)", TreeEntry::kWritable},
    Constant{"enable", "1", TreeEntry::kWritable},
    Constant{"irq", "0"},
    Constant{"msi_bus", "1", TreeEntry::kWritable},
    Constant{"numa_node", "-1", TreeEntry::kWritable},
    Constant{"power/async", "enabled", TreeEntry::kWritable},
    Constant{"power/autosuspend_delay_ms", "10000", TreeEntry::kWritable},
    Constant{"power/control", "on", TreeEntry::kWritable},
    Constant{"power/runtime_active_kids", "0"},
    Constant{"power/runtime_active_time", "0"},
    Constant{"power/runtime_enabled", "forbidden"},
    Constant{"power/runtime_status", "active"},
    Constant{"power/runtime_suspended_time", "0"},
    Constant{"power/runtime_usage", "1"},
    Constant{"power_state", "D0"},
};

void add_pci_device(Tree& tree, const gpu::Device& device) {
  const auto file = [](std::string_view name) { return fmt::format("{}/{}", kPci, name); };
  const auto processors = static_cast<unsigned>(std::max(::sysconf(_SC_NPROCESSORS_CONF), 1L));
  add_all(tree, kPci, kPciFiles);
  add(tree, file("vendor"), fmt::format("{:#06x}\n", kVendor));
  add(tree, file("device"), fmt::format("{:#06x}\n", device.pci_device));
  add(tree, file("subsystem_vendor"), fmt::format("{:#06x}\n", kVendor));
  add(tree, file("subsystem_device"), fmt::format("{:#06x}\n", kSubsystem));
  add(tree, file("revision"), fmt::format("{:#04x}\n", device.pci_revision));
  add(tree, file("modalias"), modalias(device) + "\n");
  add(tree, file("config"), configuration(device), TreeEntry::kWritable);
  add(tree, file("resource"), resources());
  add(tree, file("local_cpulist"), processors == 1 ? "0\n" : fmt::format("0-{}\n", processors - 1));
  add(tree, file("local_cpus"), processor_mask(processors) + "\n");
  add(tree, file("uevent"),
      fmt::format("DRIVER=i915\nPCI_CLASS=30000\nPCI_ID={:04X}:{:04X}\nPCI_SUBSYS_ID={:04X}:{:04X}\nPCI_SLOT_NAME={}\n"
                  "MODALIAS={}\n",
                  kVendor, device.pci_device, kVendor, kSubsystem, kSlot, modalias(device)),
      TreeEntry::kWritable);
  link(tree, file("subsystem"), "../../../bus/pci");
  link(tree, file("driver"), "../../../bus/pci/drivers/i915");
  link(tree, fmt::format("sys/bus/pci/devices/{}", kSlot), fmt::format("../../../devices/pci0000:00/{}", kSlot));
}

constexpr std::array kDriverFiles{
    Constant{"bind", "", TreeEntry::kWriteOnly},      Constant{"new_id", "", TreeEntry::kWriteOnly},
    Constant{"remove_id", "", TreeEntry::kWriteOnly}, Constant{"uevent", "", TreeEntry::kWriteOnly},
    Constant{"unbind", "", TreeEntry::kWriteOnly},
};
constexpr std::array kModuleFiles{
    Constant{"coresize", "3203072"},
    Constant{"initsize", "0"},
    Constant{"initstate", "live"},
    Constant{"parameters/enable_guc", "0", 0400},
    Constant{"parameters/enable_hangcheck", "Y", 0600},
    Constant{"parameters/modeset", "-1", 0400},
    Constant{"parameters/reset", "3", 0600},
    Constant{"refcnt", "1"},
    Constant{"uevent", "", TreeEntry::kWriteOnly},
};

void add_driver(Tree& tree) {
  add_all(tree, kDriver, kDriverFiles);
  link(tree, fmt::format("{}/{}", kDriver, kSlot), fmt::format("../../../../devices/pci0000:00/{}", kSlot));
  link(tree, fmt::format("{}/module", kDriver), "../../../../module/i915");
  add_all(tree, kModule, kModuleFiles);
  link(tree, fmt::format("{}/drivers/pci:i915", kModule), "../../../bus/pci/drivers/i915");
  tree.push_back({.path = fmt::format("{}/holders", kModule), .text = {}, .kind = TreeEntry::Kind::directory});
}

// The primary node, for screens, which every GPU has; and the render node.
struct NodeFiles {
  std::string_view name;
  unsigned minor_number;
};
constexpr std::array kNodes{NodeFiles{"card0", 0}, NodeFiles{"renderD128", 128}};

// The power files of a device without power management.
constexpr std::array kNodePower{
    Constant{"async", "disabled", TreeEntry::kWritable},
    Constant{"control", "auto", TreeEntry::kWritable},
    Constant{"runtime_active_kids", "0"},
    Constant{"runtime_active_time", "0"},
    Constant{"runtime_enabled", "disabled"},
    Constant{"runtime_status", "unsupported"},
    Constant{"runtime_suspended_time", "0"},
    Constant{"runtime_usage", "0"},
};

void add_node(Tree& tree, const NodeFiles& node) {
  const std::string own = fmt::format("{}/drm/{}", kPci, node.name);
  add(tree, fmt::format("dev/dri/{}", node.name), "", 0666);
  add(tree, own + "/dev", fmt::format("226:{}\n", node.minor_number));
  add(tree, own + "/uevent",
      fmt::format("MAJOR=226\nMINOR={}\nDEVNAME=dri/{}\nDEVTYPE=drm_minor\n", node.minor_number, node.name),
      TreeEntry::kWritable);
  add_all(tree, own + "/power", kNodePower);
  link(tree, own + "/device", "../../../0000:00:02.0");
  link(tree, own + "/subsystem", "../../../../../class/drm");
  const std::string target = fmt::format("../../devices/pci0000:00/{}/drm/{}", kSlot, node.name);
  link(tree, fmt::format("sys/dev/char/226:{}", node.minor_number), target);
  link(tree, fmt::format("sys/class/drm/{}", node.name), target);
}

// Files of the node card0 about the GPU's clock, in MHz. The clock does not affect Eugene, so the current clock is the
// highest one. Drivers report gt_max_freq_mhz to programs (CL_DEVICE_MAX_CLOCK_FREQUENCY, coreClockRate).
struct ClockFile {
  std::string_view name;
  std::uint16_t gpu::Device::* mhz;
  unsigned mode = TreeEntry::kReadable;
};
constexpr std::array kClockFiles{
    ClockFile{"RP0_freq_mhz", &gpu::Device::max_mhz},
    ClockFile{"RP1_freq_mhz", &gpu::Device::least_mhz},
    ClockFile{"RPn_freq_mhz", &gpu::Device::least_mhz},
    ClockFile{"max_freq_mhz", &gpu::Device::max_mhz, TreeEntry::kWritable},
    ClockFile{"min_freq_mhz", &gpu::Device::least_mhz, TreeEntry::kWritable},
    ClockFile{"boost_freq_mhz", &gpu::Device::max_mhz, TreeEntry::kWritable},
    ClockFile{"cur_freq_mhz", &gpu::Device::max_mhz},
    ClockFile{"act_freq_mhz", &gpu::Device::max_mhz},
};

// How the kernel shares an engine among requests. Eugene's time slice is 5 ms too (i915/queue.cpp).
constexpr std::array kEngineFiles{
    Constant{"heartbeat_interval_ms", "2500", TreeEntry::kWritable},
    Constant{"max_busywait_duration_ns", "8000", TreeEntry::kWritable},
    Constant{"preempt_timeout_ms", "640", TreeEntry::kWritable},
    Constant{"stop_timeout_ms", "100", TreeEntry::kWritable},
    Constant{"timeslice_duration_ms", "5", TreeEntry::kWritable},
};
// RC6, the deepest sleep state. Eugene's GPU never enters RC6.
constexpr std::array kSleepFiles{Constant{"rc6_enable", "1"}, Constant{"rc6_residency_ms", "0"}};

struct EngineFiles {
  std::string_view name;
  unsigned engine_class;
  std::string_view registers;
};
constexpr std::array kEngines{EngineFiles{"rcs0", 0, "0x2000"}, EngineFiles{"bcs0", 1, "0x22000"}};

void add_graphics(Tree& tree, const gpu::Device& device) {
  const std::string card = fmt::format("{}/drm/card0", kPci);
  for (const ClockFile& each : kClockFiles) {
    const std::string mhz = fmt::format("{}\n", device.*each.mhz);
    add(tree, fmt::format("{}/gt_{}", card, each.name), mhz, each.mode);
    add(tree, fmt::format("{}/gt/gt0/rps_{}", card, each.name), mhz, each.mode);
  }
  const std::string highest = fmt::format("{}\n", device.max_mhz), lowest = fmt::format("{}\n", device.least_mhz);
  add(tree, card + "/gt/gt0/id", "0\n");
  add(tree, card + "/gt/gt0/punit_req_freq_mhz", highest);
  add(tree, card + "/gt/gt0/.defaults/rps_max_freq_mhz", highest);
  add(tree, card + "/gt/gt0/.defaults/rps_min_freq_mhz", lowest);
  add_all(tree, card + "/gt/gt0", kSleepFiles);
  add_all(tree, card + "/power", kSleepFiles);
  add(tree, card + "/error", "No error state collected\n", 0600);
  for (const EngineFiles& each : kEngines) {
    const std::string engine = fmt::format("{}/engine/{}", card, each.name);
    add(tree, engine + "/name", fmt::format("{}\n", each.name));
    add(tree, engine + "/class", fmt::format("{}\n", each.engine_class));
    add(tree, engine + "/instance", "0\n");
    add(tree, engine + "/mmio_base", fmt::format("{}\n", each.registers));
    add_all(tree, engine, kEngineFiles);
    for (Constant file : kEngineFiles) {
      file.mode = TreeEntry::kReadable;
      add_all(tree, engine + "/.defaults", std::array{file});
    }
  }
  add(tree, "sys/class/drm/version", "drm 1.1.0 20060810\n");
}

}  // namespace

std::vector<TreeEntry> device_tree(const gpu::Device& device) {
  Tree tree;
  add_pci_device(tree, device);
  add_driver(tree);
  for (const NodeFiles& node : kNodes) add_node(tree, node);
  add_graphics(tree, device);
  return tree;
}

}  // namespace eugene::i915
