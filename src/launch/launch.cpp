#include "launch/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "gpu/schedule/work/payload.h"
#include "launch/payload.h"

namespace eugene::launch {
namespace {

using binary::ArgumentKind;
using binary::DeclaredArgument;

constexpr std::uint32_t kUsualItems = 256;  // max work-items of a group whose size is not given

std::string to_text(const Sizes& sizes) { return fmt::format("{}x{}x{}", sizes[0], sizes[1], sizes[2]); }

// Returns the number of work-items. If x times y exceeds 32 bits, z is ignored: the group is too large in any case.
std::uint64_t product(const Sizes& sizes) {
  const std::uint64_t plane = std::uint64_t{sizes[0]} * sizes[1];
  return plane > std::numeric_limits<std::uint32_t>::max() ? plane : plane * sizes[2];
}

std::uint32_t largest_divisor(std::uint32_t number, std::uint32_t limit) {
  for (std::uint32_t each = std::min(number, limit); each > 1; --each) {
    if (number % each == 0) return each;
  }
  return 1;
}

Sizes chosen(const Sizes& global, std::uint32_t limit) {
  Sizes local{};
  std::uint32_t left = std::min(limit, kUsualItems);
  for (std::size_t i = 0; i < local.size(); ++i) {
    local[i] = largest_divisor(global[i], left);
    left /= local[i];
  }
  return local;
}

std::string find_name(const DeclaredArgument& argument, std::size_t number) {
  return argument.name.empty() ? fmt::format("argument {}", number)
                               : fmt::format("argument {} ({})", number, argument.name);
}

struct ArgumentCheck {
  const DeclaredArgument& argument;
  std::string name;

  Result<void> operator()(std::monostate) const { return fail(name + " is not set"); }
  Result<void> operator()(const ValueArgument& value) const {
    if (argument.kind != ArgumentKind::value) return wrong();
    constexpr std::size_t kLeast = 4;
    if (value.bytes.size() != argument.size && (value.bytes.size() >= kLeast || argument.size != kLeast))
      return fail(fmt::format("{} has {} bytes, but is given {}", name, argument.size, value.bytes.size()));
    return {};
  }
  Result<void> operator()(const BufferArgument&) const {
    return argument.kind == ArgumentKind::global || argument.kind == ArgumentKind::constant ? Result<void>{} : wrong();
  }
  Result<void> operator()(const LocalArgument&) const {
    return argument.kind == ArgumentKind::local ? Result<void>{} : wrong();
  }

 private:
  Result<void> wrong() const {
    if (argument.kind == ArgumentKind::image || argument.kind == ArgumentKind::sampler) {
      return fail(fmt::format("{} has the kind {}, which cannot be launched without a driver", name,
                              binary::find_name(argument.kind)),
                  "", "run the program that launches the kernel by `eugene run`");
    }
    return fail(fmt::format("{} has the kind {}, but is given a value of another kind", name,
                            binary::find_name(argument.kind)));
  }
};

}  // namespace

Result<void> check_kernel(const binary::DeviceKernel& kernel) {
  const unsigned simd = kernel.simd;
  if (simd == 0) return fail(fmt::format("the binary does not give the SIMD width of kernel {}", kernel.name));
  if (simd != 8 && simd != 16 && simd != 32)
    return fail(fmt::format("kernel {} has {} work-items per thread, but it must have 8, 16 or 32", kernel.name, simd));
  const std::uint64_t registers = (std::uint64_t{kernel.cross_thread_bytes} + eu::kGrfBytes - 1) / eu::kGrfBytes;
  const std::uint64_t all = gpu::kHeaderRegisters + own_registers(kernel) + registers;
  if (all > eu::kGrfCount)
    return fail(fmt::format("kernel {} begins with {} registers of data, but a thread has {}", kernel.name, all,
                            eu::kGrfCount));
  return {};
}

Result<Sizes> group_size(const binary::DeviceKernel& kernel, const Launch& launch, std::uint32_t limit,
                         LastGroups last) {
  for (const std::uint32_t size : launch.global) {
    if (size == 0) return fail("the global size is 0: it must be at least 1 in each dimension");
  }
  const Sizes& required = kernel.required_group_size;
  Sizes local = launch.local;
  if (local[0] == 0) local = required[0] != 0 ? required : chosen(launch.global, limit);
  if (required[0] != 0 && local != required)
    return fail(fmt::format("kernel {} requires groups of {} work-items, not of {}", kernel.name, to_text(required),
                            to_text(local)));
  for (std::size_t i = 0; i < local.size(); ++i) {
    if (local[i] == 0 || (last == LastGroups::whole && launch.global[i] % local[i] != 0))
      return fail(fmt::format("a global size of {} work-items is not a multiple of the local size {}", launch.global[i],
                              local[i]),
                  "OpenCL API, clEnqueueNDRangeKernel", "compile with -cl-std=CL2.0 to allow smaller last groups");
  }
  if (product(local) > limit)
    return fail(fmt::format("a group has {} work-items; the limit is {}", product(local), limit));
  return local;
}

std::vector<Part> split_parts(const Sizes& global, const Sizes& local) {
  std::vector<Part> parts{{.local = local}};
  for (std::size_t i = 0; i < local.size(); ++i) {
    const std::uint32_t whole = global[i] / local[i], rest = global[i] % local[i];
    std::vector<Part> divided;
    for (Part part : parts) {
      part.first[i] = 0;
      part.end[i] = whole;
      if (whole != 0) divided.push_back(part);
      part.first[i] = whole;
      part.end[i] = whole + 1;
      part.local[i] = rest;
      if (rest != 0) divided.push_back(part);
    }
    parts = std::move(divided);
  }
  return parts;
}

Result<void> check_arguments(const binary::DeviceKernel& kernel, const Launch& launch) {
  if (launch.arguments.size() > kernel.arguments.size())
    return fail(fmt::format("kernel {} has {} arguments, but is given {}", kernel.name, kernel.arguments.size(),
                            launch.arguments.size()));
  for (std::size_t number = 0; number < kernel.arguments.size(); ++number) {
    const DeclaredArgument& argument = kernel.arguments[number];
    const ArgumentValue value = number < launch.arguments.size() ? launch.arguments[number] : ArgumentValue{};
    if (auto done = std::visit(ArgumentCheck{argument, find_name(argument, number)}, value); !done) return done;
  }
  return {};
}

}  // namespace eugene::launch
