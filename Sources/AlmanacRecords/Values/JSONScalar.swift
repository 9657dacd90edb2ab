// One value as JSON writes it, and bytes as SQL does: JSON has none.
public import Databases

/// A value behind `COLUMN:=`.
public enum JSONScalar {
  /// Why a text is no value of a column, as the rest of a sentence that begins with it.
  public struct Problem: Error {
    /// What is wrong, as the rest of a sentence.
    public let predicate: String
  }

  /// The value that `text` stands for; true and false are 1 and 0.
  public static func value(_ text: String) throws(Problem) -> ExactValue {
    if let bytes = ExactValue.bytes(hexadecimal: Array(text.utf8)) { return .blob(bytes) }
    let bytes = SourceBytes(text)
    let reader = JSONReader(bytes: bytes)
    switch text.unicodeScalars.first {
    case "[": throw Problem(predicate: "is an array; COLUMN=TEXT stores it as a text")
    case "{": throw Problem(predicate: "is an object; COLUMN=TEXT stores it as a text")
    case "\"":
      guard let text = try? reader.text().bytes, (try? bytes.peek()) == .some(nil) else {
        throw Problem(
          predicate: "is not a text in JSON: end it with a double quote, and inside it write \\\" and \\\\")
      }
      return .text(text)
    default: break
    }
    do {
      let value = try reader.numberOrWord()
      if try bytes.peek() == nil { return value }
    } catch JSONReader.Problem.tooLarge {
      throw Problem(predicate: "is too large for an integer; \(text).0 is the nearest real number")
    } catch {}
    throw Problem(predicate: "is not one: write null, true, false, a number, or a text in double quotes")
  }
}
