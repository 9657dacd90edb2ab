// A change of the schema as SQL and in words.
public import Databases

/// Writes the statement that does to the schema what a commit did, on one line.
public struct SchemaStatement {
  private let change: SchemaChange

  /// What a commit did to the schema.
  public init(_ change: SchemaChange) { self.change = change }

  /// The statement that makes the same change elsewhere. Nil: the change altered something, or needs several lines.
  public var forward: String? { statement(change.formerDefinition, change.definition) }
  /// The statement that takes the change back. Nil in the same cases.
  public var backward: String? { statement(change.definition, change.formerDefinition) }

  private func statement(_ old: String?, _ new: String?) -> String? {
    let statement: String? =
      switch (old, new) {
      case (nil, let new?): change.isDefinition(new) ? new : nil
      case (_?, nil): "DROP \(change.type.uppercased()) \(change.name.sqlName)"
      // Two definitions do not tell which ALTER TABLE was between them.
      default: nil
      }
    return statement.flatMap(Self.line).map { $0 + ";" }
  }

  /// A statement with its line breaks and tabs as spaces; `nil` where one may be in a comment or in quotes, and where it has
  /// other characters that a terminal may obey.
  private static func line(_ sql: String) -> String? {
    guard sql.unicodeScalars.contains(where: \.isObeyedByTerminals) else { return sql }
    var line = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    for scalar in sql.unicodeScalars {
      if ["\n", "\r", "\t"].contains(scalar), quote == nil {
        line.append(" ")
        continue
      }
      if scalar.isObeyedByTerminals { return nil }
      // A doubled quote ends one text and begins the next.
      if let open = quote {
        if scalar == open { quote = nil }
      } else if "'\"`[".unicodeScalars.contains(scalar) {
        quote = scalar == "[" ? "]" : scalar
      } else if let last = line.last, (last, scalar) == ("-", "-") || (last, scalar) == ("/", "*") {
        return nil
      }
      line.append(scalar)
    }
    return String(line)
  }
}

extension SchemaChange {
  /// In a few words, for a line of the list.
  public var summary: String {
    if let formerName { return "\(type) \(formerName) became \(name)" }
    let deed = formerDefinition == nil ? "made" : definition == nil ? "dropped" : "changed"
    return "\(type) \(name) was \(deed)"
  }
}
