// Names in the directory that `eugene run` shares with the libraries in a program. The environment names the directory.
#pragma once

namespace eugene::i915 {

inline constexpr const char* kDirectoryVariable = "EUGENE_I915";
// A directory with dev/dri and sys. The program sees its files in place of the real ones (preload/tree.h).
inline constexpr const char* kTreeVariable = "EUGENE_TREE";
// Settings are in the environment and not in a file, so a full disk cannot make a program run with other settings.
inline constexpr const char* kSettingsVariable = "EUGENE_SETTINGS";  // the GPU and all settings, as JSON

// Something watches the program: its GPU is libeugene_gpu_watched.so. Not set or empty: libeugene_gpu.so.
inline constexpr const char* kWatchedVariable = "EUGENE_WATCHED";

// Kinds of checks, separated by commas, as in --check. Not set: no checks.
inline constexpr const char* kChecksVariable = "EUGENE_CHECKS";

// Set in checked, profiled, traced and debugged runs: OpenCL programs are built with debug data. Not set: the program's
// own options decide.
inline constexpr const char* kLinesVariable = "EUGENE_LINES";

// OpenCL programs are built without optimisations. Not set: the program's own options decide.
inline constexpr const char* kUnoptimisedVariable = "EUGENE_UNOPTIMISED";

// The contents of new OpenCL buffers, as --fill gives them. Not set: zeros.
inline constexpr const char* kFillVariable = "EUGENE_FILL";

// The Level Zero driver that Eugene's layer calls. Not set: Intel's driver.
inline constexpr const char* kLevelZeroDriverVariable = "EUGENE_ZE_DRIVER";

inline constexpr const char* kStatsPrefix = "stats-";         // PID: statistics of an ended program, as JSON
inline constexpr const char* kProfilePrefix = "profile-";     // PID: the profile, as JSON
inline constexpr const char* kFindingsPrefix = "findings-";   // PID: findings of --check, as JSON
inline constexpr const char* kProgramPrefix = "program-";     // PID-NUMBER: a program's binary (CL_PROGRAM_BINARIES)
inline constexpr const char* kSourcePrefix = "source-";       // PID-NUMBER: the source text of the binary
inline constexpr const char* kShiftPrefix = "shift-";         // PID-NUMBER: binary::ProgramFiles::shift
inline constexpr const char* kBuildPrefix = "building-";      // PID-TID: the thread is in the driver's compiler
inline constexpr const char* kRunningPrefix = "running-";     // PID: progress of its dispatch, as a line of text
inline constexpr const char* kInterruptsFile = "interrupts";  // touched at each signal for the program
inline constexpr const char* kCompleteFile = "complete";      // removed by a program that cannot write its statistics
inline constexpr const char* kTracesFile = "traces";          // removed by a program that cannot write its trace
inline constexpr const char* kHeldFile = "held";              // writable by its owner while `eugene run` lives
inline constexpr const char* kOpenClFile = "opencl-sought";   // exists if a program has looked for OpenCL drivers
inline constexpr const char* kDebuggerSocket = "debugger";    // socket of `eugene debug`; absent: no debugger
inline constexpr const char* kVisaDirectory = "visa";         // directory of the compiler's files, for --visa
inline constexpr const char* kVisaContainers = "containers";  // subdirectory of it: containers from the user
inline constexpr const char* kShadersDirectory =
    "shaders";  // directory of a checked run: OpenGL programs, as Mesa captures them
inline constexpr const char* kPipelineSuffix =
    ".pipeline";  // files in it, PID-NUMBER: Vulkan pipelines (binary/pipeline_file.h)

}  // namespace eugene::i915
