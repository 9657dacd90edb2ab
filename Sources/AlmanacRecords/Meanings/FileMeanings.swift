// The meanings of the columns of a file. A column has one meaning everywhere: in a list, a record, a profile, the
// changes and a command.
//
//   FileTables ──tables of a new schema──> FileMeanings <──rows to be shown, changes── lists, the journal
//   all of them ──> the meaning of a column
package import Databases
import Locks

/// The known meanings of the columns of one file's tables. All tables of the file share it, from one schema to the
/// next.
public final class FileMeanings: Sendable {
  private struct State {
    /// By the names of the tables in lower case.
    var tables: [String: TableMeanings] = [:]
    var moments: FileMoments?
  }

  private let state = Lock(State())

  /// Makes empty meanings.
  public init() {}

  /// The meanings of the table with a name; nil if the file has no such table.
  package subscript(name: String) -> TableMeanings? { state.withLock { $0.tables[name.lowercasedASCII] } }

  /// Takes the tables of the file. Decisions about a table are kept if its columns and hints are unchanged.
  func take(_ tables: [ListedTable]) {
    state.withLock { state in
      let known = state.tables
      let all = tables.lazy.filter { !$0.hints.columns.isEmpty }.map { table in
        let name = table.name.lowercasedASCII
        return (name, known[name].flatMap { $0.isOf(table) ? $0 : nil } ?? TableMeanings(table))
      }
      state = State(tables: Dictionary(all) { first, _ in first })
    }
  }

  /// The known meanings of a table; nil if there are none.
  func known(of table: ListedTable) -> TableMeanings? { self[table.name].flatMap { $0.isOf(table) ? $0 : nil } }

  /// Decides as much as possible about a table, with the values of rows to be shown. Call inside a read.
  func learn(_ table: ListedTable, with rows: [[Excerpt]], _ db: Database) throws {
    guard !table.hints.columns.isEmpty else { return }
    try learn(known(of: table) ?? TableMeanings(table), with: rows, db)
  }

  /// The same with rows that a commit has changed. Call inside a read.
  func learn(_ changed: ChangedRows.Table, rows: [[ExactValue]], _ db: Database) throws {
    guard let known = self[changed.name] else { return }
    let places = known.columns.map { column in changed.columns.firstIndex { $0.isSameName(as: column) } }
    try learn(known, with: rows.map { row in places.map { $0.map { Excerpt(row[$0]) } ?? .null } }, db)
  }

  /// The meanings of the columns of one table, for a caller that needs no other table of the file. Call inside a read.
  package static func learned(_ name: String, _ db: Database) throws -> TableMeanings? {
    try ListedTable.learned(name, db)?.meanings[name]
  }

  private func learn(_ known: TableMeanings, with rows: [[Excerpt]], _ db: Database) throws {
    var known = known
    guard try known.learn(with: rows, db, moments) else { return }
    state.withLock { state in
      let name = known.name.lowercasedASCII
      // Another read may have been first.
      if let first = state.tables[name], first.isSame(as: known) {
        state.tables[name] = first.filled(from: known)
      } else if state.tables[name] == nil {
        state.tables[name] = known
      }
    }
  }

  /// The moments of the whole file, read once.
  private func moments(_ db: Database) throws -> FileMoments {
    let (moments, tables) = state.withLock { ($0.moments, $0.tables) }
    if let moments { return moments }
    let read = try FileMoments(of: tables.sorted { $0.key < $1.key }.map(\.value), db)
    state.withLock { $0.moments = read }
    return read
  }
}

extension ListedTable {
  /// The table with a name, with the labels of what it references and the meanings of its columns, as the screen has it;
  /// nil if the file has none. For a caller that needs no other table of the file. Call inside a read.
  package static func learned(_ name: String, _ db: Database) throws -> ListedTable? {
    let tables = try FileTables(showsAll: true).fetch(db)
    guard let table = tables[name] else { return nil }
    try tables.meanings.learn(table, with: [], db)
    return table
  }

  /// The meaning of a column's values; nil if it is unknown or there is no further meaning.
  package func meaning(of column: String) -> ValueMeaning? { meanings.known(of: self)?[column] }

  /// The column that a key toggles: the current one if a list shows it as yes and no, otherwise the table's usual one.
  /// Nil if there is none, or if the current one can't be changed.
  package func toggledColumn(at current: String?) -> String? {
    guard let current, isShownAsFlag(current) else { return style.editing.toggledColumn }
    return style.editing.columns.contains { $0.name == current && !$0.isFixed } ? current : nil
  }

  /// The sentence for no toggled column.
  package func toggleRefusal(at current: String?) -> String {
    if let current, isShownAsFlag(current) {
      return style.isView
        ? "No trigger of \(name) changes \(current)." : "\(current) can't be toggled: the file computes it."
    }
    let flag = columns.first { isShownAsFlag($0) && toggledColumn(at: $0) != nil }
    return style.editing.toggleRefusal + (flag.map { " Go to \($0), and Space toggles it." } ?? "")
  }

  private func isShownAsFlag(_ column: String) -> Bool { !isTyped(column) && meaning(of: column) == .flag }

  /// Whether a list shows the values of a column unchanged, so that a person can type them: the column is part of a key
  /// or of a foreign key.
  package func isTyped(_ column: String) -> Bool {
    identity.columns.contains(column) || style.relations.primaryKey.contains(column)
      || style.relations.references.contains { $0.columns.contains(column) }
  }
}
