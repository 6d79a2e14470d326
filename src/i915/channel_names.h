// Names in the directory that `eugene run` shares with the libraries in a program. The environment names the directory.
#pragma once

namespace eugene::i915 {

inline constexpr const char* kDirectoryVariable = "EUGENE_I915";
// A directory with dev/dri and sys, of which the program sees files in place of the real ones (preload/tree.h).
inline constexpr const char* kTreeVariable = "EUGENE_TREE";
// Settings are in the environment and not in a file, so a full disk cannot make a program run with other settings.
inline constexpr const char* kSettingsVariable = "EUGENE_SETTINGS";  // which GPU and how, as JSON

// Something watches the program: its GPU is libeugene_gpu_watched.so. Not set: libeugene_gpu.so.
inline constexpr const char* kWatchedVariable = "EUGENE_WATCHED";

// Kinds of mistakes that a checked run looks for in kernels, separated by commas, as --check gives them. Not set: none.
inline constexpr const char* kChecksVariable = "EUGENE_CHECKS";

// Programs of OpenCL are built with debug data: checked, profiled, traced or debugged ones. Not set: as they ask.
inline constexpr const char* kLinesVariable = "EUGENE_LINES";

// Programs of OpenCL are built without optimisations. Not set: as they ask.
inline constexpr const char* kUnoptimisedVariable = "EUGENE_UNOPTIMISED";

// The contents of new OpenCL buffers, as --fill gives them. Not set: zeros.
inline constexpr const char* kFillVariable = "EUGENE_FILL";

// The driver of Level Zero, which Eugene's layer stands in front of. Not set: Intel's.
inline constexpr const char* kLevelZeroDriverVariable = "EUGENE_ZE_DRIVER";

inline constexpr const char* kStatsPrefix = "stats-";        // PID: of a program that has ended, as JSON
inline constexpr const char* kProfilePrefix = "profile-";    // PID: what kernels have done, as JSON
inline constexpr const char* kFindingsPrefix = "findings-";  // PID: of --check, as JSON
inline constexpr const char* kProgramPrefix = "program-";    // PID-NUMBER: binaries, as CL_PROGRAM_BINARIES gives them
inline constexpr const char* kSourcePrefix = "source-";      // PID-NUMBER: the text that such a binary was made of
inline constexpr const char* kShiftPrefix = "shift-";        // PID-NUMBER: binary::ProgramFiles::shift of such a binary
inline constexpr const char* kBuildPrefix = "building-";     // PID-TID: a thread is in the driver's compiler
inline constexpr const char* kRunningPrefix = "running-";    // PID: how far its dispatch is, as a line to be printed
inline constexpr const char* kInterruptsFile =
    "interrupts";  // its time of change is that of the last signal for the program
inline constexpr const char* kCompleteFile = "complete";      // removed by a program that cannot write its statistics
inline constexpr const char* kTracesFile = "traces";          // removed by one that cannot write its trace
inline constexpr const char* kHeldFile = "held";              // writable by its owner while `eugene run` is to live
inline constexpr const char* kOpenClFile = "opencl-sought";   // a program has looked for OpenCL's drivers
inline constexpr const char* kDebuggerSocket = "debugger";    // where `eugene debug` listens; absent: no debugger
inline constexpr const char* kVisaDirectory = "visa";         // of the compiler's files, where vISA is executed
inline constexpr const char* kVisaContainers = "containers";  // in that one: further kernels from the user
inline constexpr const char* kShadersDirectory =
    "shaders";  // of a checked run: programs of OpenGL as Mesa captures them,
inline constexpr const char* kPipelineSuffix =
    ".pipeline";  // in that one: of Vulkan, PID-NUMBER (binary/pipeline_file.h)

}  // namespace eugene::i915
