// A build without the JIT has no compiler.
#include "gpu/tiers/compiler.h"

namespace eugene::gpu {

bool Compiler::exists() { return false; }
std::optional<CompilerTrouble> Compiler::trouble() {
  return CompilerTrouble{.what = "this Eugene was built without LLVM", .package = {}};
}
std::shared_ptr<const HostCode> Compiler::find(const TieredKernel&, eu::ThreadChannels) { return nullptr; }
// NOLINTNEXTLINE(performance-unnecessary-value-param): the other implementation keeps the part
Result<std::shared_ptr<const HostCode>> Compiler::compile(const TieredKernel&, eu::ThreadChannels, KernelPart, bool) {
  return fail("not compiled: this Eugene was built without LLVM");
}
void Compiler::cancel() {}
std::string CompilerTrouble::text() const { return what; }

}  // namespace eugene::gpu
