// A record's place in a list as text, which a later run of the program looks for.
import Databases

/// A record of a list: its identity, and its key, which leads to the nearest record if it has gone.
public struct LeftRecord: Hashable, Sendable {
  /// The identity; nil if another record may have it by then.
  let id: RecordID?
  let key: RowKey
  /// The columns of the list's order, whose values the key has.
  private let columns: [String]

  /// A longer text is not kept.
  private static let mostBytes = 4096

  /// Keeps a record of a list. Nil if its key is too long.
  public init?(_ id: RecordID, _ key: RowKey, in list: ListQuery) {
    self.id = list.table.hasPassingIdentities ? nil : id
    self.key = key
    columns = list.columnsOfKey
    guard key.values.reduce(id.byteCount, { $0 + $1.byteCount }) <= Self.mostBytes else { return nil }
  }

  /// Reads what `text` has written. Nil for any other text.
  public init?(text: String) {
    guard let bytes = ExactValue.bytes(hexadecimal: Array(text.utf8)) else { return nil }
    var reader = StepReader(bytes[...])
    do {
      id = try reader.byte() == 1 ? try reader.id() : nil
      columns = try (0..<reader.count()).map { _ in try reader.text() }
      key = RowKey(try (0..<reader.count()).map { _ in try reader.value() })
    } catch {
      return nil
    }
    guard reader.isAtEnd else { return nil }
  }

  /// The record as text.
  public var text: String {
    var writer = StepWriter()
    writer.write(byte: id == nil ? 0 : 1)
    if let id { writer.write(id) }
    writer.write(count: columns.count)
    for column in columns { writer.write(text: column) }
    writer.write(count: key.values.count)
    for value in key.values { writer.write(value) }
    return ExactValue.hexadecimal(writer.bytes, limit: .max)
  }

  /// Whether it can be looked for in a list: the table or the order may be another one by now.
  public func fits(_ list: ListQuery) -> Bool {
    guard columns == list.columnsOfKey, key.values.count == max(columns.count, 1) else { return false }
    return switch (id, list.table.identity) {
    case (nil, .none):
      if case .integer(let place)? = key.values.first { place >= 0 } else { false }
    case (nil, _), (.rowID, .rowID): true
    case (.key(let values), .key(let names)): values.count == names.count
    default: false
    }
  }

  /// The present key of the record; of one that has gone, or that the list does not show, the former key.
  func presentKey(in list: ListQuery, _ db: Database) throws -> RowKey {
    try id.flatMap { try list.place(of: $0, db) } ?? key
  }
}

extension ListQuery {
  /// The columns whose values a key has. Without an identity it has the place instead.
  fileprivate var columnsOfKey: [String] { table.identity == .none ? [] : order.terms.map(\.column) }
}
