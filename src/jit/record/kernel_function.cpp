#include "jit/record/kernel_function.h"

#include "jit/frame.h"

namespace eugene::jit {

KernelFunction::KernelFunction(const HostCompiler& host, const std::string& name, std::size_t joins, Unit into)
    : unit(std::move(into)), ir(*unit.context) {
  llvm::Type* pointer = ir.getPtrTy();
  auto* type = llvm::FunctionType::get(ir.getInt32Ty(), {pointer, pointer, pointer, ir.getInt32Ty()}, false);
  function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, *unit.module);
  for (const unsigned argument : {0U, 1U, 2U}) function->addParamAttr(argument, llvm::Attribute::NoAlias);
  function->addDereferenceableParamAttr(0, sizeof(Frame));
  function->addDereferenceableParamAttr(1, sizeof(eu::Thread));
  function->addDereferenceableParamAttr(2, 4 * joins);
  function->addParamAttr(1, llvm::Attribute::getWithAlignment(*unit.context, llvm::Align(alignof(eu::Thread))));
  function->addFnAttr(llvm::Attribute::NoUnwind);
  host.prepare(*function);
  ir.SetInsertPoint(create_block("entry"));
}

llvm::Value* KernelFunction::in_thread(std::size_t offset) {
  return ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), thread(), static_cast<unsigned>(offset));
}

llvm::Value* KernelFunction::load_from_frame(llvm::Type* type, std::size_t offset) {
  return ir.CreateLoad(type, ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), frame(), static_cast<unsigned>(offset)));
}

void KernelFunction::store_in_frame(std::size_t offset, llvm::Value* value) {
  ir.CreateStore(value, ir.CreateConstInBoundsGEP1_32(ir.getInt8Ty(), frame(), static_cast<unsigned>(offset)));
}

}  // namespace eugene::jit
