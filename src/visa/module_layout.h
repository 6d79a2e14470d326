// The header and the declarations of a module in the binary. Each part is described once, for reading and for writing.
// `Io` is Reader or Writer (reader.h, writer.h). vISA manual 4_visa_header.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "visa/operand_layout.h"

namespace eugene::visa {

// A kernel in the header of the file.
struct Entry {
  std::string name;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t inputs = 0;  // offset of the inputs; not of functions
  std::vector<NativeCode> native;
};
struct FunctionEntry : Entry {};

struct Header {
  Version version;
  std::vector<Entry> kernels;
  std::vector<FunctionEntry> functions;
};

// The place of a kernel's parts, in bytes from the start of the kernel.
struct Parts {
  std::uint32_t code = 0;
  std::uint32_t code_size = 0;
  std::size_t inputs = 0;
};

// An entry of a table of relocations, which finalisers no longer use.
struct Symbol {
  std::uint32_t value = 0;
};

// Converts the value of an attribute to and from its bytes.
std::string attribute_bytes(const Attribute& attribute);
void set_attribute(Attribute& attribute, std::string_view bytes);

void layout(auto& io, Visited<decltype(io), Attribute>& a) {
  io.string(a.name, "an attribute", io.id_bytes());
  std::string bytes = attribute_bytes(a);
  io.text(bytes, 1, "the size of an attribute", "an attribute");
  if constexpr (kReads<decltype(io)>) set_attribute(a, bytes);
}

void layout(auto& io, Visited<decltype(io), GeneralVariable>& v) {
  io.string(v.name, "the name of a variable", io.id_bytes());
  io.word("the type of a variable", 1, Part(v.type, {3, 0}),
          Part(v.align, {7, 4}, kAligns.size(), "unknown code {} of an alignment"));
  io.number(v.elements, "the elements of a variable");
  io.id(v.alias, "the alias of a variable");
  if (v.alias != 0) io.exists(VariableKind::general, v.alias, "variable before this one with id");
  io.number(v.alias_offset, "the offset in an alias");
  io.unused("the scope of an alias", 1);
  io.list(v.attributes, "the number of attributes", 1);
}

// The binary has one text for the name and the label of a variable. Reader::name_declarations tells names from labels.
constexpr auto& written_name(auto& variable) { return variable.label.empty() ? variable.name : variable.label; }

void layout(auto& io, Visited<decltype(io), OtherVariable>& v) {
  io.string(written_name(v), "the name of a variable", io.id_bytes());
  io.number(v.elements, "the elements of a variable");
  io.list(v.attributes, "the number of attributes", 1);
}

void layout(auto& io, Visited<decltype(io), Label>& label) {
  io.string(label.name, "the name of a label", io.id_bytes());
  io.word("the kind of a label", 1, Part(label.kind, {7, 0}, 4, "unknown kind {} of a label"));
  Attributes none;
  io.list(none, "the number of attributes", 1);
}

void layout(auto& io, Visited<decltype(io), Input>& input) {
  io.word("the kind of an input", 1, Part(input.kind, {2, 0}, kInputKinds, "unknown kind {1} of an input"),
          Part(input.implicit, {7, 3}));
  io.id(input.variable, "an input");
  io.exists(input.kind, input.variable, "input variable");
  io.number(input.offset, "the offset of an input");
  io.number(input.size, "the size of an input");
}

void layout(auto& io, Visited<decltype(io), Kernel>& kernel, Parts& parts) {
  io.strings();
  std::string name = kernel.name;  // readers use the name in the header
  io.string(name, "the name of the kernel", io.id_bytes());
  auto& v = kernel.variables;
  io.list(v.generals, "the number of variables", io.id_bytes());
  io.list(v.addresses, "the number of address variables", 2);
  io.list(v.predicates, "the number of predicates", 2);
  io.list(kernel.labels, "the number of labels", 2);
  io.list(v.samplers, "the number of samplers", 1);
  io.list(v.surfaces, "the number of surfaces", 1);
  io.constant(0, 1, "the number of VME variables", "the kernel has VME variables, which vISA no longer has");
  parts.inputs = io.offset();
  if (!kernel.is_function) io.list(kernel.inputs, "the number of inputs", io.since(kWideInputCount) ? 4 : 1);
  io.number(parts.code_size, "the size of the instructions");
  io.number(parts.code, "the offset of the instructions");
  if (kernel.is_function) {
    io.number(kernel.argument_size, "the size of the arguments");
    io.number(kernel.return_size, "the size of the result");
  }
  io.list(kernel.attributes, "the number of attributes", 2);
}

void layout(auto& io, Visited<decltype(io), NativeCode>& code) {
  io.number(code.platform, "a platform");
  const std::size_t begin = io.offset();
  io.number(code.offset, "the offset of native code");
  io.number(code.size, "the size of native code");
  io.require(std::uint64_t{code.offset} + code.size <= io.size(), begin, "this native code is outside the file");
}

void layout(auto& io, Visited<decltype(io), Symbol>& symbol) { io.number(symbol.value, "a symbol"); }

void layout_symbols(auto& io) {
  for (int table = 0; table < 2; ++table) {
    std::vector<Symbol> none;
    io.list(none, "a table of symbols", 2);
  }
}

void layout_name(auto& io, Visited<decltype(io), std::string>& name) {
  io.text(name, io.since(kWideNameLength) ? 2 : 1, "the length of a name", "a name");
}

void layout(auto& io, Visited<decltype(io), Entry>& entry) {
  layout_name(io, entry.name);
  io.number(entry.offset, "the offset of a kernel");
  io.number(entry.size, "the size of a kernel");
  io.number(entry.inputs, "the offset of the inputs");
  layout_symbols(io);
  io.list(entry.native, "the number of native binaries", 1);
}

void layout(auto& io, Visited<decltype(io), FunctionEntry>& entry) {
  io.unused("the linkage of a function", 1, kGlobalLinkage);
  layout_name(io, entry.name);
  io.number(entry.offset, "the offset of a function");
  io.number(entry.size, "the size of a function");
  layout_symbols(io);
}

void layout(auto& io, Visited<decltype(io), Header>& header) {
  io.constant(kMagic, 4, "the magic number", "this is not a vISA object file");
  io.number(header.version.major, "the version");
  io.number(header.version.minor, "the version");
  io.use_version(header.version);
  io.list(header.kernels, "the number of kernels", 2);
  const std::size_t end = io.offset();
  io.constant(0, 2, "the number of variables",
              "the file declares variables of the whole file, which vISA no longer has");
  io.list(header.functions, "the number of functions", 2);
  io.require(header.kernels.size() + header.functions.size() <= kMaxKernels, end,
             "a module can have at most 512 kernels and functions");
}

}  // namespace eugene::visa
