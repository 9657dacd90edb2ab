// Recognises the content of a blob.
//
//   signature at the beginning ──> text ──> formats with checks of their own ──> a guess by parsing the bytes
//
// Any program may have written any byte: each position is only read if it exists (`BlobStart`).
import Databases

/// A kind of content.
public struct ValueKind: Hashable, Sendable {
  /// The name: `PNG`.
  public let name: String
  /// The extension for names of files with such a value.
  public let fileExtension: String
  /// Details that are cheap to find: the size of a picture, the type of a geometry.
  public var detail: String?
  /// Whether other content may look the same.
  var isGuess = false

  init(_ name: String, _ fileExtension: String, detail: String? = nil, isGuess: Bool = false) {
    (self.name, self.fileExtension, self.detail, self.isGuess) = (name, fileExtension, detail, isGuess)
  }

  /// No bytes.
  public static let empty = ValueKind("empty blob", "bin")
  /// Bytes that are UTF-8.
  public static let text = ValueKind("UTF-8 text", "txt")
  /// A JSON object or array in UTF-8.
  public static let json = ValueKind("JSON", "json")
  /// Other bytes.
  public static let unknown = ValueKind("blob", "bin")

  /// Whether a blob that begins so is a picture that the screen can draw.
  package static func isImage(_ start: [UInt8]) -> Bool {
    let start = BlobStart(bytes: Array(start.prefix(32)), count: start.count)
    return PictureKinds.signatures.first { $0.kind(of: start) != nil }.map {
      ["PNG", "JPEG", "GIF", "BMP"].contains($0.name)
    }
      ?? false
  }

  /// Whether a person can read the bytes.
  public var isText: Bool { self == .text || self == .json }

  /// The kind in words, with details: `PNG, 640x480`; `looks like protobuf`.
  public var title: String { (isGuess ? "looks like " : "") + name + (detail.map { ", \($0)" } ?? "") }

  /// Recognises a value of `count` bytes from its beginning, or from all its bytes. `meaning`: the meaning of its
  /// column.
  package init(_ start: [UInt8], count: Int, meaning: ValueMeaning? = nil) {
    self = Self.kind(BlobStart(bytes: start, count: count), meaning) ?? .unknown
  }

  /// The most bytes of a value that are examined.
  package static let startLength = 1 << 16
  /// The fewest bytes of a longer value from which a kind is guessed.
  private static let guessedLength = 4096

  private static let signatures =
    PictureKinds.signatures + PackedKinds.signatures + DocumentKinds.signatures + MediaKinds.signatures
    + GeometryKinds.signatures

  private static func kind(_ blob: BlobStart, _ meaning: ValueMeaning?) -> ValueKind? {
    if blob.count == 0 { return .empty }
    if meaning == .uuid, let uuid = NumberKinds.uuid(blob.bytes, count: blob.count) {
      return ValueKind("UUID", "bin", detail: uuid)
    }
    if meaning == .vector, let vector = vector(blob) { return vector }
    for signature in signatures { if let kind = signature.kind(of: blob) { return kind } }
    if let kind = MediaKinds.boxed(blob) { return kind }
    if let text = text(blob) { return text }
    if let kind = PackedKinds.zlib(blob) ?? MediaKinds.mp3(blob) ?? GeometryKinds.wellKnown(blob) { return kind }
    guard blob.isWhole || blob.bytes.count >= guessedLength else { return nil }
    if blob.count >= 4 * NumberKinds.sureLength, let vector = vector(blob) { return vector }
    return MessageKinds.messagePack(blob) ?? MessageKinds.protobuf(blob)
  }

  private static func vector(_ blob: BlobStart) -> ValueKind? {
    NumberKinds.dimensions(blob).map { ValueKind("float32 vector", "f32", detail: "\($0.groupedDigits) dimensions") }
  }

  /// The kind of UTF-8 without control characters; nil for other bytes. The last character of an incomplete value may
  /// be cut.
  private static func text(_ blob: BlobStart) -> ValueKind? {
    let bytes = blob.bytes
    if bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F }) { return nil }
    for cut in 0...(blob.isWhole ? 0 : max(0, min(3, bytes.count - 1))) {
      guard let text = String(validating: bytes.dropLast(cut), as: UTF8.self) else { continue }
      return JSONOutline.line(text, isCut: !blob.isWhole) == nil ? .text : .json
    }
    return nil
  }

  /// A number of bytes in words: `3 bytes`, `1.5 KB`, `50 MB`.
  static func size(_ count: Int) -> String {
    if count < 1024 { return "\(count) \(count == 1 ? "byte" : "bytes")" }
    var size = Double(count) / 1024
    var units = ["KB", "MB", "GB"][...]
    while size >= 1024, units.count > 1 {
      size /= 1024
      units = units.dropFirst()
    }
    let tenths = Int(size * 10)
    return (size < 10 && tenths % 10 > 0 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(size))") + " \(units.first!)"
  }
}
