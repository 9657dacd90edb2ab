// The parts of another program that a file needs and that Almanac lacks.
import Databases

/// A collation, function, module or tokenizer that only another program has. Every message about a missing one is
/// worded here.
public struct MissingPart: Hashable, Sendable, CustomStringConvertible {
  /// The kind of part: `collation`.
  let kind: String
  /// Its name in the file.
  let name: String

  /// Makes the missing collation of a column or an index.
  public init(collation name: String) { (kind, self.name) = ("collation", name) }

  /// Reads the missing part from an error; nil if the error has another cause.
  init?(_ error: DatabaseError) {
    guard error.isOfSchema else { return nil }
    for (beginning, kind) in Self.messages where error.message.hasPrefix(beginning) {
      var name = error.message.dropFirst(beginning.count)
      // For a function in the schema, the message includes the parentheses.
      if kind == "function", name.hasSuffix("()") { name = name.dropLast(2) }
      (self.kind, self.name) = (kind, String(name))
      return
    }
    return nil
  }

  private static let messages = [
    ("no such collation sequence: ", "collation"), ("no such module: ", "module"), ("no such function: ", "function"),
    ("unknown function: ", "function"), ("unknown tokenizer: ", "tokenizer"), ("no such tokenizer: ", "tokenizer"),
  ]

  /// The description, as the rest of a sentence.
  public var description: String { "the file needs the \(kind) \(name), which Almanac does not have" }
}
