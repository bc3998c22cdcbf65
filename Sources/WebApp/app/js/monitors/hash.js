// The places of monitors. Pure.

/// The hash of a monitor.
export const monitorHash = (id) => `#/monitors/${encodeURIComponent(id)}`;
