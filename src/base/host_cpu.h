// The processors that kernels can be compiled for: the levels of the x86-64 psABI. Eugene itself runs on any of them;
// a lower level than the host's shows what code for a lesser host does.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace eugene {

struct HostCpu {
  std::string_view name;      // of the option --host-cpu, and LLVM's
  std::string_view features;  // those that decide how code is recorded, as LLVM lists them; empty: the host's own
  bool (*is_here)();          // the host has all that code for it may use
};

// Whether the host has a level. Where the compiler knows no levels (clang before 17), its vector instructions decide.
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

// Null if no processor is called so.
const HostCpu* find_host_cpu(std::string_view name);

// Why code for `name` cannot be made and run here; empty: it can. `cpus`: those that there are.
std::string refusal_of_host_cpu(std::string_view name, const std::array<HostCpu, 4>& cpus = kHostCpus);

}  // namespace eugene
