// Once a thread has run: comparing its results with the expectations, and reading what is to be printed.
#pragma once

#include <string>
#include <vector>

#include "script/session.h"

namespace eugene::script {

// Adds the elements that are not as expected; `name` is what they are elements of.
void compare(const Storage& storage, const Expectation& expectation, const std::string& name,
             std::vector<Mismatch>& mismatches);

Printed values_at(const Storage& storage, const Place& place, unsigned thread);

// The registers that thread 0 has changed.
std::vector<Printed> read_changes(const eu::Thread& before, eu::Thread& after);

}  // namespace eugene::script
