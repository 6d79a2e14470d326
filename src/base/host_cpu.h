// The processors that kernels can be compiled for: the levels of the x86-64 psABI. Eugene itself runs on all of them. A
// lower level than the host's shows how code for that level behaves.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace eugene {

struct HostCpu {
  std::string_view name;      // value of the option --host-cpu, and LLVM's name
  std::string_view features;  // LLVM features that affect how code is recorded; empty: the host's
  bool (*is_here)();          // whether the host has all features of the level
};

// Whether the host supports a level. Compilers that do not know levels (clang before 17) test its vector instructions.
bool is_host_v2();
bool is_host_v3();
bool is_host_v4();

// System V ABI, AMD64 Architecture Processor Supplement, table 3.1 (micro-architecture levels).
inline constexpr std::array<HostCpu, 4> kHostCpus{{
    {"x86-64-v2", "+sse4.2,+ssse3,+popcnt,+cx16", &is_host_v2},
    {"x86-64-v3", "+avx2,+fma,+f16c,+bmi,+bmi2,+lzcnt,+movbe", &is_host_v3},
    {"x86-64-v4", "+avx2,+fma,+f16c,+bmi,+bmi2,+lzcnt,+movbe,+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl",
     &is_host_v4},
    {"native", "", [] { return true; }},
}};

// Returns null if `name` is unknown.
const HostCpu* find_host_cpu(std::string_view name);

// Returns why code for `name` cannot be compiled and run here; empty if it can. `cpus` are the known processors.
std::string refusal_of_host_cpu(std::string_view name, const std::array<HostCpu, 4>& cpus = kHostCpus);

}  // namespace eugene
