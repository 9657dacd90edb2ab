// Copying the marked records or one record to the clipboard, whole or a column of them. Nothing is written to the file.
//
//   y ──> read whole on a reader ──> text ──> terminal ──> message
//               └──> too long, gone, unreadable: only a message
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import Stores

extension RecordList {
  /// Copies records, after a confirmation if they are many. `cursor`: the record that had the cursor then.
  func copy(
    _ part: CopiedPart, of chosen: ChosenRecords, cursor: RecordID?, _ state: inout State
  ) -> Effect<Action> {
    var chosen = chosen
    // The open record has a version of its own: the rows of the list may be newer.
    if let detail = state.detail { chosen.rowIDVersion = detail.request.rowIDVersion }
    guard chosen.count <= Self.unconfirmedLimit else {
      state.confirmation = BulkConfirmation.State(
        deed: .copy(part), chosen: chosen, cursor: cursor, records: state.table.counted(chosen.count))
      return .none
    }
    return copyConfirmed(part, of: chosen, cursor: cursor, state)
  }

  /// Copies records that are few or confirmed.
  func copyConfirmed(
    _ part: CopiedPart, of chosen: ChosenRecords, cursor: RecordID?, _ state: State
  ) -> Effect<Action> {
    let (table, list, columns) = (state.table, state.list, state.outputColumns)
    let one = chosen.only.map { table.named($0) }
    return .run { [database, clipboard] send in
      let (copied, row) = try await database.read { db in
        let copied = try chosen.text(
          part, columns: columns.names, in: list, limit: Self.unconfirmedLimit, byteLimit: Clipboard.byteLimit, db)
        // If the list does not show its key, a record is named by its label.
        return (copied, copied.count == 1 ? chosen.only.flatMap { try? table.exactRow($0, db) } : nil)
      }
      guard copied.count > 0 else {
        let records = one?.title ?? table.counted(chosen.count)
        await send(.report(.failed("\(records) \(chosen.count == 1 ? "has" : "have") gone already.")))
        return
      }
      guard await clipboard(copied.text) else {
        await send(.report(.failed(Clipboard.missing)))
        return
      }
      let records = chosen.only.map { "\(table.named($0, row))" } ?? table.counted(copied.count)
      await send(.report(.noted("Copied \(part.words(records))\(part.isOfOneColumn ? "" : columns.remark).")))
    } catch: { error, send in
      if let other = error as? ChosenRecords.OtherNumber {
        await send(.change(.numberChanged(.copy(part), chosen.recounted(other.count), cursor: cursor)))
        return
      }
      var reason = (error as? CopiedText.Refusal)?.description ?? sentence(error)
      if let error = error as? CopiedText.TooLong {
        let size = "more than \(error.byteLimit.groupedDigits) bytes, too much for terminals"
        reason =
          one.map { "\($0) is \(size); almanac show --json prints it" }
          ?? "\(table.counted(chosen.count)) are \(size); almanac export prints them"
      }
      await send(.report(.failed("Not copied: \(reason).")))
    }
    .cancellable(id: EffectName.copy, cancelInFlight: true)
  }
}

extension RecordList.State {
  /// The columns that are copied or exported, and what to add to the message about it: those of the list, from left to
  /// right; of an open record all, as it shows them.
  var outputColumns: (names: [String], remark: String) {
    if detail != nil { return (table.columns, "") }
    let names = model.layout.arranged(table.columns)
    let hidden = table.columns.count - names.count
    return (names, hidden == 0 ? "" : " without \(hidden.counted("hidden column"))")
  }
}

extension CopiedPart {
  /// Whether hidden columns make no difference to it.
  fileprivate var isOfOneColumn: Bool { if case .column = self { true } else { false } }

  /// What was copied, as a part of a sentence: `fact 3 as CSV`.
  fileprivate func words(_ records: String) -> String {
    switch self {
    case .jsonLines: records
    case .rows(let format): "\(records) as \(format.title)"
    case .insertions: "\(records) as INSERT"
    case .column(let name): "\(name) of \(records)"
    }
  }
}

extension DataFormat {
  /// The name for people.
  var title: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .json: "a JSON array"
    case .jsonLines: "lines of JSON"
    case .markdown: "Markdown"
    }
  }
}
