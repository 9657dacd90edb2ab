// The names of records in titles and messages.
import AlmanacRecords
import Databases
import Terminals

/// The name of a record: its table and its key or, if the list does not show the key, its label.
struct RecordName: Hashable, Sendable, CustomStringConvertible {
  /// The name within a sentence: `fact 3`, `Artist 3`, `Log “Started”`, `a record of Log`.
  let description: String
  /// The name at the start of a sentence or by itself: `Fact 3`. The name of a table keeps its spelling, because it is
  /// data.
  let title: String

  fileprivate init(ours text: String) { (description, title) = (text, text.capitalizedFirst) }

  fileprivate init(ofFile text: String) { (description, title) = (text, text) }

  /// The greatest number of shown characters of a name, a key or a label.
  fileprivate static let length = 40
}

extension ListedTable {
  /// The name of a record. `row`: its content, if known. `id`: `nil` if not even the identity is known.
  func named(_ id: RecordID?, _ row: ExactRow? = nil) -> RecordName {
    guard let id else { return unnamed }
    guard style.isDerived else { return RecordName(ours: "\(style.noun) \(id)") }
    if isKeyListed { return RecordName(ofFile: "\(shortName) \(id.description.shortened)") }
    let key = style.relations.primaryKey.compactMap { row?[$0]?.shown }
    if !key.isEmpty { return named(key: key.joined(separator: " ")) }
    let label = style.relations.label?.text { (row?[$0] ?? id.content(of: $0, in: self))?.repairedString }
    guard let label else { return unnamed }
    return RecordName(ofFile: "\(shortName) “\(label.shortened)”")
  }

  /// A record without a name. The table of a result has a name that no person has chosen.
  private var unnamed: RecordName {
    RecordName(ours: "a \(style.noun) of \(style.title == name ? shortName : style.title)")
  }

  /// The name of a record with this key.
  func named(key: String) -> RecordName {
    RecordName(ofFile: "\(shortName) \(key.shortened)")
  }

  /// The name of a changed record.
  func named(_ change: RowChange) -> RecordName { named(change.id, change.after ?? change.before) }

  /// The name of the table within a sentence.
  private var shortName: String { name.isEmpty ? "\"\"" : name.shortened }
}

extension RecordID {
  /// The record's value in a column, if the whole content is its identity; otherwise `nil`.
  fileprivate func content(of column: String, in table: ListedTable) -> ExactValue? {
    // The identity may be from a time when the table had other columns.
    guard case .content(let values, _, _) = self, values.count == table.columns.count else { return nil }
    return values[table.cell(of: column)]
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text made harmless, in one line, and cut with `…` if it is long.
  fileprivate var shortened: String {
    let shown = SafeText.string(self, columns: RecordName.length + 1)
    return shown.count > RecordName.length ? shown.prefix(RecordName.length - 1) + "…" : shown
  }
}
