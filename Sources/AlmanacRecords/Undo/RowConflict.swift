// Why a replay leaves a row as it is, or changes nothing.

import Databases

/// The error that a replay can't change a row as its log says; it is left as it is.
public struct RowConflict: Error, Hashable, Sendable, CustomStringConvertible {
  /// What hinders the replay.
  public enum Reason: Hashable, Sendable {
    /// Another program has added a row in the place of one that was gone.
    case added
    /// Another program has changed the row.
    case changed
    /// Another program has deleted the row.
    case deleted
    /// Another row has a unique value that the row would get again. `rule`: the broken rule, as a clause.
    case taken(rule: String)
    /// Rows added or changed since reference the row, or a key that it would lose.
    case referenced
    /// The row would reference a row that is gone.
    case parentGone

    /// What another program has done to the row itself: `changed`. Nil: the row is as it was.
    public var deed: String? {
      switch self {
      case .added: "added"
      case .changed: "changed"
      case .deleted: "deleted"
      case .taken, .referenced, .parentGone: nil
      }
    }

    /// The reason as a clause. `object` is the row, or a pronoun.
    public func clause(_ object: String) -> String {
      switch self {
      case .added, .changed, .deleted: "another program has \(deed ?? "") \(object) since"
      case .taken(let rule): rule
      case .referenced: "other records reference \(object)"
      case .parentGone: "a reference of \(object) would lead to no record"
      }
    }
  }

  /// The table of the record.
  public var table: String
  /// The identity of the record.
  public var id: RecordID
  /// What hinders the replay.
  public var reason: Reason

  /// Makes the error for a row.
  public init(table: String, id: RecordID, reason: Reason = .changed) {
    (self.table, self.id, self.reason) = (table, id, reason)
  }

  public var description: String {
    let clause = reason.clause("record \(id) of \(table)")
    return clause.prefix(1).uppercased() + clause.dropFirst() + (reason == .deleted ? "." : "; it was left as it is.")
  }
}

/// The error that a log can't be replayed; nothing was changed.
public struct ReplayRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as the rest of a sentence.
  public var reason: String

  /// Makes an error with the reason.
  public init(reason: String) { self.reason = reason }

  public var description: String { reason }
}
