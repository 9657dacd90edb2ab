// JSON for display: over several lines in a record, on one line in a list.

/// The outline of a JSON object or array: a line for each member, indented by two spaces for each level. Strings,
/// numbers and their order are unchanged.
package struct JSONOutline {
  package let text: String

  /// The most bytes of a text that is unfolded.
  static let byteLimit = 1 << 18
  /// The deepest nesting that is unfolded.
  static let depthLimit = 64
  /// The most bytes of an outline: many short members on a deep level take much room.
  static let outlineLimit = 1 << 20

  /// Makes an outline; nil if `json` is not one valid object or array.
  package init?(_ json: String) {
    guard let text = Self.read(json, as: .unfolded, isCut: false) else { return nil }
    self.text = text
  }

  /// An object or array on one line, without white space between its members; nil if `json` is not a valid one. Of a
  /// long text a list has only the beginning, which must then be the valid beginning of one.
  package static func line(_ json: String) -> String? { line(json, isCut: json.utf8.count >= Excerpt.textLength) }

  /// The same for a text whose end may be missing.
  static func line(_ json: String, isCut: Bool) -> String? { read(json, as: .line, isCut: isCut) }

  /// The reason that a text is certainly not a JSON value, in words and with the place. Nil if it is one, or if the
  /// text is too long to check.
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
      // The text is valid JSON so far, and continues.
    } catch {
      return nil
    }
    return String(decoding: bytes.copy ?? [], as: UTF8.self)
  }
}
