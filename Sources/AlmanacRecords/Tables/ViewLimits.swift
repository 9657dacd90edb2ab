// Finds the actions that a view does not support. Only INSTEAD OF triggers change its records: SQLite is asked whether
// it finds one.
import Databases

/// An action on records.
public enum RecordDeed: Hashable, Sendable, CaseIterable {
  /// To add, change and delete records.
  case add, edit, delete
}

/// The actions that the triggers of a view do not support.
public struct ViewLimits: Hashable, Sendable {
  /// For each refused action SQLite's reason, as the rest of a sentence.
  public let reasons: [RecordDeed: String]
  /// The columns that no trigger changes.
  public let fixedColumns: Set<String>

  /// Reads the limits without running a statement on the view. Call inside a read.
  init(of view: String, _ columns: [String], _ db: Database) throws {
    let quoted = view.quotedTable
    var reasons: [RecordDeed: String] = [:]
    for deed in RecordDeed.allCases {
      guard let problem = try db.problem(compiling: Self.statement(deed, quoted, columns)) else { continue }
      let trigger =
        switch deed {
        case .add: "INSERT"
        case .edit: "UPDATE"
        case .delete: "DELETE"
        }
      reasons[deed] =
        problem.message.hasPrefix("cannot modify ") ? "the view has no INSTEAD OF \(trigger) trigger" : problem.reason
    }
    self.reasons = reasons
    // Without such words no trigger is limited to some columns, and a view may have very many columns.
    var mayBeOfSome = false
    try db.internalRows(
      """
      SELECT 1 FROM main.sqlite_schema
      WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE AND sql LIKE '%UPDATE%OF%'
      """, exactly: [.text(view)]
    ) { _ in mayBeOfSome = true }
    fixedColumns =
      reasons[.edit] == nil && mayBeOfSome
      ? try Set(columns.filter { try db.problem(compiling: Self.statement(.edit, quoted, [$0])) != nil }) : []
  }

  /// A statement that fires the triggers of an action, for an edit those of `columns`; only to be compiled.
  static func statement(_ deed: RecordDeed, _ quoted: String, _ columns: [String]) -> String {
    switch deed {
    case .add: "INSERT INTO \(quoted) DEFAULT VALUES"
    case .edit: "UPDATE \(quoted) SET \(columns.map { "\($0.quotedName) = NULL" }.joined(separator: ", "))"
    case .delete: "DELETE FROM \(quoted)"
    }
  }
}
