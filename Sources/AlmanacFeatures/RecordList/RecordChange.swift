// A change of existing records by a key, one or many.
import AlmanacRecords
public import Databases

/// The change that a key makes to existing records.
public enum RecordChange: Hashable, Sendable {
  /// Toggle the yes-or-no values of a column.
  case toggle(String)
  /// Write the same values into some columns.
  case edit(ExactRow)
  /// Delete the records.
  case delete

  /// Whether it toggles values.
  var isToggle: Bool { if case .toggle = self { true } else { false } }

  /// The written columns; `nil` for a deletion.
  var columns: [String]? {
    switch self {
    case .toggle(let column): [column]
    case .edit(let values): values.columns.sorted()
    case .delete: nil
    }
  }

  /// `Delete`, in a question.
  var imperative: String {
    switch self {
    case .toggle: "Toggle"
    case .edit: "Change"
    case .delete: "Delete"
    }
  }

  /// `Deleting`, while it is carried out.
  var presentParticiple: String { imperative.dropLast() + "ing" }
  /// `Deleted`, when it is complete.
  var pastParticiple: String { imperative + "d" }

  /// Makes the change. Call inside a write. Throws the errors of `toggle`, `edit` and `delete`.
  func make(in table: ListedTable, _ ids: [RecordID], _ db: Database) throws -> BookChange {
    switch self {
    case .toggle(let column): try table.toggle(column, of: ids, db)
    case .edit(let values): try table.edit(ids, values, db)
    case .delete: try table.delete(ids, db)
    }
  }
}

extension ListedTable {
  /// The remark that so many records lost their marks: another list does not show them or, if `renumbered`, their
  /// rowids may now belong to other records. `nil` for a count of 0.
  func lostMarks(_ count: Int, renumbered isRenumbered: Bool) -> String? {
    let reason = isRenumbered ? ": another program has rebuilt the file or changed its tables" : ""
    return count > 0 ? "\(counted(count)) \(count == 1 ? "is" : "are") not marked any more\(reason)." : nil
  }
}
