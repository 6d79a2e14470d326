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
  thread_ = nullptr;
  if (threads_ == nullptr) return;
  const isa::Program& program = check_->kernel_.program();
  const std::size_t index = isa::find_index(program, request.instruction);
  const eu::PreparedOp& op = check_->kernel_.prepared().ops[index];
  thread_ = &request.thread;
  instruction_ = op.ip;
  first_channel_ = op.channel_offset;
  together_ = op.no_mask ? request.channels : 0;
  message_ = InitMessage(*program.gen, request);
  if (message_.kind() == InitMessage::Kind::atomic) keep_operands(request);
  InitRegisters& registers = find_registers(request.thread);
  const isa::SendFields& send = request.instruction.send;
  if ((send.descriptor_in_a0 || send.extended_descriptor_in_a0) && registers.address() != 0) {
    report(kMessage, access_site(request.thread, op.ip, 0), origin_for(request.thread, op.ip, registers.address()));
    registers.define_address(request.thread);
  }
  check_addresses(request);
  keep_data(request);
  if (message_.response_bytes() != 0) last_reads_.erase({threads_->find_index(request.thread), instruction_});
}

void InitObserver::check_addresses(const eu::SendRequest& request) {
  if (message_.kind() == InitMessage::Kind::block && message_.block_address_bytes() != 0)
    check_bytes(kAddress, request.thread, message_.block_address(), message_.block_address_bytes(), 0);
  if (!message_.answers_lanes()) return;
  for (std::uint32_t left = request.channels; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (lane >= message_.lanes()) return;
    const unsigned channel = lane + first_channel_;
    if (const auto at = message_.address(lane))
      check_bytes(kAddress, request.thread, *at, message_.address_bytes(), channel);
    const auto operand = message_.compares() ? message_.data(0, lane) : std::nullopt;
    if (operand) check_bytes(kComparison, request.thread, *operand, message_.slot(), channel);
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
    data_origin_ = origin_for(request.thread, instruction_, origin);
    for (std::size_t at = begin; at != begin + part.size_bytes(); ++at) {
      const std::uint8_t difference = registers.difference(at, request.thread);
      if (difference == 0) continue;
      data_[at] = {.difference = difference, .origin = origin_for(request.thread, instruction_, registers.in(at, 1))};
    }
  }
}

void InitObserver::keep_operands(const eu::SendRequest& request) {
  operands_ = {};
  for (unsigned lane = 0; lane != std::min<unsigned>(message_.lanes(), isa::kMaxChannels); ++lane) {
    for (unsigned number = 0; number != operands_[lane].size(); ++number) {
      if (const auto at = message_.data(number, lane))
        std::memcpy(&operands_[lane][number], eu::raw_bytes(request.thread) + *at, message_.slot());
    }
  }
}

void InitObserver::message_restarts() {
  part_ = 0;
  data_origin_ = 0;
  data_.clear();
  answers_.clear();
}

void InitObserver::message_ends(const eu::SendRequest& request, eu::SendStatus status) {
  if (thread_ == nullptr || status != eu::SendStatus::done) return;
  InitRegisters& registers = find_registers(request.thread);
  if (message_.response_bytes() != 0 && message_.answers_lanes()) {
    for (std::uint32_t left = request.channels; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      if (lane >= message_.lanes()) break;
      for (unsigned part = 0; part != message_.parts(); ++part)
        registers.define(message_.answer(part, lane), message_.slot(), request.thread);
    }
  } else {
    registers.define(message_.response(), message_.response_bytes(), request.thread);
  }
  for (const Answer& answer : answers_) {
    for (std::size_t i = 0; i != answer.differences.size(); ++i)
      registers.set(answer.offset + i, answer.differences[i], request.thread, answer.origin);
  }
  if (carries_inexact()) mark_answer(request);
  thread_ = nullptr;
}

std::optional<std::size_t> InitObserver::find_register(const eu::Access& access, const eu::AccessValues& values,
                                                       std::size_t i, unsigned lane) const {
  if (message_.answers_lanes()) {
    if (access.channels == 0 || part_ >= message_.parts()) return std::nullopt;
    return access.kind == eu::AccessKind::read ? message_.answer(part_, lane) : message_.data(part_, lane);
  }
  const std::byte* const at = values.moved.data() + i * access.bytes;
  const std::byte* const thread = eu::raw_bytes(*thread_);
  const bool is_in_thread = at >= thread && at + access.bytes <= thread + sizeof(eu::Thread);
  return is_in_thread ? std::optional(static_cast<std::size_t>(at - thread)) : std::nullopt;
}

void InitObserver::transferred(const eu::Access& access, const eu::AccessValues& values) {
  if (thread_ == nullptr) return;
  std::uint32_t lanes = access.channels;
  for (std::size_t i = 0; i != access.offsets.size(); ++i, lanes &= lanes - 1) {
    const auto lane = lanes == 0 ? 0U : static_cast<unsigned>(std::countr_zero(lanes));
    const std::uint64_t offset = access.offsets[i];
    const Piece piece{.known = memory_.find(access.space, offset, access.bytes),
                      .place = {.is_local = access.space.local != nullptr,
                                .address = access.space.base + offset,
                                .bytes = access.bytes},
                      .at = find_register(access, values, i, lane),
                      .channel = lane + first_channel_};
    if (piece.known.bytes != nullptr) {
      transfer(piece, access.kind, lane, values.moved.subspan(i * access.bytes, access.bytes));
    } else if (access.kind != eu::AccessKind::read && !piece.place.is_local) {
      memory_.unknown_write();
    }
  }
  ++part_;
}

void InitObserver::transfer(const Piece& piece, eu::AccessKind kind, unsigned lane, std::span<const std::byte> moved) {
  if (kind == eu::AccessKind::write) return write(piece, lane, moved);
  if (kind == eu::AccessKind::read) {
    if (piece.at) read(piece, *piece.at, moved);
    return;
  }
  if (message_.compares()) report(kComparison, access_site(*thread_, instruction_, piece.channel), origin_in(piece));
  if (message_.response_bytes() != 0) read(piece, message_.answer(0, lane), moved);
  update(piece, lane, moved);
}

}  // namespace eugene::check
