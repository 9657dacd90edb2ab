// A value in the notation of JSON, or bytes in the notation of SQL, which JSON lacks.
public import Databases

/// A value after `COLUMN:=`.
public enum JSONScalar {
  /// The reason that a text is not a value of a column, as the rest of a sentence that begins with the text.
  public struct Problem: Error {
    /// The problem, as the rest of a sentence.
    public let predicate: String
  }

  /// The value of `text`; true and false are 1 and 0. Bytes are written with or without double quotes, as JSON and as SQL
  /// print them.
  public static func value(_ text: String) throws(Problem) -> ExactValue {
    if let bytes = ExactValue.bytes(hexadecimal: Array(text.utf8)) { return .blob(bytes) }
    let bytes = SourceBytes(text)
    let reader = JSONReader(bytes: bytes)
    switch text.unicodeScalars.first {
    case "[": throw Problem(predicate: "is an array; COLUMN=TEXT stores it as a text")
    case "{": throw Problem(predicate: "is an object; COLUMN=TEXT stores it as a text")
    case "\"":
      do {
        let value = try reader.value().value
        if try bytes.peek() == nil { return value }
        throw reader.problem("nothing may follow the text")
      } catch {
        throw Problem(predicate: "is not a text in JSON: \(Self.words(error))")
      }
    default: break
    }
    do {
      let (value, isRounded) = try reader.numberOrWord()
      if isRounded {
        throw Problem(predicate: "has more digits than SQLite keeps; the nearest number is \(value.shown)")
      }
      if try bytes.peek() == nil { return value }
    } catch JSONReader.Problem.tooLarge {
      throw Problem(
        predicate: DecimalNumber(text)?.isInteger == true
          ? "is too large for an integer; \(text).0 is the nearest real number"
          : "is beyond the real numbers; 1e999 is infinity")
    } catch let problem as Problem {
      throw problem
    } catch {}
    throw Problem(predicate: "is not one: write null, true, false, a number, or a text in double quotes")
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case JSONReader.Problem.malformed(let words, let place, _): "\(words) (byte \(place.byte))"
    case let problem as SourceProblem:
      problem.description.prefix(1).lowercased() + problem.description.dropFirst().dropLast()
    default: "\(error)"
    }
  }
}
