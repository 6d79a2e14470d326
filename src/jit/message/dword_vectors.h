// Dword vectors: the dwords that one channel of a message accesses, as one vector, which a host loads or stores at
// once. The registers hold the first dwords of all channels, then the second ones, and so on, so dword vectors are
// transposed.
//
// The transposition consists of shuffles that are single instructions of AVX2. One shuffle of all elements would be
// simpler, but LLVM's code for it took twice as long in a copy of four floats (docs/record/performance.md).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "jit/message/message_shape.h"
#include "jit/record/value.h"

namespace eugene::jit {

// Returns whether each channel accesses several dwords without gaps.
bool has_dword_vectors(const ElementAccess& access);

// Loads `dwords` dwords from `host`. Undefined dwords may follow them in the vector.
llvm::Value* load_dwords(Builder& ir, llvm::Value* host, unsigned dwords);
void store_dwords(Builder& ir, llvm::Value* host, llvm::Value* vector, unsigned dwords);

// Returns the dwords of all channels as they are in registers: vectors with one dword for each channel.
std::vector<llvm::Value*> to_registers(Builder& ir, std::span<llvm::Value* const> of_channels, unsigned dwords);
// Returns a dword vector for each channel, from vectors with one dword for each channel.
std::vector<llvm::Value*> to_dword_vectors(Builder& ir, std::span<llvm::Value* const> registers);

// Transposes eight vectors of eight elements.
void transpose(Builder& ir, std::span<llvm::Value*, 8> vectors);

}  // namespace eugene::jit
