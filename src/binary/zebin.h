// Reads zebins, the programs of Intel's compilers since 2022: ELF files with a code section per kernel (.text.KERNEL),
// data for the driver as YAML (.ze_info), and on request vISA text and DWARF. Intel's compiler documents the format in
// IGC/ZEBinWriter/zebin/spec/elf.md. Internal to the layer.
#pragma once

#include "binary/container.h"
#include "binary/device_binary.h"

namespace eugene::binary {

// `image` is a whole ELF file.
Result<DeviceBinary> read_zebin(const ProgramImage& image);

}  // namespace eugene::binary
