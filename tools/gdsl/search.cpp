// The engine comes first: which mappings a program may have depends on the machine.
#include "tools/gdsl/search.h"

namespace maxwarp::workbench {

llvm::Expected<Search> open_search(const SearchRequest& request) {
  auto engine = choose_engine({request.engine, request.architecture, true, false}, request.installation);
  if (!engine) return engine.takeError();
  auto folder = WorkFolder::make();
  if (!folder) return folder.takeError();
  auto space = distinct_space(request.installation, {request.program, request.space, request.limit}, engine->kind,
                              folder->path());
  if (!space) return space.takeError();
  return Search{std::move(*engine), std::move(*folder), std::move(*space)};
}

}  // namespace maxwarp::workbench
