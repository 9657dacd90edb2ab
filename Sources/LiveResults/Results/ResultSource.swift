// The rows of tables that a row of a result comes from.

public import Databases

/// The row of a table that a row of a result comes from.
public struct ResultSource: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The columns of its key; nil if `values` is its rowid.
  public var columns: [String]?
  /// The values of the key, or the rowid.
  public var values: [ExactValue]
}

/// A column of a table that a column of a result shows unchanged.
public struct ColumnOrigin: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The column.
  public var column: String
}

/// Where the key of a source is in a row of a result.
enum SourcePlace: Hashable {
  /// In the identity, from this place on.
  case identity(Int)
  /// In these columns.
  case columns([Int])
}

/// A table from which each row of a result has one row.
struct SourceTable: Hashable {
  let table: String
  let columns: [String]?
  let place: SourcePlace

  /// The source of a row; nil if the row has none, as behind an outer join.
  func source(of row: ResultRow) -> ResultSource? {
    let values: [ExactValue]
    switch place {
    case .identity(let start):
      guard let identity = row.identity, identity.count >= start + (columns?.count ?? 1) else { return nil }
      values = Array(identity[start..<start + (columns?.count ?? 1)])
    case .columns(let places): values = places.map { row.values[$0] }
    }
    return values.contains(.null) ? nil : ResultSource(table: table, columns: columns, values: values)
  }
}

extension [SourceTable] {
  /// The tables whose keys a result shows. One whose key could be of several rows is left out.
  init(keysAmong origins: [ColumnOrigin?], _ shadows: ShadowDatabase) {
    var tables: [BaseTable] = []
    for origin in origins.compactMap(\.self) where !tables.contains(where: { $0.key == origin.table.lowercasedASCII }) {
      if let table = shadows.table(origin.table.lowercasedASCII) { tables.append(table) }
    }
    self = tables.compactMap { table in
      func places(_ columns: [String]) -> [Int]? {
        let places = columns.map { column in
          origins.indices.filter { index in
            origins[index].map { $0.table.isSameName(as: table.name) && $0.column.isSameName(as: column) } ?? false
          }
        }
        return places.contains { $0.count != 1 } ? nil : places.map { $0[0] }
      }
      if !table.keyColumns.isEmpty, let places = places(table.keyColumns) {
        return SourceTable(table: table.name, columns: table.keyColumns, place: .columns(places))
      }
      guard let name = table.rowIDName, let places = places([name]) else { return nil }
      return SourceTable(table: table.name, columns: nil, place: .columns(places))
    }
  }
}

extension LiveResult {
  /// The columns of tables that the columns of the result show unchanged.
  public var origins: [ColumnOrigin?] { open?.text.origins ?? [] }

  /// Whether its rows come from rows of tables that can be found.
  public var hasSources: Bool { !sourceTables.isEmpty }

  private var sourceTables: [SourceTable] {
    guard let open else { return [] }
    return open.plan.sources.isEmpty ? [SourceTable](keysAmong: open.text.origins, open.shadows) : open.plan.sources
  }

  /// The rows of tables that a row of the result comes from, at most one for each table in FROM.
  public func sources(ofRowAt place: Int) -> [ResultSource] {
    rows(from: place, atMost: 1).first.map { row in sourceTables.compactMap { $0.source(of: row) } } ?? []
  }
}
