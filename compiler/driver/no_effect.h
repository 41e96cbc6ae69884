// Remarks about options that change nothing: found by leaving each out and comparing what comes out.
#pragma once

#include "compiler/driver/pipeline.h"

namespace maxwarp {

/// Remarks every setting of `text` without which the generated text would be the same, unless the loops would have its
/// value anyway: then it says what is done.
void remark_without_effect(const LoweredForm& form, const mapping::MappingText& text, mapping::Mapped& mapped,
                           const DriverOptions& options, Diagnostics& diagnostics);

}  // namespace maxwarp
