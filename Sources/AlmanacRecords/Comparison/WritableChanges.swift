// Which changes of the schema are written as statements.
import Databases

/// The changes of the schema that have statements. The others are left out whole: a table that can't be made again is
/// not dropped, its indexes and triggers are not made, and its rows are not written.
struct WritableChanges {
  private(set) var changes: [SchemaChange] = []
  /// A comment for each change that is left out.
  private(set) var notes: [String] = []
  /// The tables and views that are left out, in lower case.
  private var leftOut: Set<String> = []

  init(_ all: [SchemaChange], _ tables: [ComparedTable]) {
    let unnamed = Set(tables.filter { !$0.table.hasPlainNames }.map(\.name.lowercasedASCII))
    for change in all where change.isOfTableOrView {
      add(change, problem: unnamed.contains(change.name.lowercasedASCII) ? Self.controls : change.problem)
    }
    for change in all where !change.isOfTableOrView {
      add(change, problem: leftOut.contains(change.table.lowercasedASCII) ? "its table is left out" : change.problem)
    }
    changes.sort { ($0.type, $0.name) < ($1.type, $1.name) }
  }

  private mutating func add(_ change: SchemaChange, problem: String?) {
    guard let problem else { return changes.append(change) }
    let text = JSONText().escaped("\(change.type) \(change.name)")
    if change.isOfTableOrView { leftOut.insert(change.name.lowercasedASCII) }
    notes.append(
      change.type == "table"
        ? "-- The statements for \(text) and its records are left out: \(problem)."
        : "-- The statement for \(text) is left out: \(problem).")
  }

  /// Whether the rows of a table are left out.
  func leavesOut(_ table: ComparedTable) -> Bool {
    [table.name, table.owner].contains { name in name.map { leftOut.contains($0.lowercasedASCII) } ?? false }
  }

  fileprivate static let controls = "it has characters that a terminal may obey"
}

extension SchemaChange {
  fileprivate var isOfTableOrView: Bool { ["table", "view"].contains(type) }

  /// Why it has no statements, as the rest of a sentence; nil if it has.
  fileprivate var problem: String? {
    if name.unicodeScalars.contains(where: \.isObeyedByTerminals) || definition?.hasControls == true {
      return WritableChanges.controls
    }
    let parts = [formerDefinition.map { _ in dropping }, definition.map { _ in making }].compactMap(\.self)
    let isWhole = parts.allSatisfy { SchemaStatement($0).forwardLines != nil }
    return isWhole ? nil : "it does more than to make it"
  }

  /// The change that only drops what it drops.
  var dropping: SchemaChange {
    var change = self
    change.definition = nil
    return change
  }

  /// The change that only makes what it makes.
  var making: SchemaChange {
    var change = self
    change.formerDefinition = nil
    return change
  }
}
