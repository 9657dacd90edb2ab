// A change of the schema as SQL and in words.
public import Databases

/// Writes the statement that repeats or undoes a commit's change of the schema, on one line.
public struct SchemaStatement {
  private let change: SchemaChange

  /// Takes a commit's change of the schema.
  public init(_ change: SchemaChange) { self.change = change }

  /// The statement that makes the same change elsewhere; nil if the change altered an object, or if the statement needs
  /// several lines.
  public var forward: String? { statement(change.formerDefinition, change.definition) }
  /// The statement that undoes the change; nil in the same cases.
  public var backward: String? { statement(change.definition, change.formerDefinition) }

  /// The same as `forward`, but the definition is byte for byte that of the change, on several lines if it has them.
  var forwardLines: String? {
    guard change.formerDefinition == nil, let new = change.definition else { return forward }
    return change.isDefinition(new) && !new.hasControls ? Self.ended(new, by: [";", "\n;", "*/;"]) : nil
  }

  private func statement(_ old: String?, _ new: String?) -> String? {
    let statement: String? =
      switch (old, new) {
      case (nil, let new?): change.isDefinition(new) ? new : nil
      case (_?, nil): "DROP \(change.type.uppercased()) \(change.name.sqlName)"
      // Two definitions do not tell which ALTER TABLE lies between them.
      default: nil
      }
    return statement.flatMap(Self.line).flatMap { Self.ended($0, by: [";", "*/;"]) }
  }

  /// A statement with the first of these endings that completes it: a definition may end in a comment. Nil if none does.
  private static func ended(_ sql: String, by endings: [String]) -> String? {
    endings.map { sql + $0 }.first { $0.isOneStatement && !($0 + "SELECT").isOneStatement }
  }

  /// A statement with its line breaks and tabs replaced by spaces. Nil if one of them may be in a comment or in quotes,
  /// or if there are other control characters for a terminal.
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

extension String {
  /// Whether a terminal may obey some of its characters, except line breaks and tabs.
  var hasControls: Bool {
    unicodeScalars.contains { $0.isObeyedByTerminals && !["\n", "\r", "\t"].contains($0) }
  }
}

extension SchemaChange {
  /// A few words for a line of the list.
  public var summary: String {
    if let formerName { return "\(type) \(formerName) became \(name)" }
    let deed = formerDefinition == nil ? "made" : definition == nil ? "dropped" : "changed"
    return "\(type) \(name) was \(deed)"
  }
}
