// Folders in which no other user can put, change or replace anything: what is built there is executed.
#pragma once

#include <string>

#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

/// A folder and what it is for, as messages name it.
struct FolderUse {
  std::string path;      // absolute
  std::string what;      // `the cache`
  std::string variable;  // the variable of the environment that names another one
};

/// Makes the folder, and what is missing above it, for this user alone (0700). Error: some folder or link on the way
/// there belongs to another user, or others may write to it (but for such as /tmp, where no user can take away what is
/// another's); it cannot be made or written to.
llvm::Error make_own_folder(const FolderUse& use);

/// A new folder, for this user alone, in the one of `use`, which may be such as /tmp. Error: as above.
llvm::Expected<std::string> make_temporary_folder(const FolderUse& use);

/// Error: the folder that is there belongs to another user, or others may write to it.
llvm::Error check_own_folder(const std::string& path, const std::string& what, const std::string& instead);

}  // namespace maxwarp::workbench
