// What can't be done to the records of a view. Only INSTEAD OF triggers change them: SQLite is asked whether it finds one.
import Databases

/// What a person does to records.
public enum RecordDeed: Hashable, Sendable, CaseIterable {
  /// They are added, changed, deleted.
  case add, edit, delete
}

/// What the triggers of a view do not do.
public struct ViewLimits: Hashable, Sendable {
  /// Why SQLite refuses a deed, as the rest of a sentence.
  public let reasons: [RecordDeed: String]
  /// The columns that no trigger changes.
  public let fixedColumns: Set<String>

  /// Nothing is run. Inside a read.
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
    // Without such words no trigger is of some columns only, and a view may have very many.
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

  /// A statement that would fire the triggers of a deed, of an edit those that change one of `columns`: to be compiled
  /// alone.
  static func statement(_ deed: RecordDeed, _ quoted: String, _ columns: [String]) -> String {
    switch deed {
    case .add: "INSERT INTO \(quoted) DEFAULT VALUES"
    case .edit: "UPDATE \(quoted) SET \(columns.map { "\($0.quotedName) = NULL" }.joined(separator: ", "))"
    case .delete: "DELETE FROM \(quoted)"
    }
  }
}
