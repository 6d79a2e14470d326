#include "gpu/schedule/rehearse/comparison.h"

#include <algorithm>
#include <cstring>

#include "gpu/schedule/rehearse/last_write.h"

namespace eugene::gpu {
namespace {

using memory::PrivatePages;

// The numbers of the copies.
enum : std::size_t { kOriginals, kVisa, kMachineCode };

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

const std::byte* after(const PrivatePages& run, const std::byte* original) {
  const std::byte* const copy = run.find_page_copy(original);
  return copy != nullptr ? copy : original;
}

// Finds the bytes that differ after two runs, of all pages that either run has accessed.
Differences differences(const PrivatePages& originals, const PrivatePages& visa, const PrivatePages& machine_code,
                        const AddressRange& ignored) {
  Differences found(ignored);
  (void)originals.all_of([&](std::uint64_t address, const std::byte*, const std::byte* original) {
    found.add_page(address, after(visa, original), after(machine_code, original));
    return true;
  });
  return found;
}

// Writes the bytes that `run` has changed to the memory that `originals` was copied from. Writes no other bytes, as the
// program may have changed them meanwhile.
void apply(const PrivatePages& originals, const PrivatePages& run) {
  (void)originals.all_of([&](std::uint64_t, std::byte* memory, const std::byte* original) {
    const std::byte* const copy = after(run, original);
    if (std::memcmp(copy, original, memory::kPageBytes) == 0) return true;
    for (std::size_t n = 0; n < memory::kPageBytes; ++n) {
      if (copy[n] != original[n]) memory[n] = copy[n];
    }
    return true;
  });
}

// Finds the last write by running the dispatch again from the same memory.
std::optional<LastWrite> last_write(const ComparedRuns& runs, const ComparedRuns::Run& run, std::uint64_t address,
                                    PrivatePages& copies) {
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

Result<DispatchStats> compare(const ComparedRuns& runs, memory::PageSource& space, PrivateCopies& copies) {
  PrivatePages& originals = copies.begin(kOriginals, space);
  PrivatePages& visa_copies = copies.begin(kVisa, originals);
  const Result<DispatchStats> visa = runs.visa.run(visa_copies, nullptr);
  if (!visa) return visa;
  PrivatePages& machine_copies = copies.begin(kMachineCode, originals);
  Result<DispatchStats> machine = runs.machine_code.run(machine_copies, nullptr);
  apply(originals, machine_copies);
  if (!machine || (machine->fault && visa->fault)) return machine;
  if (machine->fault || visa->fault) {
    machine->difference = Difference{.only_machine_faults = machine->fault.has_value(), .visa_fault = visa->fault};
    return machine;
  }
  const Differences found = differences(originals, visa_copies, machine_copies, runs.ignored);
  if (!found.are_there()) return machine;
  machine->difference = found.found();
  if (runs.locate) {
    const std::uint64_t address = machine->difference->address;
    machine->difference->visa_write = last_write(runs, runs.visa, address, copies.begin(kVisa, originals));
    machine->difference->machine_write =
        last_write(runs, runs.machine_code, address, copies.begin(kMachineCode, originals));
  }
  return machine;
}

}  // namespace eugene::gpu
