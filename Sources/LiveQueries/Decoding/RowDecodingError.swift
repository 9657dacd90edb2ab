// Why a row could not become a Swift value, and in which column.

/// A column of a result that does not fit its Swift type.
public struct RowDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column's index in the result, from 0.
  public var column: Int
  /// The column's name in the result; `nil` when there is no such column.
  public var name: String?
  /// The statement.
  public var sql: String
  /// A sentence that says what does not fit.
  public var reason: String

  public init(column: Int, name: String?, sql: String, reason: String) {
    self.column = column
    self.name = name
    self.sql = sql
    self.reason = reason
  }

  public var description: String {
    let name = name.map { " (\"\($0)\")" } ?? ""
    return "Column \(column)\(name): \(reason) In: \(sql)"
  }
}
