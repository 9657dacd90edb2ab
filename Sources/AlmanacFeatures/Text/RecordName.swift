// What a record is called in titles and messages.
import AlmanacRecords
import Databases
import Terminals

/// The name of a record: its table and its key, or, where the list does not show the key, its label.
struct RecordName: Hashable, Sendable, CustomStringConvertible {
  /// In a sentence: `fact 3`, `Artist 3`, `Log “Started”`, `a record of Log`.
  let description: String
  /// Where it begins a sentence or stands alone: `Fact 3`. The name of a table keeps its spelling: it is data.
  let title: String

  fileprivate init(ours text: String) { (description, title) = (text, text.capitalizedFirst) }

  fileprivate init(ofFile text: String) { (description, title) = (text, text) }

  /// How many characters of a name, a key or a label are shown.
  fileprivate static let length = 40
}

extension ListedTable {
  /// What a record is called. `row` is what it holds, where that is known; `id` is `nil` where not even that is.
  func named(_ id: RecordID?, _ row: ExactRow? = nil) -> RecordName {
    guard let id else { return RecordName(ours: "a record of \(shortName)") }
    guard style.isDerived else { return RecordName(ours: "\(style.noun) \(id)") }
    if isKeyListed { return RecordName(ofFile: "\(shortName) \(id.description.shortened)") }
    let key = style.primaryKey.compactMap { row?[$0]?.shown }
    if !key.isEmpty { return named(key: key.joined(separator: " ")) }
    let label = style.label.flatMap { (row?[$0] ?? id.content(of: $0, in: self))?.repairedString }
    guard let label, !label.isEmpty else { return RecordName(ours: "a record of \(shortName)") }
    return RecordName(ofFile: "\(shortName) “\(label.shortened)”")
  }

  /// What a record is called whose key reads so.
  func named(key: String) -> RecordName {
    RecordName(ofFile: "\(shortName) \(key.shortened)")
  }

  /// What a record of a change is called.
  func named(_ change: RowChange) -> RecordName { named(change.id, change.after ?? change.before) }

  /// The name of the table in a sentence.
  private var shortName: String { name.isEmpty ? "\"\"" : name.shortened }
}

extension RecordID {
  /// What a record holds in a column, where that is what identifies it.
  fileprivate func content(of column: String, in table: ListedTable) -> ExactValue? {
    // It may be that of a table that has other columns by now.
    guard case .content(let values, _, _) = self, values.count == table.columns.count else { return nil }
    return values[table.cell(of: column)]
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text harmless and in one line, with `…` where it is long.
  fileprivate var shortened: String {
    let shown = SafeText.string(self, columns: RecordName.length + 1)
    return shown.count > RecordName.length ? shown.prefix(RecordName.length - 1) + "…" : shown
  }
}
