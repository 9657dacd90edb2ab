// The error of a row that could not be decoded.

/// A value that does not match its Swift type, and its location.
public struct RowDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The location of a row.
  public enum Row: Hashable, Sendable {
    /// Its identity, if the result contains the table's primary key and it is one integer.
    case identity(Int)
    /// Its index in the result, from 1.
    case place(Int)
  }

  /// The column's index in the result, from 0.
  public var column: Int
  /// The column's name in its table; for an expression, its name in the result; nil if there is no such column.
  public var name: String?
  /// The table of the column; nil if it is an expression.
  public var table: String?
  /// The row with the value, if known.
  public var row: Row?
  /// The statement.
  public var sql: String
  /// The reason for the error.
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

  /// `users.active, row 7: a text, not a yes or no (integer)`. For an expression, which has no table, it names the
  /// column's index and the statement.
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
