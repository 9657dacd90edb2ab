// Why a row could not become a Swift value, and in which column.

/// A value that does not fit its Swift type, and where it stands.
public struct RowDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which row it is.
  public enum Row: Hashable, Sendable {
    /// By its identity, where the result has the primary key of the table, one integer.
    case identity(Int)
    /// By its place in the result, from 1.
    case place(Int)
  }

  /// The column's index in the result, from 0.
  public var column: Int
  /// The column's name in its table; in the result, where it is an expression; `nil` when there is no such column.
  public var name: String?
  /// The table that the column is of; `nil` where it is an expression.
  public var table: String?
  /// The row that holds the value, as far as it is known.
  public var row: Row?
  /// The statement.
  public var sql: String
  /// What does not fit.
  public var reason: String

  /// Makes an error about the value in one column of a row.
  public init(column: Int, name: String?, table: String?, row: Row?, sql: String, reason: String) {
    self.column = column
    self.name = name
    self.table = table
    self.row = row
    self.sql = sql
    self.reason = reason
  }

  /// `users.active, row 7: a text, not a yes or no (integer)`. For an expression, where the table says nothing, it
  /// names the index of the column and the statement.
  public var description: String {
    let row =
      switch row {
      case nil: ""
      case .identity(let id): ", row \(id)"
      case .place(let place): ", row \(place) of the result"
      }
    if let table, let name { return "\(table).\(name)\(row): \(reason)" }
    return "Column \(column)\(name.map { " (\"\($0)\")" } ?? "")\(row): \(reason) In: \(sql)"
  }
}
