// What a list reads of a record. A foreign hand may have put a value of any kind anywhere: it is shown as it is, in its
// own cell, and keeps no other row away.
import Databases
import StructuredQueries

/// A value of a record as a list reads it: of a long text or a blob, only the beginning.
public enum Excerpt: Hashable, Sendable {
  case null
  case integer(Int)
  case real(Double)
  /// What is not UTF-8 is replaced by U+FFFD.
  case text(String)
  /// The bytes as SQL writes them, `x'00ff'`; of many only the first, with `…` behind.
  case blob(String)

  /// A list reads so many bytes of a text: more than any screen is wide.
  static let textLength = 4000
  /// It reads so many bytes of a blob.
  static let blobLength = 100

  /// The value as a person reads it, what it is where it is no text.
  public var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text), .blob(let text): text
    }
  }

  /// The value of a column of the row that `statement` stands on. It is cut here: an expression that cut it would also be
  /// computed for each row that a search passes over, and SQLite reads a value whole in any case.
  init(_ statement: PreparedStatement, _ index: Int) {
    switch statement.storageClass(index) {
    case .null: self = .null
    case .integer: self = .integer(statement.integer(index))
    case .real: self = .real(statement.real(index))
    case .text:
      self = .text(statement.withBytes(index) { String(decoding: $0.prefix(Self.textLength), as: UTF8.self) })
    case .blob:
      let bytes = statement.withBytes(index) { Array($0.prefix(Self.blobLength + 1)) }
      self = .blob(ExactValue.hexadecimal(bytes, limit: Self.blobLength))
    }
  }
}

/// A record as a list reads it.
public struct ListedRow: Identifiable, Hashable, Sendable {
  public var id: RecordID
  /// A value for each column of the table, in their order.
  public var cells: [Excerpt]

  public init(id: RecordID, cells: [Excerpt]) {
    self.id = id
    self.cells = cells
  }

  /// The row that `statement` stands on, from the first columns, which are those of `table.listedColumns`.
  init(_ statement: PreparedStatement, of table: ListedTable) {
    id = table.identity(statement)
    let first = table.identityColumns.count
    cells = table.columns.indices.map { Excerpt(statement, first + $0) }
  }
}

extension ListedTable {
  /// The columns that a `ListedRow` is read from. A view that can't be read has none that are known: then SQLite says why
  /// it can't.
  var listedColumns: [String] { columns.isEmpty ? ["*"] : identityColumns + columns.map(\.quotedName) }
}
