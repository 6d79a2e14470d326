#include "script/watched_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace eugene::script {
namespace {

reliance::Cause to_cause(eu::GatewayChoice choice) {
  switch (choice) {
    case eu::GatewayChoice::base_beyond_registers: return reliance::Cause::gateway_base;
    case eu::GatewayChoice::no_such_thread: return reliance::Cause::gateway_recipient;
    case eu::GatewayChoice::answer_in_r0: return reliance::Cause::gateway_r0;
    case eu::GatewayChoice::state_payload: return reliance::Cause::gateway_state;
    case eu::GatewayChoice::undescribed: break;
  }
  return reliance::Cause::gateway_opcode;
}

}  // namespace

WatchedGroup::WatchedGroup(const Case& one, const CaseProgram& program, Findings& findings, CaseDevice& device,
                           unsigned number)
    : case_(one), program_(program), findings_(findings), device_(device), number_(number) {
  memory_.local_written.resize(case_.local_bytes);
  for (const SurfaceBinding& surface : case_.surfaces) memory_.surface_bytes[surface.index] = surface.state.bytes();
  checkers_.assign(case_.threads,
                   reliance::Checker(program_.kernel.program(), memory_, program_.uses ? &*program_.uses : nullptr));
  for (unsigned i = 0; i < case_.threads; ++i) mark_settings(i);
}

void WatchedGroup::restore(const State& state) {
  memory_ = state.memory;
  for (std::size_t i = 0; i < checkers_.size(); ++i) checkers_[i].resume(state.checkers[i]);
}

// Marks the registers that are defined when thread `index` starts: its header, and the settings of the case.
void WatchedGroup::mark_settings(unsigned index) {
  const std::size_t header = offsetof(eu::Thread, grf);
  checkers_[index].mark_written(header, header + eu::kGrfBytes);
  for (const Setting& setting : case_.settings) {
    if (setting.place.thread.value_or(thread_number(index)) == thread_number(index))
      mark_place(checkers_[index], setting);
  }
}

void WatchedGroup::mark_place(reliance::Checker& checker, const Setting& setting) {
  const Place& place = setting.place;
  const std::uint64_t bytes = setting.values.size() * isa::byte_size(place.type);
  const std::uint64_t end = setting.fills ? place.end : place.begin + bytes;
  if (place.kind == Place::Kind::registers) checker.mark_written(place.begin, end);
  if (place.kind == Place::Kind::accumulator) {
    const std::size_t begin = offsetof(eu::Thread, acc) + place.begin * sizeof(eu::Accumulator);
    checker.mark_written(begin, begin + sizeof(eu::Accumulator));
  }
  if (place.kind == Place::Kind::local_memory) {
    std::vector<bool>& written = memory_.local_written;
    for (std::uint64_t at = place.begin; at < std::min<std::uint64_t>(end, written.size()); ++at) written[at] = true;
  }
}

void WatchedGroup::instruction_begins(const eu::PreparedOp& /*op*/, const eu::Thread& thread) {
  find_checker(thread).look(thread);
}

void WatchedGroup::message_begins(const eu::SendRequest& request) {
  find_checker(request.thread).before_message(request);
}

void WatchedGroup::message_ends(const eu::SendRequest& request, eu::SendStatus status) {
  if (status == eu::SendStatus::done) find_checker(request.thread).after_message(request);
}

void WatchedGroup::registers_written(const eu::Thread& thread, std::size_t begin, std::size_t end) {
  find_checker(thread).mark_written(begin, end);
}

void WatchedGroup::chosen(const eu::Thread& thread, eu::GatewayChoice choice) {
  find_checker(thread).suspect(to_cause(choice));
}

void WatchedGroup::end_turn(unsigned index) {
  for (reliance::Suspicion& one : checkers_[index].take_found())
    findings_.add_report(one.cause, std::move(one.what), thread_number(index),
                         program_.kernel.program().offsets[one.instruction]);
}

void WatchedGroup::find_stranded(unsigned index) {
  const eu::Thread& thread = device_.threads()[index];
  std::uint32_t stranded = thread.dispatched & ~thread.running;
  for (std::uint32_t rest = stranded; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    if (thread.channel_ip[channel] == thread.ip) stranded &= ~(1U << channel);  // it has reached this instruction
  }
  if (stranded == 0) return;
  findings_.add_report(reliance::Cause::stranded_channels,
                       fmt::format("the thread ends while channels {:#x} wait elsewhere", stranded),
                       thread_number(index), thread.ip);
}

}  // namespace eugene::script
