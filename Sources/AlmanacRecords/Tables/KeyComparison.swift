// Whether a column of a foreign key names a value, as SQLite's `foreign_key_check` compares the two.
//
// SQLite gives the value of the child the affinity of the parent's column, and then looks it up by the collation of the
// parent's column. A plain comparison of two columns converts otherwise: 1 of a number column is then the text '01'.
import Databases
import StructuredQueries

/// How a column of a foreign key is compared with the column that it names.
public struct KeyComparison: Hashable, Sendable {
  /// What the column makes of the values that it gets.
  let child: Affinity
  /// What the column that is named makes of them.
  let parent: Affinity
  /// The collation of the column that is named; `nil` where the other has the same.
  let collation: String?

  /// Whether the column holds a value in one form only, so that all rows that name it are equal.
  var isPlain: Bool { collation == nil && child.isOfNumbers == parent.isOfNumbers && child.isText == parent.isText }

  /// Whether a row names `value`, which the column that is named holds.
  func condition(_ column: String, names value: ExactValue) -> QueryFragment {
    let name = column.quotedName
    let order = collation.map { " COLLATE \($0.quotedName)" } ?? ""
    // An index finds these rows, and maybe some more.
    let found: QueryFragment? = isFound(value) ? "\(raw: name) = \(value.fragment)\(raw: order)" : nil
    if let found, isPlain { return found }
    // The plus takes the column's own affinity away. CAST gives the value the parent's, and leaves it as it is.
    var wanted = value.fragment
    switch value {
    case .integer, .real: if parent.isOfNumbers { wanted = "CAST(\(wanted) AS NUMERIC)" }
    case .text, .utf16: if parent.isText { wanted = "CAST(\(wanted) AS TEXT)" }
    case .null, .blob: break
    }
    let named: QueryFragment = "+\(raw: name) = \(wanted)\(raw: order)"
    return found.map { "(\($0) AND \(named))" } ?? named
  }

  /// Whether a plain comparison finds all rows that name the value: those too that hold it in another form.
  private func isFound(_ value: ExactValue) -> Bool {
    switch value {
    case .integer, .real: return child.isOfNumbers || !parent.isOfNumbers
    case .text, .utf16:
      guard parent.isText, !child.isText else { return true }
      // A number may be the same text: it begins with a digit or a sign, or is `Inf`. The text of a real number may have
      // fewer digits than that.
      let text = value.repairedString ?? ""
      guard let first = text.unicodeScalars.first, "-0123456789Ii".unicodeScalars.contains(first) else { return true }
      let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
      return child.isOfNumbers && digits.allSatisfy { (0x30...0x39).contains($0) }
    case .null, .blob: return true
    }
  }
}

extension Affinity {
  /// Whether it makes numbers of texts.
  var isOfNumbers: Bool { [.integer, .real, .numeric].contains(self) }

  fileprivate var isText: Bool { self == .text }
}
