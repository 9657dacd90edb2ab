// The remark of an import about values that SQLite stores differently.
import Databases

/// The lines of a source whose values SQLite stores differently.
public struct ImportRemarks: Hashable, Sendable {
  /// The change of a value.
  enum Kind: CaseIterable {
    case text, rounded, withoutZeros, defaulted
  }

  private struct Lines: Hashable {
    var count: Int
    var last: Int
    /// The column and the line of the first value.
    let column: String
    let line: Int
  }

  private var lines: [Kind: Lines] = [:]

  /// Records how SQLite changes a value in a column.
  mutating func note(_ value: ExactValue, in column: EditableColumn, line: Int) {
    // Only a conflict clause of the file allows this: otherwise SQLite refuses the record.
    if value == .null, column.isNotNull, column.defaultValue != .rowID { note(.defaulted, column.name, line: line) }
    switch StoredNumber(value, in: column.affinity) {
    case nil, .beyond: break
    case .text: if [.number, .flag].contains(column.promise) { note(.text, column.name, line: line) }
    case .rounded: note(.rounded, column.name, line: line)
    case .withoutZeros: note(.withoutZeros, column.name, line: line)
    }
  }

  /// Records the change of a value in a column.
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

  /// The remark in one sentence; nil if there is none.
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
