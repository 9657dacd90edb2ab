// How SQLite converts a value that is stored in a column.

/// How a column converts the values that are stored in it.
public enum Affinity: Hashable, Sendable {
  /// To a text; to a number if possible; to an integer if possible; to a real number.
  case text, numeric, integer, real
  /// Nothing is converted.
  case blob

  /// The affinity of a declared type, by the rules of SQLite's "Datatypes In SQLite", 3.1.
  public init(declaredType: String, isStrict: Bool) {
    let type = declaredType.lowercasedASCII
    if isStrict, type == "any" {
      self = .blob
    } else if type.holds("int") {
      self = .integer
    } else if ["char", "clob", "text"].contains(where: type.holds) {
      self = .text
    } else if type.isEmpty || type.holds("blob") {
      self = .blob
    } else if ["real", "floa", "doub"].contains(where: type.holds) {
      self = .real
    } else {
      self = .numeric
    }
  }
}
