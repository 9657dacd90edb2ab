// What a file needs of the program that made it, and Almanac does not have.
import Databases

/// A collation, function, module or tokenizer that only another program has. Every refusal for the lack of one has its
/// words from here.
public struct MissingPart: Hashable, Sendable, CustomStringConvertible {
  /// What it is: `collation`.
  let kind: String
  /// Its name, as the file has it.
  let name: String

  /// A collation that a column or an index has.
  public init(collation name: String) { (kind, self.name) = ("collation", name) }

  /// `nil` where the error has another cause.
  init?(_ error: DatabaseError) {
    guard error.isOfSchema else { return nil }
    for (beginning, kind) in Self.messages where error.message.hasPrefix(beginning) {
      var name = error.message.dropFirst(beginning.count)
      // A function of the schema comes with its parentheses.
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

  /// The rest of a sentence.
  public var description: String { "the file needs the \(kind) \(name), which Almanac does not have" }
}
