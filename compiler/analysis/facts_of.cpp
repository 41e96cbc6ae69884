// The facts about a loop together: those of its operator, and those that the program around it decides.
#include "compiler/analysis/copying.h"
#include "compiler/analysis/ending.h"
#include "compiler/analysis/everywhere.h"
#include "compiler/analysis/filled.h"
#include "compiler/analysis/lasting.h"

namespace maxwarp::analysis {

Facts facts_of(const parallel::Program& program, const parallel::Control& loop) {
  Facts facts = analyse(loop.region, loop.round);
  facts.ends_anywhere = ends_anywhere(program, loop);
  if (loop.kind == parallel::ControlKind::Rounds) facts.copies = copying(program, loop).fact;
  decide_lasting(program, loop, facts);
  facts.runs_everywhere = runs_everywhere(program, loop, facts);
  if (loop.kind != parallel::ControlKind::Rounds) return facts;
  if (const Settling settled = settling(loop); settled.fact) facts.filled = filled(program, loop, settled);
  return facts;
}

}  // namespace maxwarp::analysis
