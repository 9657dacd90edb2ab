// JSON as a person reads it: over several lines in a record, on one in a list.

/// The outline of a JSON object or array: a line for each member, two spaces for each level. Strings and numbers stand
/// as they were written, in the order in which they were written.
package struct JSONOutline {
  package let text: String

  /// Longer texts are not unfolded.
  static let byteLimit = 1 << 18
  /// Deeper ones neither.
  static let depthLimit = 64
  /// Nor those that would become longer than this: many short members on a deep level.
  static let outlineLimit = 1 << 20

  /// `nil` where `json` is not one valid object or array.
  package init?(_ json: String) {
    guard let text = Self.read(json, as: .unfolded, isCut: false) else { return nil }
    self.text = text
  }

  /// An object or array on one line, without the spaces between its members; `nil` where `json` is no valid one. Of a long
  /// text a list has only the beginning: that has to be the beginning of one.
  package static func line(_ json: String) -> String? { line(json, isCut: json.utf8.count >= Excerpt.textLength) }

  /// The same of a text that may be cut at its end.
  static func line(_ json: String, isCut: Bool) -> String? { read(json, as: .line, isCut: isCut) }

  /// Why a text is certainly no JSON value, in words, and where; `nil` of one that is too long to be read: it may be one.
  package static func problem(with text: String) -> String? {
    guard text.utf8.count <= byteLimit else { return nil }
    do {
      try JSONReader(bytes: SourceBytes(text)).skipDocument()
    } catch JSONReader.Problem.malformed(let words, let place, _) {
      return "\(words) (\(place.line > 1 ? "line \(place.line), " : "")byte \(place.byte))"
    } catch {}
    return nil
  }

  private static func read(_ json: String, as form: JSONReader.Form, isCut: Bool) -> String? {
    guard json.utf8.count <= byteLimit, let first = json.utf8.first(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    let bytes = SourceBytes(json)
    bytes.copy = []
    do {
      try JSONReader(bytes: bytes, form: form, depthLimit: depthLimit, lengthLimit: outlineLimit).skipDocument()
    } catch JSONReader.Problem.malformed(_, _, isCut: true) where isCut {
      // The text is JSON up to here, and goes on.
    } catch {
      return nil
    }
    return String(decoding: bytes.copy ?? [], as: UTF8.self)
  }
}
