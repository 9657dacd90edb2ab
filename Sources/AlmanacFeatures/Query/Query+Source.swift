// From a row of the result to the record of a table that it comes from, and back.
//
//   Enter, e ──> the rows of tables are looked up ──sourceFound──> the table's tab, with the record or its form
//   Esc ──> the query, with the cursor on its row
public import AlmanacRecords
import Databases
public import LiveResults
import Stores

extension Query {
  /// A record that a row of the result comes from.
  public struct Source: Sendable {
    /// The row of the result.
    public let row: RecordID
    /// The record.
    public let record: ResultSource
    /// The column to change in its form; `nil`: the record is only opened.
    let editedColumn: String?
  }

  /// Looks up the record that a row comes from: that of the current column's table or, if the column is none of a table,
  /// the only one. `isEdited`: to change the current column there.
  func lookForSource(of row: RecordID, at column: String?, isEdited: Bool, _ state: State) -> Effect<Action> {
    guard let result = state.result else { return .none }
    return .run { send in
      let (sources, origin) = await result.sources(of: row, at: column)
      if isEdited, origin == nil {
        let name = column.map { "\($0) is" } ?? "This is"
        return await send(.sourceRefused("\(name) no column of a table, so it can't be changed here."))
      }
      let found = origin.map { origin in sources.filter { $0.table.isSameName(as: origin.table) } } ?? sources
      guard let source = found.first, found.count == 1 else {
        return await send(.sourceRefused(Self.refusal(found, origin)))
      }
      await send(.sourceFound(Source(row: row, record: source, editedColumn: isEdited ? origin?.column : nil)))
    }
    .cancellable(id: EffectName.source, cancelInFlight: true)
  }

  /// Why no record is opened.
  private static func refusal(_ found: [ResultSource], _ origin: ColumnOrigin?) -> String {
    if let table = origin?.table {
      return found.isEmpty
        ? "The row has no key of a record of \(table)." : "The row comes from several records of \(table)."
    }
    if found.isEmpty { return "The row comes from no single record. l shows all its columns." }
    return "The row comes from \(found.map(\.table).inWords): L moves to a column of one."
  }
}
