// Features of the 3D state: fields that Eugene does not draw by, or that only some ways to draw know (FeatureKind).
#pragma once

#include "draw/state/fields.h"
#include "draw/state/state_3d.h"

namespace eugene::draw {

// Sets the features that fields of a command select. `code` is the command's.
void set_features(State3d& state, Command3d code, const Fields& fields);

}  // namespace eugene::draw
