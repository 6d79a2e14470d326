// Compares results with expectations after a thread has run, and reads values to print.
#pragma once

#include <string>
#include <vector>

#include "eu/thread_block.h"
#include "script/session.h"
#include "script/variables.h"

namespace eugene::script {

// Adds the elements that differ from the expectation. `name` describes the place.
void compare(const Storage& storage, const Expectation& expectation, const std::string& name,
             std::vector<Mismatch>& mismatches);

Printed values_at(const Storage& storage, const Place& place, unsigned thread);

// Returns the registers and variables that thread 0 has changed.
std::vector<Printed> read_changes(eu::ThreadBlock& all_before, eu::ThreadBlock& all_after, const Variables& variables);

}  // namespace eugene::script
