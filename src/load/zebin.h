// A program of Intel's compilers since 2022 (zebin): an ELF file with a section of code per kernel (.text.KERNEL), what
// a driver has to know as YAML (.ze_info), and on request vISA as text and DWARF. Intel's compiler documents it in
// IGC/ZEBinWriter/zebin/spec/elf.md. Internal to the layer.
#pragma once

#include "load/container.h"
#include "load/device_binary.h"

namespace eugene::load {

// `image` is a whole ELF file.
Result<DeviceBinary> read_zebin(const ProgramImage& image);

}  // namespace eugene::load
