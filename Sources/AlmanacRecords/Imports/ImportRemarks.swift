// What an import says once of values that SQLite stores as something else.
import Databases

/// The lines of a source whose values SQLite stores as others.
public struct ImportRemarks: Hashable, Sendable {
  /// What has become of a value.
  enum Kind: CaseIterable {
    case text, rounded, withoutZeros, defaulted
  }

  private struct Lines: Hashable {
    var count: Int
    var last: Int
    /// The first of them.
    let column: String
    let line: Int
  }

  private var lines: [Kind: Lines] = [:]

  /// Notes what SQLite makes of a value in a column.
  mutating func note(_ value: ExactValue, in column: EditableColumn, line: Int) {
    // A conflict clause of the file allows it: otherwise SQLite refuses the record.
    if value == .null, column.isNotNull, column.defaultValue != .rowID { note(.defaulted, column.name, line: line) }
    switch StoredNumber(value, in: column.affinity) {
    case nil, .beyond: break
    case .text: if [.number, .flag].contains(column.promise) { note(.text, column.name, line: line) }
    case .rounded: note(.rounded, column.name, line: line)
    case .withoutZeros: note(.withoutZeros, column.name, line: line)
    }
  }

  /// Notes what has become of a value of a column.
  mutating func note(_ kind: Kind, _ column: String, line: Int) {
    guard var known = lines[kind] else {
      lines[kind] = Lines(count: 1, last: line, column: column, line: line)
      return
    }
    if known.last == line { return }
    known.count += 1
    known.last = line
    lines[kind] = known
  }

  /// One sentence; `nil` where there is nothing to say.
  public var sentence: String? {
    let clauses = Kind.allCases.compactMap { kind -> String? in
      guard let lines = lines[kind] else { return nil }
      let what =
        switch kind {
        case .text: "a text in a column of numbers"
        case .rounded: "a number that was rounded"
        case .withoutZeros: "a number that lost the zeros before it"
        case .defaulted: "a NULL that became the column's default"
        }
      let lineCount = lines.count.counted("line")
      return "\(lineCount) \(lines.count == 1 ? "has" : "have") \(what) (\(lines.column), line \(lines.line))"
    }
    return clauses.isEmpty ? nil : clauses.inWords + "."
  }
}
