#include "lower/functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "lower/handlers.h"
#include "lower/routines.h"

namespace eugene::lower {
namespace {

using visa::Field;

constexpr const char* kReference = "vISA manual FCALL";

// Returns the declared size of the function's arguments or results in registers; nothing if it is not declared.
std::optional<std::int64_t> declared_size(const visa::Kernel& function, std::string_view attribute) {
  for (const visa::Attribute& each : function.attributes) {
    if (each.name != attribute) continue;
    if (const auto* value = std::get_if<std::int32_t>(&each.value)) return *value;
  }
  return std::nullopt;
}

Result<void> check_sizes(const Op& op, const visa::Kernel& function) {
  const auto arguments = declared_size(function, "ArgSize").value_or(function.argument_size);
  const auto results = declared_size(function, "RetValSize").value_or(function.return_size);
  if (op.number(Field::number8) == arguments && op.number(Field::number8, 1) == results) return {};
  return fail(fmt::format("{} takes {} registers and returns {}, but the call has {} and {}", function.name, arguments,
                          results, op.number(Field::number8), op.number(Field::number8, 1)),
              kReference, "write the sizes of the function (.kernel_attr ArgSize, RetValSize)");
}

Result<Function*> find_function(Context& context, const Op& op) {
  const auto* name = op.get<visa::Text>(Field::symbol);
  if (name == nullptr) return fail("the name of the function is missing", kReference);
  const auto kernel = context.functions().find(name->text);
  if (!kernel) return forward_error(kernel);
  if (Function* known = context.functions().known(**kernel)) return known;
  return &context.functions().add({.kernel = *kernel,
                                   .entry = context.out().new_label(),
                                   .return_byte = context.layout().add_registers(1) * isa::kRegisterBytes});
}

}  // namespace

Result<const visa::Kernel*> Functions::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      module_->kernels, [&](const visa::Kernel& each) { return each.is_function && each.name == name; });
  if (found == module_->kernels.end())
    return fail(fmt::format("this module has no function '{}'", name), kReference,
                "the compiler writes functions to separate files: append their text, without .version");
  return &*found;
}

std::optional<std::uint64_t> Functions::outside_address(std::string_view symbol) const {
  const auto found = module_->addresses.find(symbol);
  return found != module_->addresses.end() && !find(symbol) ? std::optional(found->second) : std::nullopt;
}

Function* Functions::known(const visa::Kernel& kernel) {
  const auto found = std::ranges::find(functions_, &kernel, &Function::kernel);
  return found != functions_.end() ? &*found : nullptr;
}

std::vector<const Function*> Functions::callees(const Function& function) const {
  std::vector<const Function*> all = function.calls;
  for (const Function& each : functions_) {
    if (function.calls_by_address && each.has_address) all.push_back(&each);
  }
  return all;
}

std::uint32_t Functions::return_slot(Layout& layout) {
  if (!return_slot_) return_slot_ = layout.add_registers(1) * isa::kRegisterBytes;
  return *return_slot_;
}

void Functions::begin(Context& context, const Function& function) {
  Emitter& out = context.out();
  out.place(function.entry);
  out.scalar_op(isa::Opcode::mov, packed(isa::Type::ud, function.return_byte),
                packed(isa::Type::ud, return_slot(context.layout())))
      .exec_size = 2;
}

Result<void> Functions::check() const {
  for (const Function& function : functions_) {
    std::vector<const Function*> reached = callees(function);
    for (std::size_t n = 0; n < reached.size(); ++n) {
      if (reached[n] == &function)
        return fail(fmt::format("function '{}' may call itself, which is not executed", function.kernel->name),
                    kReference);
      for (const Function* each : callees(*reached[n])) {
        if (std::ranges::find(reached, each) == reached.end()) reached.push_back(each);
      }
    }
  }
  return {};
}

Result<void> lower_fcall(Context& context, const Op& op, const Row& /*row*/) {
  const auto function = find_function(context, op);
  if (!function) return forward_error(function);
  if (auto done = check_sizes(op, *(*function)->kernel); !done) return done;
  if (Function* caller = context.functions().current()) caller->calls.push_back(*function);
  auto call = begin_call(context, op, context.functions().return_slot(context.layout()));
  if (!call) return forward_error(call);
  context.out().branch(isa::Opcode::call, (*function)->entry) = call->native;
  end_call(context, *call);
  return {};
}

// Computes the distance to an address by subtracting the address of the call.
Result<void> lower_ifcall(Context& context, const Op& op, const Row& /*row*/) {
  Emitter& out = context.out();
  const auto address = context.source(op, *op.find(Field::source));
  const auto place = context.scratch(2);
  if (!address || !place) return forward_error(address, place);
  if (Function* caller = context.functions().current()) caller->calls_by_address = true;
  const isa::Operand distance = scalar(isa::Type::ud, *place);
  const isa::Operand here = scalar(isa::Type::ud, *place + isa::kRegisterBytes);
  const LabelId at = out.new_label();
  auto call = begin_call(context, op, context.functions().return_slot(context.layout()));
  if (!call) return forward_error(call);
  out.scalar_op(isa::Opcode::mov, distance, *address);
  out.address(at, here);
  isa::Operand minus = here;
  minus.negate = true;
  out.scalar_op(isa::Opcode::add, distance, distance, minus);
  call->native.src[1] = distance;
  out.place(at);
  out.add(call->native);
  end_call(context, *call);
  return {};
}

Result<void> lower_faddr(Context& context, const Op& op, const Row& /*row*/) {
  const auto* symbol = op.get<visa::Text>(Field::symbol);
  const auto outside = symbol != nullptr ? context.functions().outside_address(symbol->text) : std::nullopt;
  if (outside) {
    const auto dst = context.destination(*op.find(Field::destination));
    if (!dst) return forward_error(dst);
    const isa::Type type = isa::byte_size(dst->type) == 8 ? isa::Type::uq : isa::Type::ud;
    context.out().scalar_op(isa::Opcode::mov, *dst, immediate(type, *outside));
    return {};
  }
  const auto function = find_function(context, op);
  if (!function) return forward_error(function);
  (*function)->has_address = true;
  const auto dst = context.destination(*op.find(Field::destination));
  const auto place = context.scratch(1);
  if (!dst || !place) return forward_error(dst, place);
  const isa::Operand address = scalar(isa::Type::ud, *place);
  context.out().address((*function)->entry, address);
  context.out().scalar_op(isa::Opcode::mov, *dst, address);
  return {};
}

}  // namespace eugene::lower
