// The messages of the check `init`: addresses are uses, and data is copied between registers and memory.
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "check/channels.h"
#include "check/init/observer.h"
#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "isa/instruction_index.h"
#include "isa/program.h"

namespace eugene::check {
void InitObserver::message_begins(const eu::SendRequest& request) {
  message_restarts();
  current_.thread = nullptr;
  if (threads_ == nullptr) return;
  const isa::Program& program = check_->kernel_.program();
  const std::size_t index = isa::find_index(program, request.instruction);
  const eu::PreparedOp& op = check_->kernel_.prepared().ops[index];
  current_.thread = &request.thread;
  current_.instruction = op.ip;
  current_.first_channel = op.channel_offset;
  current_.together = op.no_mask ? request.channels : 0;
  current_.layout = InitMessage(*program.gen, request);
  if (current_.layout.kind() == InitMessage::Kind::atomic) keep_operands(request);
  InitRegisters& registers = find_registers(request.thread);
  const isa::SendFields& send = request.instruction.send;
  if ((send.descriptor_in_a0 || send.extended_descriptor_in_a0) && registers.address() != 0) {
    report(kMessage, access_site(request.thread, op.ip, 0), origin_for(request.thread, op.ip, registers.address()));
    registers.define_address(request.thread);
  }
  check_addresses(request);
  keep_data(request);
  if (current_.layout.response_bytes() != 0)
    last_reads_.erase({threads_->find_index(request.thread), current_.instruction});
}

void InitObserver::check_addresses(const eu::SendRequest& request) {
  if (current_.layout.kind() == InitMessage::Kind::block && current_.layout.block_address_bytes() != 0)
    check_bytes(kAddress, request.thread, current_.layout.block_address(), current_.layout.block_address_bytes(), 0);
  if (!current_.layout.answers_lanes()) return;
  for (std::uint32_t left = request.channels; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (lane >= current_.layout.lanes()) return;
    const unsigned channel = lane + current_.first_channel;
    if (const auto at = current_.layout.address(lane))
      check_bytes(kAddress, request.thread, *at, current_.layout.address_bytes(), channel);
    const auto operand = current_.layout.compares() ? current_.layout.data(0, lane) : std::nullopt;
    if (operand) check_bytes(kComparison, request.thread, *operand, current_.layout.slot(), channel);
  }
}

// Keeps the undefined bytes of the payload, because the answer may overwrite them.
void InitObserver::keep_data(const eu::SendRequest& request) {
  const InitRegisters& registers = find_registers(request.thread);
  for (const std::span<const eu::Grf> part : {request.payload, request.extended_payload}) {
    if (part.empty()) continue;
    const auto begin =
        static_cast<std::size_t>(reinterpret_cast<const std::byte*>(part.data()) - eu::raw_bytes(request.thread));
    const OriginNumber origin = registers.in(begin, part.size_bytes());
    if (origin == 0) continue;
    current_.data_origin = origin_for(request.thread, current_.instruction, origin);
    for (std::size_t at = begin; at != begin + part.size_bytes(); ++at) {
      const std::uint8_t difference = registers.difference(at, request.thread);
      if (difference == 0) continue;
      current_.data[at] = {.difference = difference,
                           .origin = origin_for(request.thread, current_.instruction, registers.in(at, 1))};
    }
  }
}

void InitObserver::keep_operands(const eu::SendRequest& request) {
  current_.operands = {};
  for (unsigned lane = 0; lane != std::min<unsigned>(current_.layout.lanes(), isa::kMaxChannels); ++lane) {
    for (unsigned number = 0; number != current_.operands[lane].size(); ++number) {
      if (const auto at = current_.layout.data(number, lane))
        std::memcpy(&current_.operands[lane][number], eu::raw_bytes(request.thread) + *at, current_.layout.slot());
    }
  }
}

void InitObserver::message_restarts() {
  current_.part = 0;
  current_.data_origin = 0;
  current_.data.clear();
  current_.answers.clear();
}

void InitObserver::message_ends(const eu::SendRequest& request, eu::SendStatus status) {
  if (current_.thread == nullptr || status != eu::SendStatus::done) return;
  InitRegisters& registers = find_registers(request.thread);
  if (current_.layout.response_bytes() != 0 && current_.layout.answers_lanes()) {
    for (std::uint32_t left = request.channels; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      if (lane >= current_.layout.lanes()) break;
      for (unsigned part = 0; part != current_.layout.parts(); ++part)
        registers.define(current_.layout.answer(part, lane), current_.layout.slot(), request.thread);
    }
  } else {
    registers.define(current_.layout.response(), current_.layout.response_bytes(), request.thread);
  }
  for (const Answer& answer : current_.answers) {
    for (std::size_t i = 0; i != answer.differences.size(); ++i)
      registers.set(answer.offset + i, answer.differences[i], request.thread, answer.origin);
  }
  if (carries_inexact()) mark_answer(request);
  current_.thread = nullptr;
}

std::optional<std::size_t> InitObserver::find_register(const eu::Access& access, const eu::AccessValues& values,
                                                       std::size_t i, unsigned lane) const {
  if (current_.layout.answers_lanes()) {
    if (access.channels == 0 || current_.part >= current_.layout.parts()) return std::nullopt;
    return access.kind == eu::AccessKind::read ? current_.layout.answer(current_.part, lane)
                                               : current_.layout.data(current_.part, lane);
  }
  const std::byte* const at = values.moved.data() + i * access.bytes;
  const std::byte* const thread = eu::raw_bytes(*current_.thread);
  const bool is_in_thread = at >= thread && at + access.bytes <= thread + sizeof(eu::Thread);
  return is_in_thread ? std::optional(static_cast<std::size_t>(at - thread)) : std::nullopt;
}

void InitObserver::transferred(const eu::Access& access, const eu::AccessValues& values) {
  if (current_.thread == nullptr) return;
  std::uint32_t lanes = access.channels;
  for (std::size_t i = 0; i != access.offsets.size(); ++i, lanes &= lanes - 1) {
    const auto lane = lanes == 0 ? 0U : static_cast<unsigned>(std::countr_zero(lanes));
    const std::uint64_t offset = access.offsets[i];
    const Piece piece{.known = memory_.find(access.space, offset, access.bytes),
                      .place = {.is_local = access.space.local != nullptr,
                                .address = access.space.base + offset,
                                .bytes = access.bytes},
                      .at = find_register(access, values, i, lane),
                      .channel = lane + current_.first_channel};
    if (piece.known.bytes != nullptr) {
      transfer(piece, access.kind, lane, values.moved.subspan(i * access.bytes, access.bytes));
    } else if (access.kind != eu::AccessKind::read && !piece.place.is_local) {
      memory_.unknown_write();
    }
  }
  ++current_.part;
}

void InitObserver::transfer(const Piece& piece, eu::AccessKind kind, unsigned lane, std::span<const std::byte> moved) {
  if (kind == eu::AccessKind::write) return write(piece, lane, moved);
  if (kind == eu::AccessKind::read) {
    if (piece.at) read(piece, *piece.at, moved);
    return;
  }
  if (current_.layout.compares())
    report(kComparison, access_site(*current_.thread, current_.instruction, piece.channel), origin_in(piece));
  if (current_.layout.response_bytes() != 0) read(piece, current_.layout.answer(0, lane), moved);
  update(piece, lane, moved);
}

}  // namespace eugene::check
