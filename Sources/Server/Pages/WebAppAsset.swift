import WebApp

/// A file that the program holds.
struct WebAppAsset {
  /// Below the app's root, without a leading slash.
  let path: String
  /// What it holds.
  let bytes: [UInt8]

  /// The file of that number; `nil` past the last.
  init?(at index: Int) {
    guard let asset = webapp_asset_at(index) else { return nil }
    path = String(cString: asset.pointee.path)
    bytes = Array(UnsafeBufferPointer(start: asset.pointee.bytes, count: asset.pointee.size))
  }
}
