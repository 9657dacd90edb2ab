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
  public struct Source: Equatable, Sendable {
    /// The row of the result.
    public let row: RecordID
    /// The record.
    public let record: ResultSource
    /// The column to change in its form; `nil`: the record is only opened.
    let editedColumn: String?

    /// The table and the key, for a list of several.
    var title: String { ([record.table] + record.values.map { ShownValue($0).text }).joined(separator: " ") }
  }

  /// Looks up the record that a row comes from: that of the current column's table or, if the column is none of a table,
  /// the only one; of several the person chooses. `isEdited`: to change the current column there.
  func lookForSource(of row: RecordID, at column: String?, isEdited: Bool, _ state: State) -> Effect<Action> {
    guard let result = state.result else { return .none }
    return .run { send in
      let (sources, origin) = await result.sources(of: row, at: column)
      if isEdited, origin == nil {
        let name = column.map { "\($0) is" } ?? "This is"
        return await send(.sourceRefused("\(name) no column of a table, so it can't be changed here."))
      }
      let found = origin.map { origin in sources.filter { $0.table.isSameName(as: origin.table) } } ?? sources
      let choices = found.map { Source(row: row, record: $0, editedColumn: isEdited ? origin?.column : nil) }
      switch choices.count {
      case 0: await send(.sourceRefused(Self.refusal(origin)))
      case 1: await send(.sourceFound(choices[0]))
      default: await send(.sourcesFound(choices))
      }
    }
    .cancellable(id: EffectName.source, cancelInFlight: true)
  }

  /// Why no record is opened.
  private static func refusal(_ origin: ColumnOrigin?) -> String {
    origin.map { "The row has no key of a record of \($0.table)." }
      ?? "The row comes from no single record. l shows all its columns."
  }
}
