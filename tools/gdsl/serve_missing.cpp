// In place of serve_server.cpp where the library of the web server is missing.
#include "tools/gdsl/serve_server.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

llvm::Error serve(ServeWork&, const Installation&, int, const std::function<llvm::Error(const std::string& address)>&) {
  return fail("this gdsl was built without libcpp-httplib-dev, which `serve` needs");
}

}  // namespace maxwarp::workbench
