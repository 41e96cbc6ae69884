// How much memory this process may still take, and sizes as people write and read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace maxwarp {

/// Memory of the machine, in bytes.
struct HostMemory {
  std::uint64_t available = 0;  // can be taken without swapping, within all limits of control groups
  std::uint64_t total = 0;      // of the machine, or of the control group
};

/// What is there now. MAXWARP_HOST_MEMORY=SIZE lowers both: that much is taken as all that this process may
/// have.
HostMemory host_memory();

/// What is there now, where that is less than `bytes`. Asking takes some ten files, longer than a test on a small graph
/// does: needs of less than a megabyte are not asked about, unless MAXWARP_HOST_MEMORY is set.
std::optional<HostMemory> memory_short_of(double bytes);

/// The memory of the machine within the limits of the control groups that the file `groups` names (as
/// /proc/self/cgroup), below `root` (as /sys/fs/cgroup): both versions of them, and all groups above.
HostMemory within_control_groups(HostMemory machine, const std::string& groups, const std::string& root);

/// `12.3 GB`, in powers of 1000: as figures of memory are given for devices and by most tools.
std::string size_text(double bytes);

/// `1500`, `200K`, `1.5G`, `2GiB`: bytes, with units of 1000 (K M G T) or 1024 (Ki Mi Gi Ti). Empty: no size.
std::optional<std::uint64_t> parse_size(std::string_view text);

}  // namespace maxwarp
