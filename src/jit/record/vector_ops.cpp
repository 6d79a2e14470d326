#include "jit/record/vector_ops.h"

#include <utility>
#include <vector>

#include "sem/meaning.h"
#include "sem/plane.h"

namespace eugene::jit {
namespace {

using eu::Exec;
using isa::Opcode;

template <class T>
Value<T> typed(Builder& ir, llvm::Value* vector) {
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  return {&ir, ir.CreateBitCast(vector, vector_type<T>(ir.getContext(), lanes))};
}

template <class T>
Computed computed(Value<T> value) {
  return {value.value, nullptr};
}
template <class T>
Computed computed(sem::WithAccumulator<Value<T>> both) {
  return {both.value.value, convert<std::int64_t>(both.accumulator).value};
}

template <Opcode opcode, class T>
Computed record(Builder& ir, const sem::Mode& mode, const isa::Instruction&, llvm::Value* a, llvm::Value* b,
                llvm::Value* c) {
  using Meaning = sem::Meaning<opcode>;
  constexpr unsigned sources = sem::kLaneSources<opcode>;
  if constexpr (sources == 1) return computed(Meaning::apply(mode, typed<T>(ir, a)));
  if constexpr (sources == 2) return computed(Meaning::apply(mode, typed<T>(ir, a), typed<T>(ir, b)));
  if constexpr (sources == 3) return computed(Meaning::apply(mode, typed<T>(ir, a), typed<T>(ir, b), typed<T>(ir, c)));
}

// Returns the lanes `places` of a vector.
template <class T>
Value<T> pick_lanes(Value<T> vector, const std::vector<int>& places) {
  return {vector.ir, vector.ir->CreateShuffleVector(vector.value, places)};
}

// line and pln (sem/plane.h).
template <Opcode opcode, class T>
Computed record_plane(Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction, llvm::Value* a,
                      llvm::Value* b, llvm::Value*) {
  using Meaning = sem::Meaning<opcode>;
  const unsigned lanes = instruction.exec_size;
  const auto coefficient = [&](int place) { return pick_lanes(typed<T>(ir, a), std::vector<int>(lanes, place)); };
  if constexpr (!isa::info(opcode).has(isa::kTwoCoordinates)) {
    return computed(Meaning::apply(mode, coefficient(sem::kLineP), coefficient(sem::kLineQ), typed<T>(ir, b)));
  } else {
    const auto coordinate = [&](unsigned distance) {
      std::vector<int> places;
      for (unsigned i = 0; i < lanes; ++i) places.push_back(static_cast<int>(sem::find_u(i) + distance));
      return pick_lanes(typed<T>(ir, b), places);
    };
    return computed(Meaning::apply(mode, coefficient(sem::kPlaneP), coefficient(sem::kPlaneQ),
                                   coefficient(sem::kPlaneR), coordinate(0), coordinate(sem::kPlaneGroup)));
  }
}

template <Opcode opcode, class T>
constexpr Compute pick() {
  constexpr bool narrow = sem::IntElement<T> && sizeof(T) < 4;  // the EU computes on dwords
  if constexpr (isa::info(opcode).has(isa::kPlane) && sem::FloatElement<T> && sem::arity<opcode, Value<T>>() != 0)
    return record_plane<opcode, T>;
  if constexpr (!narrow && sem::is_lanewise<opcode, Value<T>>()) return record<opcode, T>;
  return nullptr;
}

// Indexed by opcode, then by Exec.
constexpr auto kRecorders = []<std::size_t... cell>(std::index_sequence<cell...>) {
  return std::array<Compute, sizeof...(cell)>{
      pick<static_cast<Opcode>(cell / eu::kExecCount), eu::ExecLaneOf<static_cast<Exec>(cell % eu::kExecCount)>>()...};
}(std::make_index_sequence<isa::kOpcodeCount * eu::kExecCount>{});

// Calls use<T>() with the lane type of `exec`, or with the element type of `type`.
template <class Use>
auto with_lane(Exec exec, Use use) {
  switch (exec) {
    case Exec::u8: return use.template operator()<std::uint8_t>();
    case Exec::u16: return use.template operator()<std::uint16_t>();
    case Exec::i32: return use.template operator()<std::int32_t>();
    case Exec::u32: return use.template operator()<std::uint32_t>();
    case Exec::i64: return use.template operator()<std::int64_t>();
    case Exec::u64: return use.template operator()<std::uint64_t>();
    case Exec::hf: return use.template operator()<Half>();
    case Exec::f: return use.template operator()<float>();
    case Exec::df: break;
  }
  return use.template operator()<double>();
}
template <class Use>
auto with_element(isa::Type type, Use use) {
  using enum isa::Type;
  switch (type) {
    case ub: return use.template operator()<std::uint8_t>();
    case b: return use.template operator()<std::int8_t>();
    case uw: return use.template operator()<std::uint16_t>();
    case w: return use.template operator()<std::int16_t>();
    case ud: return use.template operator()<std::uint32_t>();
    case uq: return use.template operator()<std::uint64_t>();
    case q: return use.template operator()<std::int64_t>();
    case hf: return use.template operator()<Half>();
    case f: return use.template operator()<float>();
    case df: return use.template operator()<double>();
    default: return use.template operator()<std::int32_t>();
  }
}

}  // namespace

Compute compute_recorder(Opcode opcode, Exec exec) {
  return kRecorders[static_cast<std::size_t>(opcode) * eu::kExecCount + static_cast<std::size_t>(exec)];
}

Compute math_recorder(Exec exec) {
  const auto recorder = []<class T>() -> Compute {
    return [](Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction, llvm::Value* a, llvm::Value* b,
              llvm::Value*) -> Computed {
      const Value<T> first = typed<T>(ir, a);
      const Value<T> second = b == nullptr ? sem::like(first, T{}) : typed<T>(ir, b);
      return {sem::math(mode, instruction.math, first, second).value, nullptr};
    };
  };
  switch (exec) {
    case Exec::i32: return recorder.operator()<std::int32_t>();
    case Exec::u32: return recorder.operator()<std::uint32_t>();
    case Exec::hf: return recorder.operator()<Half>();
    case Exec::f: return recorder.operator()<float>();
    case Exec::df: return recorder.operator()<double>();
    default: return nullptr;
  }
}

llvm::Value* record_load(Builder& ir, isa::Type type, Exec exec, llvm::Value* elements) {
  return with_lane(exec, [&]<class Lane>() {
    return with_element(type, [&]<class Element>() -> llvm::Value* {
      if constexpr (sem::IntElement<Lane> && sem::FloatElement<Element>)
        return typed<Lane>(ir, elements).value;
      else
        return convert<Lane>(typed<Element>(ir, elements)).value;
    });
  });
}

llvm::Value* record_modifier(Builder& ir, Exec exec, eu::Modifier modifier, llvm::Value* lanes) {
  return with_lane(exec, [&]<class Lane>() -> llvm::Value* {
    const Value<Lane> v = typed<Lane>(ir, lanes);
    switch (modifier) {
      case eu::Modifier::negate: return negated(v).value;
      case eu::Modifier::absolute: return sem::absolute(v).value;
      case eu::Modifier::negate_absolute: return negated(sem::absolute(v)).value;
      case eu::Modifier::invert: break;
    }
    if constexpr (sem::IntElement<Lane>) return bit_not(v).value;
    return v.value;
  });
}

llvm::Value* record_conversion(Builder& ir, const sem::Mode& mode, Exec exec, isa::Type type, llvm::Value* lanes,
                               bool saturate) {
  return with_lane(exec, [&]<class Lane>() {
    return with_element(type, [&]<class Element>() -> llvm::Value* {
      return sem::converted<Element>(mode, typed<Lane>(ir, lanes), saturate).value;
    });
  });
}

llvm::Value* record_comparison(Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction, Exec exec,
                               llvm::Value* a, llvm::Value* b) {
  return with_lane(exec, [&]<class Lane>() -> llvm::Value* {
    const Value<Lane> x = typed<Lane>(ir, a);
    const Value<Lane> y = typed<Lane>(ir, b);
    return sem::compare(mode, instruction.opcode, instruction.cond_mod, x, y).value;
  });
}

llvm::Value* record_conditional_select(Builder& ir, const sem::Mode& mode, const isa::Instruction& instruction,
                                       Exec exec, llvm::Value* a, llvm::Value* b, llvm::Value* c) {
  return with_lane(exec, [&]<class Lane>() -> llvm::Value* {
    const Value<Lane> x = typed<Lane>(ir, a);
    const Value<Lane> y = typed<Lane>(ir, b);
    if (instruction.row().action == isa::Action::select) return sem::sel(mode, instruction.cond_mod, x, y).value;
    return sem::csel(mode, instruction.cond_mod, x, y, typed<Lane>(ir, c)).value;
  });
}

llvm::Value* record_condition(Builder& ir, isa::CondMod condition, isa::Type type, llvm::Value* elements) {
  return with_element(type, [&]<class Element>() -> llvm::Value* {
    const Value<Element> v = typed<Element>(ir, elements);
    return sem::relation(condition, v, sem::like(v, Element{})).value;
  });
}

llvm::Value* as_integers(Builder& ir, llvm::Value* vector) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  return ir.CreateBitCast(
      vector, llvm::FixedVectorType::get(ir.getIntNTy(type->getScalarSizeInBits()), type->getNumElements()));
}

}  // namespace eugene::jit
