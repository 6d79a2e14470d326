#include "binary/spirv_shader.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include "binary/spirv_layout.h"

namespace eugene::binary {
namespace {

using Words = std::span<const std::uint32_t>;
using Id = std::uint32_t;

constexpr std::uint32_t kSpirvMagic = 0x0723'0203;
constexpr std::size_t kHeaderWords = 5;

enum class Op : std::uint16_t {
  name = 5,
  entry_point = 15,
  execution_mode = 16,
  type_array = 28,
  type_runtime_array = 29,
  type_pointer = 32,
  constant = 43,
  constant_composite = 44,
  spec_constant = 50,
  spec_constant_composite = 51,
  function = 54,
  function_call = 57,
  variable = 59,
  load = 61,
  access_chain = 65,
  in_bounds_access_chain = 66,
  pointer_access_chain = 67,
  array_length = 68,
  decorate = 71,
  copy_object = 83,
  execution_mode_id = 331,
};
enum Decoration : std::uint32_t {
  kSpecId = 1,
  kBlock = 2,
  kBufferBlock = 3,
  kBuiltIn = 11,
  kBinding = 33,
  kDescriptorSet = 34
};
constexpr std::uint32_t kGlCompute = 5, kLocalSize = 17, kLocalSizeId = 38, kWorkgroupSize = 25;
constexpr std::uint32_t kUniform = 2, kWorkgroup = 4, kStorageBuffer = 12;

// Returns a string literal, at most to the end of `words`.
std::string decode_text(Words words) {
  std::string text(reinterpret_cast<const char*>(words.data()), words.size_bytes());
  return text.substr(0, text.find('\0'));
}

struct Type {
  bool is_array = false;
  Id of = 0;  // type that a pointer points to, or type of an array's elements
};

struct Variable {
  Id id = 0, type = 0;
  std::uint32_t storage = 0;
  bool has_initializer = false;
};

class SpirvModule {
 public:
  explicit SpirvModule(const SpirvPipeline& pipeline) : pipeline_(&pipeline) {}

  // Reads all instructions. Returns false if the last one is incomplete, or one has length 0.
  bool read(Words words) {
    while (!words.empty()) {
      const std::size_t length = words[0] >> 16;
      if (length == 0 || length > words.size()) return false;
      add(static_cast<Op>(words[0] & 0xFFFF), words.subspan(1, length - 1));
      types_of_shared_.add(static_cast<std::uint16_t>(words[0] & 0xFFFF), words.subspan(1, length - 1));
      words = words.subspan(length);
    }
    return true;
  }

  std::optional<ComputeShader> shader() const {
    if (entry_ == 0) return std::nullopt;
    ComputeShader shader{
        .name = pipeline_->entry, .local = group_size(), .blocks = {}, .has_all_blocks = entries_ == 1};
    for (const Variable& each : variables_) {
      if (used_.contains(each.id)) shader.blocks.push_back(make_block(each));
    }
    shader.shared = shared_variables();
    return shader;
  }

 private:
  void add(Op op, Words words) {
    const auto at = [&](std::size_t i) { return i < words.size() ? words[i] : 0; };
    if (is_in_functions_) mentioned_.insert(words.begin(), words.end());
    switch (op) {
      case Op::function: is_in_functions_ = true; break;
      case Op::name: names_[at(0)] = words.empty() ? std::string() : decode_text(words.subspan(1)); break;
      case Op::entry_point: entry_point(words); break;
      case Op::execution_mode:
        if (at(0) == entry_ && at(1) == kLocalSize) size_ = {at(2), at(3), at(4)};
        break;
      case Op::execution_mode_id:
        if (at(0) == entry_ && at(1) == kLocalSizeId) size_ids_ = {at(2), at(3), at(4)};
        break;
      case Op::type_array:
      case Op::type_runtime_array: types_[at(0)] = {.is_array = true, .of = at(1)}; break;
      case Op::type_pointer: types_[at(0)] = {.of = at(2)}; break;
      case Op::constant:
      case Op::spec_constant: constants_[at(1)] = at(2); break;
      case Op::constant_composite:
      case Op::spec_constant_composite: composites_[at(1)] = {at(2), at(3), at(4)}; break;
      case Op::variable:
        if (at(2) == kUniform || at(2) == kStorageBuffer)
          variables_.push_back({.id = at(1), .type = at(0), .storage = at(2)});
        if (at(2) == kWorkgroup) {
          constexpr std::size_t kInitializer = 3;
          shared_.push_back(
              {.id = at(1), .type = at(0), .storage = at(2), .has_initializer = words.size() > kInitializer});
        }
        break;
      case Op::decorate: decorations_[{at(0), at(1)}] = at(2); break;
      case Op::function_call:
        for (std::size_t i = 3; i < words.size(); ++i) used_.insert(words[i]);
        break;
      case Op::load:
      case Op::access_chain:
      case Op::in_bounds_access_chain:
      case Op::pointer_access_chain:
      case Op::array_length:
      case Op::copy_object: used_.insert(at(2)); break;
    }
  }

  void entry_point(Words words) {
    constexpr std::size_t kName = 2;
    ++entries_;
    if (words.size() > kName && words[0] == kGlCompute && decode_text(words.subspan(kName)) == pipeline_->entry)
      entry_ = words[1];
  }

  std::optional<std::uint32_t> decoration(Id id, std::uint32_t decoration) const {
    const auto at = decorations_.find({id, decoration});
    return at == decorations_.end() ? std::nullopt : std::optional(at->second);
  }

  std::optional<std::uint32_t> value(Id constant) const {
    if (const auto number = decoration(constant, kSpecId)) {
      const auto given = pipeline_->specialization.find(*number);
      if (given != pipeline_->specialization.end()) return given->second;
    }
    const auto at = constants_.find(constant);
    return at == constants_.end() ? std::nullopt : std::optional(at->second);
  }

  // Returns the group size. A constant decorated with WorkgroupSize overrides the execution mode.
  std::optional<GroupSize> group_size() const {
    std::optional<GroupSize> ids = size_ids_;
    for (const auto& [key, built_in] : decorations_) {
      const auto at = composites_.find(key.first);
      if (key.second == kBuiltIn && built_in == kWorkgroupSize && at != composites_.end()) ids = at->second;
    }
    if (!ids) return size_;
    GroupSize size{};
    for (std::size_t i = 0; i != size.size(); ++i) {
      const auto known = value((*ids)[i]);
      if (!known) return std::nullopt;
      size[i] = *known;
    }
    return size;
  }

  ShaderBlock make_block(const Variable& variable) const {
    Type type = find_type(variable.type);
    ShaderBlock block{.binding = {}, .name = {}};
    block.is_array = find_type(type.of).is_array;
    const Id structure = block.is_array ? find_type(type.of).of : type.of;
    const auto set = decoration(variable.id, kDescriptorSet), binding = decoration(variable.id, kBinding);
    if (binding) block.binding = "set " + std::to_string(set.value_or(0)) + " binding " + std::to_string(*binding);
    block.name = find_name(variable.id).empty() ? find_name(structure) : find_name(variable.id);
    block.is_storage = variable.storage == kStorageBuffer || decoration(structure, kBufferBlock).has_value();
    return block;
  }

  // Returns the variables in shared memory. Returns nothing if the place of one is unknown, for example in blocks with
  // explicit offsets.
  std::optional<std::vector<SharedVariable>> shared_variables() const {
    constexpr std::uint64_t kCleared = 16;  // bytes that drivers clear at once
    std::vector<SharedVariable> all;
    std::uint64_t end = 0;
    for (const Variable& each : shared_) {
      if (!mentioned_.contains(each.id)) continue;
      const Id type = find_type(each.type).of;
      const auto extent = types_of_shared_.extent(type, [this](Id id) { return value(id); });
      if (!extent || decoration(type, kBlock)) return std::nullopt;
      const std::uint64_t begin = (end + extent->alignment - 1) / extent->alignment * extent->alignment;
      end = begin + extent->bytes;
      if (each.has_initializer) end = (end + kCleared - 1) / kCleared * kCleared;
      all.push_back({.name = find_name(each.id), .offset = begin, .bytes = end - begin});
    }
    return all;
  }

  Type find_type(Id id) const {
    const auto at = types_.find(id);
    return at == types_.end() ? Type{} : at->second;
  }

  std::string find_name(Id id) const {
    const auto at = names_.find(id);
    return at == names_.end() ? std::string() : at->second;
  }

  const SpirvPipeline* pipeline_;
  Id entry_ = 0;
  unsigned entries_ = 0;
  std::optional<GroupSize> size_, size_ids_;
  std::map<Id, std::string> names_;
  std::map<Id, Type> types_;
  std::map<Id, std::uint32_t> constants_;
  std::map<Id, GroupSize> composites_;  // ids of the parts
  std::map<std::pair<Id, std::uint32_t>, std::uint32_t> decorations_;
  std::vector<Variable> variables_;
  std::set<Id> used_;
  SpirvTypes types_of_shared_;
  std::vector<Variable> shared_;
  std::set<std::uint32_t> mentioned_;  // words of instructions in functions: ids, and numbers that may equal an id
  bool is_in_functions_ = false;
};

}  // namespace

std::optional<ComputeShader> spirv_shader(const SpirvPipeline& pipeline) {
  std::vector<std::uint32_t> words(pipeline.module.size() / sizeof(std::uint32_t));
  if (words.size() < kHeaderWords) return std::nullopt;
  std::memcpy(words.data(), pipeline.module.data(), words.size() * sizeof(std::uint32_t));
  if (words[0] != kSpirvMagic) return std::nullopt;
  SpirvModule module(pipeline);
  if (!module.read(Words(words).subspan(kHeaderWords))) return std::nullopt;
  return module.shader();
}

}  // namespace eugene::binary
