// Times the compilation of kernels: processor time of each, with their size in instructions of both machines.
//
//     compile_bench [--cpu NAME] [--dump DIR] [--json FILE] KERNEL.bin...
//
// `eugene run --save-kernels DIR` saves kernels; bench/compile collects those of many programs.
// --cpu compiles for a lesser processor than the host's, as --host-cpu of `eugene run` does: x86-64-v3 has AVX2 alone.
#include <fmt/format.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eu/kernel.h"
#include "eu/prepared_op.h"
#include "isa/encoding/decode.h"
#include "jit/host/compiled_kernel.h"

namespace {

using namespace eugene;

double milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

struct Row {
  std::string name;
  std::size_t instructions, recorded, bytes, host;  // host: instructions of the host
  double optimised, generated;                      // milliseconds
  double total() const { return optimised + generated; }
};

std::vector<std::byte> read(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// Threads of a dispatch whose sizes are multiples of the kernel's SIMD width.
jit::Assumptions assumptions_for(const eu::Kernel& kernel) {
  return {.thread_channels = kernel.prepared().channel_use.thread_channels(~0U), .live_out = jit::LiveOut::needed};
}

// LLVM's code and the host's of the kernel in file `path`, into `directory`.
void dump(jit::HostCompiler& compiler, const eu::Kernel& kernel, const std::string& path,
          const std::filesystem::path& directory) {
  const auto to = directory / std::filesystem::path(path).stem();
  const jit::Inspection inspection{
      .module =
          [&](const llvm::Module& module) {
            std::string text;
            llvm::raw_string_ostream stream(text);
            module.print(stream, nullptr);
            std::ofstream(to.string() + ".ll") << stream.str();
          },
      .assembly = [&](const std::string& text) { std::ofstream(to.string() + ".s") << text; }};
  static_cast<void>(jit::compile_object(compiler, kernel, assumptions_for(kernel), "kernel", inspection));
}

// In LLVM's assembly an instruction is a line that begins with a tab and a letter: directives have a dot, labels no
// tab.
std::size_t instructions_of(std::string_view assembly) {
  std::size_t count = 0;
  for (std::size_t at = assembly.find("\n\t"); at != std::string_view::npos; at = assembly.find("\n\t", at + 1))
    count += at + 2 < assembly.size() && std::isalpha(static_cast<unsigned char>(assembly[at + 2])) != 0;
  return count;
}

Row compile(jit::HostCompiler& compiler, const std::string& path, const std::filesystem::path& dump_directory) {
  Diagnostics ignored;
  const eu::Kernel kernel = *eu::prepare(isa::decode_program(isa::kGen9, read(path), ignored));
  Row row{.name = std::filesystem::path(path).stem().string(),
          .instructions = kernel.program().instructions.size(),
          .recorded = 0,
          .bytes = 0,
          .host = 0,
          .optimised = 0,
          .generated = 0};
  if (!dump_directory.empty()) dump(compiler, kernel, path, dump_directory);
  const double start = milliseconds();
  double middle = start;
  const jit::Inspection inspection{.module =
                                       [&](const llvm::Module& module) {
                                         middle = milliseconds();
                                         row.recorded = module.getInstructionCount();
                                       },
                                   .assembly = {}};
  const auto object = jit::compile_object(compiler, kernel, assumptions_for(kernel), "kernel", inspection);
  row.optimised = middle - start;
  row.generated = milliseconds() - middle;
  if (object) row.bytes = object->object.size();
  // Writing the assembly generates code once more, so it is not timed.
  const jit::Inspection text{.module = {},
                             .assembly = [&](const std::string& all) { row.host = instructions_of(all); }};
  static_cast<void>(jit::compile_object(compiler, kernel, assumptions_for(kernel), "kernel", text));
  return row;
}

void write_json(std::span<const Row> rows, const std::string& path) {
  nlohmann::ordered_json list = nlohmann::json::array();
  for (const Row& row : rows) {
    list.push_back({{"kernel", row.name},
                    {"instructions", row.instructions},
                    {"llvm_instructions", row.recorded},
                    {"host_instructions", row.host},
                    {"bytes", row.bytes},
                    {"optimise_ms", row.optimised},
                    {"generate_ms", row.generated}});
  }
  std::ofstream(path) << list.dump(1) << '\n';
}

void print(const Row& row) {
  fmt::print("{:<40} {:>6} {:>7} {:>8} {:>8} {:>9.1f} {:>9.1f} {:>9.1f}\n", row.name, row.instructions, row.recorded,
             row.host, row.bytes, row.optimised, row.generated, row.total());
}

}  // namespace

int main(int argc, char** argv) {
  std::filesystem::path directory;
  std::string processor = "native";
  std::string json;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--dump" && i + 1 < argc)
      directory = argv[++i];
    else if (argument == "--json" && i + 1 < argc)
      json = argv[++i];
    else if (argument == "--cpu" && i + 1 < argc)
      processor = argv[++i];
    else
      files.emplace_back(argument);
  }
  if (files.empty() || files[0].starts_with("--")) {
    fmt::print(stderr, "usage: compile_bench [--cpu NAME] [--dump DIR] [--json FILE] KERNEL.bin...\n");
    return 2;
  }
  const auto compiler = jit::HostCompiler::create(processor);
  if (!compiler) {
    fmt::print(stderr, "compile_bench: {}\n", compiler.error().message);
    return 1;
  }
  std::vector<Row> rows;
  for (const std::string& file : files) rows.push_back(compile(**compiler, file, directory));
  std::ranges::sort(rows, {}, &Row::total);
  fmt::print("{:<40} {:>6} {:>7} {:>8} {:>8} {:>9} {:>9} {:>9}\n", "kernel", "Gen", "LLVM", "host", "bytes", "optimise",
             "generate", "total/ms");
  for (const Row& row : rows) print(row);
  if (!json.empty()) write_json(rows, json);
  double all = 0;
  std::size_t instructions = 0;
  for (const Row& row : rows) {
    all += row.total();
    instructions += row.instructions;
  }
  fmt::print("{} kernels: median {:.1f} ms, 9 in 10 below {:.1f} ms, most {:.1f} ms, {:.0f} us an instruction\n",
             rows.size(), rows[rows.size() / 2].total(), rows[rows.size() * 9 / 10].total(), rows.back().total(),
             all * 1e3 / static_cast<double>(instructions));
}
