// The web server of `gdsl serve`: the page, and what it asks. On 127.0.0.1 alone, for the one who has the token.
#pragma once

#include <functional>
#include <string>

#include "tools/gdsl/serve_work.h"

namespace maxwarp::workbench {

/// Serves until an interrupt. `port` 0: any free one. `on_start` gets the address with the token once the server can be
/// reached. Error: the port is taken, or a file of the page is missing.
llvm::Error serve(ServeWork& work, const Installation& installation, int port,
                  const std::function<llvm::Error(const std::string& address)>& on_start);

}  // namespace maxwarp::workbench
