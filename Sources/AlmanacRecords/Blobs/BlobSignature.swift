// Kinds of content with a signature at the beginning.

/// The signature of a kind of content, and its details.
struct BlobSignature {
  let name: String
  let fileExtension: String
  let start: [UInt8]
  /// A further condition; nil for none.
  var isKind: (@Sendable (BlobStart) -> Bool)?
  /// Finds details of the content that are cheap to read.
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

  /// The kind of a blob with this signature; nil for other blobs.
  func kind(of blob: BlobStart) -> ValueKind? {
    guard blob.has(start), isKind?(blob) != false else { return nil }
    return ValueKind(name, fileExtension, detail: detail?(blob))
  }
}

/// The size of a picture: `640x480`; nil without a valid size.
func pictureSize(_ width: Int?, _ height: Int?) -> String? {
  guard let width, let height, width > 0, height > 0 else { return nil }
  return "\(width)x\(height)"
}
