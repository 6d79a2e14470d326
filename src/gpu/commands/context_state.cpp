#include "gpu/commands/context_state.h"

#include <fmt/format.h>

namespace eugene::gpu {

Result<void> ContextState::read(AddressSpace space, std::uint64_t address, std::span<std::byte> to) {
  if (view(space).read(address, to)) return {};
  return fail(fmt::format("the command streamer reads {}address {:#x}, which is not mapped",
                          space == AddressSpace::ggtt ? "GGTT " : "", view(space).bad_address()));
}

Result<void> ContextState::write(AddressSpace space, std::uint64_t address, std::span<const std::byte> from) {
  if (view(space).write(address, from)) return {};
  return fail(fmt::format("the command streamer writes {}address {:#x}, which is not mapped for writing",
                          space == AddressSpace::ggtt ? "GGTT " : "", view(space).bad_address()));
}

Result<void> ContextState::write_value(AddressSpace space, std::uint64_t address, std::uint64_t value, bool qword) {
  const unsigned bytes = qword ? 8 : 4;
  if (given_up) {
    given_up->push_back({space, address, value, bytes});
    return {};
  }
  return write(space, address, std::as_bytes(std::span(&value, 1)).first(bytes));
}

Result<std::uint64_t> ContextState::read_value(AddressSpace space, std::uint64_t address, bool qword) {
  std::uint64_t value = 0;
  const Result<void> done = read(space, address, std::as_writable_bytes(std::span(&value, 1)).first(qword ? 8 : 4));
  if (!done) return std::unexpected(done.error());
  return value;
}

std::uint64_t ContextState::status_page(bool per_process) const {
  return per_process ? own_status_page : registers.read(reg::kHardwareStatusPage) & ~std::uint32_t{0xFFF};
}

Result<void> ContextState::still_wanted() const {
  if (host.cancelled && host.cancelled()) return fail("interrupted");
  if (std::chrono::steady_clock::now() < deadline) return {};
  return fail("the commands did not end within the time limit", {}, "use a larger --timeout SECONDS");
}

Result<void> ContextState::run_work(const Work& work, SuspendedJobPtr* left) {
  const auto begin = std::chrono::steady_clock::now();
  const Result<void> done = host.run_work(work, left);
  const auto time = std::chrono::steady_clock::now() - begin;
  last_let += time;
  batch.begin += time;
  return done;
}

Result<void> ContextState::no_open_groups() const {
  if (open_groups.empty()) return {};
  return fail(fmt::format("thread group {} of MEDIA_OBJECT_GRPID has {} threads, but its end is missing",
                          open_groups.begin()->first, open_groups.begin()->second.threads.size()),
              kMediaSection, "set End of Thread Group in its last MEDIA_OBJECT_GRPID");
}

const PipelineState& ContextState::thread_state() {
  constexpr unsigned kShift = 3;  // from pointers with bits 15:5 to offsets with bits 18:8
  const bool is_wide = layout.has_binding_table_mode && bit(registers.read(reg::kGtMode), reg::kGtModeBindingTables);
  pipeline.binding_table_shift = is_wide ? kShift : 0;
  return pipeline;
}

void ContextState::invalidate_states() {
  checks.states_invalidated();
  if (host.invalidate_states) host.invalidate_states();
}

Result<Next> ContextState::skip(const Diagnostic& why) const {
  if (!host.not_drawn) return std::unexpected(why);
  host.not_drawn(why.message);
  return Next::advance;
}

}  // namespace eugene::gpu
