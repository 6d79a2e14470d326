// Parses declarations of variables, and attributes in braces: `.decl NAME v_type=G type=ud num_elts=8 attrs={Input}`.
#include <algorithm>

#include "visa/parse.h"
#include "visa/parser.h"
#include "visa/predefined.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

constexpr std::size_t kMaxVariables = 1 << 20;

constexpr std::string_view kSyntax = "visa.text.syntax";

std::optional<Align> align_named(std::string_view name) {
  for (std::size_t n = 0; n < kAligns.size(); ++n) {
    if (kAligns[n].name == name) return static_cast<Align>(n);
  }
  return std::nullopt;
}

}  // namespace

// If a declaration is wrong, its variable is not reported again as undeclared.
bool Parser::declaration() {
  const std::string name(in_.identifier());
  if (name.empty()) return in_.error("the name of the variable is missing", kSyntax);
  if (declared(name)) return true;
  unknown_.insert(name);
  return false;
}

bool Parser::declared(const std::string& name) {
  const std::size_t begin = in_.offset() - name.size();
  if (!in_.accept("v_type") || !in_.accept('='))
    return in_.error("v_type= is missing", kSyntax, "write v_type=G, A, P, S or T");
  const std::string_view kind = in_.identifier();
  Variables& v = kernel_().variables;
  if (v.generals.size() + v.addresses.size() + v.predicates.size() > kMaxVariables)
    return in_.error("too many variables", "visa.limit.variables");
  if (kind == "G") {
    GeneralVariable variable;
    if (!general_variable(name, variable)) return false;
    const auto id = static_cast<std::uint32_t>(kFirstGeneral + v.generals.size());
    if (!scope_.declare(name, {VariableKind::general, id}))
      return in_.error(begin, name + " is already declared", "visa.text.name");
    variable.name = scope_.unused(name);
    v.generals.push_back(std::move(variable));
    return true;
  }
  struct Row {
    std::string_view letter;
    VariableKind kind;
    std::vector<OtherVariable>& list;
    std::uint32_t first;
    std::size_t limit;
  };
  const Row rows[] = {{"A", VariableKind::address, v.addresses, 0, 4096},
                      {"P", VariableKind::predicate, v.predicates, kFirstPredicate, 4096},
                      {"S", VariableKind::sampler, v.samplers, 0, 31},
                      {"T", VariableKind::surface, v.surfaces, kFirstSurface, 250}};
  const auto row = std::ranges::find(rows, kind, &Row::letter);
  if (row == std::end(rows)) return in_.wrong(kind, "v_type= must be G, A, P, S or T", kSyntax);
  OtherVariable variable;
  while (!in_.at_line_end()) {
    if (in_.accept("num_elts") && in_.accept('=')) {
      const auto elements = count("num_elts");
      if (!elements) return false;
      variable.elements = *elements;
    } else if (in_.accept("v_name") && in_.accept('=')) {
      variable.label = in_.identifier();
    } else if (in_.accept("attrs") && in_.accept('=')) {
      if (!attributes(variable.attributes)) return false;
    } else {
      return in_.error("a variable of this kind can only have num_elts=, v_name= and attrs={ }", kSyntax);
    }
  }
  if (row->list.size() >= row->limit)
    return in_.error(begin, "too many variables of this kind", "visa.limit.variables");
  const auto id = static_cast<std::uint32_t>(row->first + row->list.size());
  if (!scope_.declare(name, {row->kind, id})) return in_.error(begin, name + " is already declared", "visa.text.name");
  variable.name = scope_.unused(name);
  row->list.push_back(std::move(variable));
  return true;
}

// Parses the rest of a declaration after v_type=G.
bool Parser::general_variable(std::string_view, GeneralVariable& variable) {
  while (!in_.at_line_end()) {
    if (in_.accept("type") && in_.accept('=')) {
      const auto of = type();
      if (!of) return false;
      variable.type = *of;
    } else if (in_.accept("num_elts") && in_.accept('=')) {
      const auto elements = count("num_elts");
      if (!elements) return false;
      variable.elements = *elements;
    } else if (in_.accept("align") && in_.accept('=')) {
      const std::size_t begin = (in_.peek(), in_.offset());
      std::string name(in_.digits());  // 2GRF, 32word and 64word are old names
      name += in_.identifier();
      if (name == "2GRF") name = "GRFx2";
      if (name == "32word" || name == "64word") name = "wordx" + name.substr(0, 2);
      const auto align = align_named(name);
      if (!align)
        return in_.error(begin, "unknown alignment", "visa.declaration.align",
                         "alignments are byte, word, dword, qword, oword, hword, GRF, GRFx2, wordx32 and wordx64");
      variable.align = *align;
    } else if (in_.accept("alias") && in_.accept('=')) {
      if (!in_.expect('<', "after alias=")) return false;
      const auto of = this->variable(VariableKind::general);
      if (!of || !in_.expect(',', "after the variable")) return false;
      const auto offset = ranged(0, 0xffff, "the offset of an alias", false);
      if (!offset || !in_.expect('>', "after the offset")) return false;
      variable.alias = of->id;
      variable.alias_offset = static_cast<std::uint16_t>(*offset);
    } else if (in_.accept("attrs") && in_.accept('=')) {
      if (!attributes(variable.attributes)) return false;
    } else {
      return in_.error("a general variable can only have type=, num_elts=, align=, alias=< > and attrs={ }", kSyntax);
    }
  }
  return true;
}

bool Parser::attributes(Attributes& out) {
  if (!in_.expect('{', "after attrs=")) return false;
  do {
    Attribute a;
    if (!attribute(a)) return false;
    out.push_back(std::move(a));
  } while (in_.accept(','));
  return in_.expect('}', "after the attributes");
}

bool Parser::attribute(Attribute& out) {
  out.name = in_.identifier();
  if (out.name.empty()) return in_.error("the name of an attribute is missing", kSyntax);
  const AttributeRow* row = attribute_named(out.name);
  if (row != nullptr) out.bytes = row->bytes;
  if (!in_.accept('=') || in_.at_line_end()) return true;
  return attribute_value(out);
}

bool Parser::attribute_value(Attribute& out) {
  if (in_.peek() == '"') {
    auto text = in_.string();
    if (!text) return false;
    const auto target = find_index(kTargets, *text);
    if (out.name == "Target" && target) {
      out.value = static_cast<std::int32_t>(*target);
    } else {
      out.value = std::move(*text);
    }
    return true;
  }
  const auto value = ranged(INT32_MIN, UINT32_MAX, "an attribute", false);
  if (value) out.value = static_cast<std::int32_t>(*value);
  return value.has_value();
}

}  // namespace eugene::visa
