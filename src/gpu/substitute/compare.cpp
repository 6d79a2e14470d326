#include "gpu/substitute/compare.h"

#include <algorithm>
#include <cstring>

#include "memory/write_journal.h"

namespace eugene::gpu {
namespace {

using memory::WriteJournal;

// The bytes that differ, lowest first.
class Differences {
 public:
  explicit Differences(const AddressRange& ignored) : ignored_(ignored) {}

  void add_page(std::uint64_t address, const std::byte* visa, std::byte* machine_code) {
    for (std::size_t n = 0; n < memory::kPageBytes; ++n) {
      if (visa[n] == machine_code[n] || ignored_.contains(address + n)) continue;
      ++found_.bytes;
      found_.last_address = std::max(found_.last_address, address + n);
      if (host_ != nullptr && address + n >= found_.address) continue;
      const std::size_t dword = n & ~(Difference::kBytes - 1);
      found_.address = address + dword;
      host_ = machine_code + dword;
      std::memcpy(found_.visa.data(), visa + dword, Difference::kBytes);
      std::memcpy(found_.machine_code.data(), host_, Difference::kBytes);
    }
  }

  const std::byte* host() const { return host_; }  // of the first; null: none
  const Difference& found() const { return found_; }

 private:
  AddressRange ignored_;
  Difference found_;
  std::byte* host_ = nullptr;
};

// Memory is as it was before, and is so again afterwards.
std::optional<LastWrite> last_write(const ComparedRuns::Run& run, const std::byte* host, memory::PageSource& space) {
  WriteWatch watch(host);
  for (int n = 0; n == 0 || (n == 1 && watch.has_changed()); ++n) {
    WriteJournal journal(space);
    watch.begin_run();
    if (!run(journal, &watch)) return std::nullopt;
    journal.undo();
  }
  return watch.found();
}

void locate(Difference& difference, const std::byte* host, const ComparedRuns& runs, WriteJournal& journal,
            memory::PageSource& space) {
  const WriteJournal::Pages results = journal.now();
  journal.undo();
  difference.visa_write = last_write(runs.visa, host, space);
  difference.machine_write = last_write(runs.machine_code, host, space);
  for (const auto& [page, contents] : results) std::memcpy(page, contents.before->data(), memory::kPageBytes);
}

}  // namespace

Result<DispatchStats> compare(const ComparedRuns& runs, memory::PageSource& space) {
  WriteJournal visa_journal(space);
  const Result<DispatchStats> visa = runs.visa(visa_journal, nullptr);
  const WriteJournal::Pages visa_results = visa_journal.now();
  visa_journal.undo();
  if (!visa) return visa;
  WriteJournal machine_journal(space);
  Result<DispatchStats> machine = runs.machine_code(machine_journal, nullptr);
  if (!machine || (machine->fault && visa->fault)) return machine;
  if (machine->fault || visa->fault) {
    machine->difference = Difference{.only_machine_faults = machine->fault.has_value(), .visa_fault = visa->fault};
    return machine;
  }
  Differences differences(runs.ignored);
  for (const auto& [host, page] : visa_results) differences.add_page(page.address, page.before->data(), host);
  for (const auto& [host, page] : machine_journal.pages())
    if (!visa_results.contains(host)) differences.add_page(page.address, page.before->data(), host);
  if (differences.host() == nullptr) return machine;
  machine->difference = differences.found();
  if (runs.locate) locate(*machine->difference, differences.host(), runs, machine_journal, space);
  return machine;
}

}  // namespace eugene::gpu
