#include "foreign_file.h"

#include <array>
#include <string_view>

namespace eugene::cli {
namespace {

using namespace std::string_view_literals;

struct Format {
  std::string_view magic;  // bytes at `offset`
  std::string_view name;
  std::size_t offset = 0;
};

// The magic numbers come from the formats' specifications (PNG 3 5.2, RFC 1952 2.3.1, ISO 32000-1 7.5.2, ...).
constexpr std::array kFormats{
    Format{"\x89PNG\r\n\x1a\n"sv, "a PNG picture"},
    Format{"\xff\xd8\xff"sv, "a JPEG picture"},
    Format{"GIF8"sv, "a GIF picture"},
    Format{"WEBP"sv, "a WebP picture", 8},
    Format{"\x7f"
           "ELF"sv,
           "an ELF file without kernels of an Intel GPU"},
    Format{"\x1f\x8b\x08"sv, "a gzip archive"},
    Format{"\xfd"
           "7zXZ\0"sv,
           "an xz archive"},
    Format{"\x28\xb5\x2f\xfd"sv, "a zstd archive"},
    Format{"BZh"sv, "a bzip2 archive"},
    Format{"PK\x03\x04"sv, "a ZIP archive"},
    Format{"!<arch>\n"sv, "an ar archive"},
    Format{"ustar"sv, "a tar archive", 257},
    Format{"%PDF-"sv, "a PDF document"},
    Format{"\x03\x02\x23\x07"sv, "a SPIR-V module"},
    Format{"BC\xc0\xde"sv, "LLVM bitcode"},
    Format{"MZ"sv, "a Windows program"},
    Format{"DXBC"sv, "a DirectX shader"},
    Format{"SQLite format 3\0"sv, "an SQLite database"},
};

}  // namespace

std::string foreign_kind(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Format& each : kFormats) {
    if (text.size() >= each.offset && text.substr(each.offset).starts_with(each.magic)) return std::string(each.name);
  }
  return {};
}

std::optional<Diagnostic> foreign_file(std::span<const std::byte> bytes, std::string_view file,
                                       const Diagnostics& problems) {
  if (problems.empty()) return std::nullopt;
  const std::string kind = foreign_kind(bytes);
  if (kind.empty()) return std::nullopt;
  return error_at({.file = std::string(file)}, "this is " + kind + ", not machine code of an Intel GPU");
}

}  // namespace eugene::cli
