#include "gpu/schedule/rehearse/compare.h"

#include <algorithm>
#include <cstring>

#include "gpu/schedule/rehearse/last_write.h"
#include "memory/page_copies.h"

namespace eugene::gpu {
namespace {

using memory::PageCopies;
using memory::PageOriginals;

// Collects the bytes that differ, and keeps the lowest.
class Differences {
 public:
  explicit Differences(const AddressRange& ignored) : ignored_(ignored) {}

  void add_page(std::uint64_t address, const std::byte* visa, const std::byte* machine_code) {
    for (std::size_t n = 0; n < memory::kPageBytes; ++n) {
      if (visa[n] == machine_code[n] || ignored_.contains(address + n)) continue;
      ++found_.bytes;
      found_.last_address = std::max(found_.last_address, address + n);
      if (found_.bytes != 1 && address + n >= found_.address) continue;
      const std::size_t dword = n & ~(Difference::kBytes - 1);
      found_.address = address + dword;
      std::memcpy(found_.visa.data(), visa + dword, Difference::kBytes);
      std::memcpy(found_.machine_code.data(), machine_code + dword, Difference::kBytes);
    }
  }

  bool are_there() const { return found_.bytes != 0; }
  const Difference& found() const { return found_; }

 private:
  AddressRange ignored_;
  Difference found_;
};

// Finds the last write by running the dispatch again from the same memory.
std::optional<LastWrite> last_write(const ComparedRuns& runs, const ComparedRuns::Run& run, std::uint64_t address,
                                    memory::PageSource& space, PageOriginals& originals) {
  PageCopies copies(space, originals);
  const std::byte* page = copies.page(address, memory::Access::write);
  if (page == nullptr) return std::nullopt;
  LastWriteFinder finder(page + address % memory::kPageBytes, run.program, runs.find_group);
  for (int n = 0; n == 0 || (n == 1 && finder.has_changed()); ++n) {
    copies.reset();
    finder.begin_run();
    if (!run.run(copies, &finder)) return std::nullopt;
  }
  return finder.found();
}

}  // namespace

Result<DispatchStats> compare(const ComparedRuns& runs, memory::PageSource& space) {
  PageOriginals originals;
  PageCopies visa_copies(space, originals);
  const Result<DispatchStats> visa = runs.visa.run(visa_copies, nullptr);
  if (!visa) return visa;
  PageCopies machine_copies(space, originals);
  Result<DispatchStats> machine = runs.machine_code.run(machine_copies, nullptr);
  machine_copies.apply();
  if (!machine || (machine->fault && visa->fault)) return machine;
  if (machine->fault || visa->fault) {
    machine->difference = Difference{.only_machine_faults = machine->fault.has_value(), .visa_fault = visa->fault};
    return machine;
  }
  Differences differences(runs.ignored);
  for (const auto& [host, page] : visa_copies.pages()) {
    const auto other = machine_copies.pages().find(host);
    const bool has_both = other != machine_copies.pages().end();
    differences.add_page(page.address, page.copy, has_both ? other->second.copy : page.original);
  }
  for (const auto& [host, page] : machine_copies.pages())
    if (!visa_copies.pages().contains(host)) differences.add_page(page.address, page.original, page.copy);
  if (!differences.are_there()) return machine;
  machine->difference = differences.found();
  if (runs.locate) {
    machine->difference->visa_write = last_write(runs, runs.visa, machine->difference->address, space, originals);
    machine->difference->machine_write =
        last_write(runs, runs.machine_code, machine->difference->address, space, originals);
  }
  return machine;
}

}  // namespace eugene::gpu
