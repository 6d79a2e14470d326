// The parts of `init` that only the check `fidelity` uses: marks inexact results, and words the reports about them.
#include <bit>
#include <limits>

#include "check/channels.h"
#include "check/init/observer.h"
#include "eu/register_file.h"
#include "isa/instruction_fidelity.h"
#include "isa/instruction_index.h"
#include "isa/program.h"
#include "isa/region.h"

namespace eugene::check {
namespace {

constexpr StoreNumber kManyMakers = std::numeric_limits<StoreNumber>::max();  // stands for several makers

std::size_t bytes_before(const eu::Thread& thread, std::span<const eu::Grf> registers) {
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(registers.data()) - eu::raw_bytes(thread));
}

}  // namespace

OriginNumber InitObserver::origin_of_maker(const eu::Thread& thread, std::uint32_t instruction, std::size_t maker) {
  InitOrigin origin{.space = InitSpace::register_, .side = access_site(thread, instruction, 0), .place = {}};
  origin.maker = maker;
  return origins_.add(origin);
}

// Marks the results of an inexact instruction. Destinations that a0 addresses, and accumulators that an instruction
// writes beside its destination, stay exact, so inexact values there are missed.
void InitObserver::mark_results(const eu::PreparedOp& op, const eu::Thread& thread, std::uint32_t before) {
  const isa::Program& program = check_->kernel_.program();
  const isa::Instruction& instruction = program.instructions[op.index];
  const std::uint32_t channels = enabled_channels(*program.gen, op, thread, before);
  if (channels == 0) return;
  InitRegisters& registers = find_registers(thread);
  const OriginNumber origin = origin_of_maker(thread, op.ip, op.index);
  const InitUse& use = check_->uses_[op.index];
  if ((use.flags[0] | use.flags[1]) != 0)
    registers.undefine_flags(op.flag_nr, std::rotl(channels & op.all, op.flag_shift), thread, origin);
  if (!instruction.dst.is_grf() || instruction.dst.indirect || instruction.dst.nr >= eu::kGrfCount) return;
  const isa::ElementOffsets offsets = isa::destination_offsets(instruction);
  const std::size_t begin = eu::grf_offset(instruction.dst.nr) + instruction.dst.subnr;
  for (std::uint32_t rest = channels; rest != 0; rest &= rest - 1) {
    const std::size_t at = begin + offsets[static_cast<unsigned>(std::countr_zero(rest))];
    for (std::size_t i = 0; i != isa::byte_size(instruction.dst.type); ++i)
      registers.set(at + i, kUndefined, thread, origin);
  }
}

// Marks the answer of an inexact message, and the answer of a sampler to inexact coordinates.
void InitObserver::mark_answer(const eu::SendRequest& request) {
  if (request.response.empty()) return;
  const isa::Gen& gen = *check_->kernel_.program().gen;
  const std::size_t index = isa::find_index(check_->kernel_.program(), request.instruction);
  OriginNumber origin = is_sampler(request) ? current_.data_origin : OriginNumber{0};
  if (auto inexact = inexact_message(gen, request)) {
    inexact_[index] = std::move(inexact);
    origin = origin_of_maker(request.thread, current_.instruction, index);
  }
  if (origin == 0) return;
  const std::size_t begin = bytes_before(request.thread, request.response);
  for (const std::size_t byte : answered_bytes(gen, request))
    find_registers(request.thread).set(begin + byte, kUndefined, request.thread, origin);
}

// Returns the origin of a value read from memory: its maker if this dispatch stored the value, else the store.
OriginNumber InitObserver::stored_origin(const Piece& piece, std::size_t ahead) {
  const StoreNumber store = piece.known.bytes->stores(piece.known.offset + ahead, 1)[0];
  if (const auto own = own_stores_.find(store); own != own_stores_.end() && store != kManyMakers) return own->second;
  InitOrigin origin{.space = piece.known.space,
                    .side = access_site(*current_.thread, current_.instruction, piece.channel),
                    .place = piece.place,
                    .is_stored = true};
  origin.store = store;
  return origins_.add(origin);
}

StoreNumber InitObserver::find_store(OriginNumber number) {
  if (number == 0) return 0;
  const InitOrigin& origin = origins_[number];
  if (!origin.maker) return origin.store;
  const StoreNumber store = check_->facts_.number_of_store(origin.side.instruction);
  if (own_stores_.try_emplace(store, number).second && inexact_[*origin.maker])
    check_->facts_.keep_maker(store, inexact_[*origin.maker]->words());
  return store;
}

void InitObserver::report_inexact(const User& user, const AccessSite& side, OriginNumber number) {
  const InitOrigin& origin = origins_[number];
  RawFinding found{.id = user.fidelity_id, .what = {}, .sides = {side}, .place = {}, .hint = {}};
  found.sides.front().verb = "use";
  if (origin.maker) {
    const Inexact& maker = *inexact_[*origin.maker];
    found.what = std::string(user.words) + " depends on the result of " + maker.words();
    found.reference = isa::format_reference(maker.row);
  } else {
    found.what = std::string(user.words) + " depends on a value in " + std::string(find_noun(origin.space));
    const std::string maker = origin.store == kManyMakers ? "" : check_->facts_.find_maker(origin.store);
    found.what += maker.empty() ? " that is inexact" : " that was made by " + maker;
    found.place = origin.place;
  }
  if (origin.side.instruction != side.instruction) {
    found.sides.push_back(origin.side_for(side));
    if (origin.maker) found.sides.back().verb = "made";
  }
  found_.add(std::move(found));
}

}  // namespace eugene::check
