// A small stand-in for libFuzzer, where the compiler has none: a fuzz target in builds by other compilers than clang.
//
//   NAME_fuzz [-max_total_time=SECONDS] [-seed=NUMBER] [-artifact_prefix=PREFIX] [FILE or DIRECTORY...]
//
// Runs every file once, then changed copies and mixtures of them, and bytes at random. It has no coverage to go by, so
// it finds less in more time; what it ran last is in PREFIX'last' when it ends badly.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Options {
  unsigned seconds = 0;
  unsigned seed = 1;
  std::string prefix = "./";
  std::vector<Bytes> corpus;
};

void add_files(const std::filesystem::path& path, std::vector<Bytes>& to) {
  if (std::filesystem::is_directory(path)) {
    std::vector<std::filesystem::path> paths;
    for (const auto& each : std::filesystem::directory_iterator(path)) paths.push_back(each.path());
    std::ranges::sort(paths);
    for (const auto& each : paths) add_files(each, to);
    return;
  }
  std::ifstream file(path, std::ios::binary);
  to.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

bool take_option(std::string_view argument, std::string_view name, std::string_view& value) {
  if (!argument.starts_with(name)) return false;
  value = argument.substr(name.size());
  return true;
}

Options read(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string_view value;
    if (take_option(argv[i], "-max_total_time=", value)) {
      std::from_chars(value.data(), value.data() + value.size(), options.seconds);
    } else if (take_option(argv[i], "-seed=", value)) {
      std::from_chars(value.data(), value.data() + value.size(), options.seed);
    } else if (take_option(argv[i], "-artifact_prefix=", value)) {
      options.prefix = value;
    } else if (argv[i][0] != '-') {
      add_files(argv[i], options.corpus);
    }
  }
  return options;
}

Bytes changed(const std::vector<Bytes>& corpus, std::mt19937& random) {
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
  Bytes made;
  if (!corpus.empty() && below(8) != 0) made = corpus[below(corpus.size())];
  if (made.size() < 64) {
    made.resize(64 + below(512));
    std::ranges::generate(made, std::ref(random));
  }
  for (std::size_t changes = 1 + below(8); changes-- > 0;) {
    const std::size_t at = below(made.size());
    switch (below(4)) {
      case 0: made[at] ^= static_cast<std::uint8_t>(1U << below(8)); break;
      case 1: made[at] = static_cast<std::uint8_t>(random()); break;
      case 2: made.erase(made.begin() + static_cast<std::ptrdiff_t>(at)); break;
      default: made.insert(made.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(random()));
    }
  }
  if (!corpus.empty() && below(4) == 0) {
    const Bytes& other = corpus[below(corpus.size())];
    const std::size_t from = below(other.size());
    made.insert(made.end(), other.begin() + static_cast<std::ptrdiff_t>(from), other.end());
  }
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = read(argc, argv);
  const std::string last = options.prefix + "last";
  unsigned long long runs = 0;
  const auto run = [&](const Bytes& bytes) {
    std::ofstream(last, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++runs;
  };
  for (const Bytes& each : options.corpus) run(each);
  std::mt19937 random(options.seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options.seconds);
  while (std::chrono::steady_clock::now() < end) run(changed(options.corpus, random));
  std::filesystem::remove(last);
  std::printf("stat::number_of_executed_units: %llu\n", runs);
  return 0;
}
