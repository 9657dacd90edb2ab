// Compares a column of a foreign key with a referenced value, as SQLite's `foreign_key_check` does.
//
// SQLite applies the affinity of the parent's column to the value of the child, and then looks it up with the collation
// of the parent's column. A plain comparison of two columns converts differently: there, 1 from a number column becomes
// the text '01'.
import Databases
import StructuredQueries

/// How a column of a foreign key is compared with the referenced column.
public struct KeyComparison: Hashable, Sendable {
  /// The affinity of the child's column.
  let child: Affinity
  /// The affinity of the parent's column.
  let parent: Affinity
  /// The collation of the parent's column; nil if the child's column has the same.
  let collation: String?

  /// Whether the child's column stores a value in one form only, so that all rows that reference it are equal.
  var isPlain: Bool { collation == nil && child.isOfNumbers == parent.isOfNumbers && child.isText == parent.isText }

  /// The condition that a row references `value` of the parent's column.
  func condition(_ column: String, names value: ExactValue) -> QueryFragment {
    let name = column.quotedName
    let order = collation.map { " COLLATE \($0.quotedName)" } ?? ""
    // An index finds these rows, and perhaps some more.
    let found: QueryFragment? = isFound(value) ? "\(raw: name) = \(value.fragment)\(raw: order)" : nil
    if let found, isPlain { return found }
    // The plus removes the affinity of the child's column. CAST applies the parent's to the value without changing the
    // value.
    var wanted = value.fragment
    switch value {
    case .integer, .real: if parent.isOfNumbers { wanted = "CAST(\(wanted) AS NUMERIC)" }
    case .text, .utf16: if parent.isText { wanted = "CAST(\(wanted) AS TEXT)" }
    case .null, .blob: break
    }
    let named: QueryFragment = "+\(raw: name) = \(wanted)\(raw: order)"
    return found.map { "(\($0) AND \(named))" } ?? named
  }

  /// Whether a plain comparison finds all rows that reference the value, including rows that store it in another form.
  private func isFound(_ value: ExactValue) -> Bool {
    switch value {
    case .integer, .real: return child.isOfNumbers || !parent.isOfNumbers
    case .text, .utf16:
      guard parent.isText, !child.isText else { return true }
      // A number may be equal to the text if the text begins with a digit or a sign, or is `Inf`. The text of a real
      // number may have fewer digits than that.
      let text = value.repairedString ?? ""
      guard let first = text.unicodeScalars.first, "-0123456789Ii".unicodeScalars.contains(first) else { return true }
      let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
      return child.isOfNumbers && digits.allSatisfy { (0x30...0x39).contains($0) }
    case .null, .blob: return true
    }
  }
}

extension Affinity {
  /// Whether it converts texts to numbers.
  var isOfNumbers: Bool { [.integer, .real, .numeric].contains(self) }

  fileprivate var isText: Bool { self == .text }
}
