// The map of the home; a placeholder that keeps the interface until it is drawn.

/// Puts a map into an element.
///
/// `t(key, params)` gives words; `onSelect(id | null)` is told of a tap, `onHover(id | null)` of the
/// pointer. `update(devices, status)` takes a Map of id → device as the API gives it, and the status.
export function createMap(element, { t, onSelect, onHover }) {
  void [element, t, onSelect, onHover];
  return {
    update(devices, status) { void [devices, status]; },
    /// Marks the device whose sheet is open, and brings it into view; null: none.
    select(id) { void id; },
    /// Marks the device that the list's pointer is on; null: none.
    highlight(id) { void id; },
    /// How many pixels at the bottom a sheet covers.
    setInset(bottom) { void bottom; },
    /// The whole home again.
    reset() {},
  };
}
