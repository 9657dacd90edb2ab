// Kinds of content that begin with bytes of their own.

/// How content of a kind begins, and what it says of itself there.
struct BlobSignature {
  let name: String
  let fileExtension: String
  let start: [UInt8]
  /// What else must be so; `nil`: nothing.
  var isKind: (@Sendable (BlobStart) -> Bool)?
  /// What is cheap to know of it.
  var detail: (@Sendable (BlobStart) -> String?)?

  init(
    _ name: String, _ fileExtension: String, _ start: [UInt8], if isKind: (@Sendable (BlobStart) -> Bool)? = nil,
    detail: (@Sendable (BlobStart) -> String?)? = nil
  ) {
    (self.name, self.fileExtension, self.start, self.isKind, self.detail) = (name, fileExtension, start, isKind, detail)
  }

  init(
    _ name: String, _ fileExtension: String, _ start: String, if isKind: (@Sendable (BlobStart) -> Bool)? = nil,
    detail: (@Sendable (BlobStart) -> String?)? = nil
  ) {
    self.init(name, fileExtension, Array(start.utf8), if: isKind, detail: detail)
  }

  /// The kind of what begins so; `nil` where it begins otherwise.
  func kind(of blob: BlobStart) -> ValueKind? {
    guard blob.has(start), isKind?(blob) != false else { return nil }
    return ValueKind(name, fileExtension, detail: detail?(blob))
  }
}

/// The size of a picture: `640x480`; `nil` where it has none.
func pictureSize(_ width: Int?, _ height: Int?) -> String? {
  guard let width, let height, width > 0, height > 0 else { return nil }
  return "\(width)x\(height)"
}
