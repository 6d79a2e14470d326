// Builds tables of functions from a template, one for each pair of indices.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace eugene::eu {

template <class Function, std::size_t row, class Pick, std::size_t... column>
constexpr std::array<Function, sizeof...(column)> make_function_row(Pick pick, std::index_sequence<column...>) {
  return { pick.template operator()<row, column>()... };
}

template <class Function, std::size_t columns, class Pick, std::size_t... row>
constexpr std::array<std::array<Function, columns>, sizeof...(row)> make_function_rows(Pick pick,
                                                                                       std::index_sequence<row...>) {
  return {make_function_row<Function, row>(pick, std::make_index_sequence<columns>{})...};
}

// Entry [row][column] is pick.operator()<row, column>(), which may be null.
template <class Function, std::size_t rows, std::size_t columns, class Pick>
constexpr auto make_function_table(Pick pick) {
  return make_function_rows<Function, columns>(pick, std::make_index_sequence<rows>{});
}

}  // namespace eugene::eu
