// The values that a command of the person's own takes from records. Nothing is written to the file.
import AlmanacRecords
import Databases
import LiveQueries
import Stores

extension RecordList {
  /// Reads the values of the records for a command, and reports what is to be run.
  func prepare(_ command: UserCommand, for chosen: ChosenRecords, _ state: State) -> Effect<Action> {
    var chosen = chosen
    // The open record has a version of its own: the rows of the list may be newer.
    if let detail = state.detail { chosen.rowIDVersion = detail.request.rowIDVersion }
    let (table, list, limit) = (state.table, state.list, Self.unconfirmedLimit)
    let tooMany = "A command runs for \(limit.groupedDigits) records at most. Nothing was run."
    return .run { [database, chosen] send in
      let columns = try command.columns.map { name in
        guard let column = table.columns.first(where: { $0.isSameName(as: name) }) else {
          throw CommandFailure("\(command.name) takes {\(name)}, but \(table.name) has no such column.")
        }
        return column
      }
      guard chosen.count <= limit else { throw CommandFailure(tooMany) }
      let rows = try await database.read { db in
        try chosen.values(of: columns, in: list, limit: limit, byteLimit: Self.argumentByteLimit, db)
      }
      guard !rows.isEmpty else {
        let records = chosen.only.map { table.named($0).title } ?? table.counted(chosen.count)
        throw CommandFailure("\(records) \(chosen.count == 1 ? "has" : "have") gone already.")
      }
      let calls = try rows.map { id, values in
        CommandRun.Call(arguments: try command.arguments(values), record: "\(table.named(id))")
      }
      await send(.report(.commandReady(CommandRun(command, calls))))
      await send(.open(.commandPrepared))
    } catch: { error, send in
      let sentence =
        switch error {
        case is ChosenRecords.OtherNumber: tooMany
        case let error as CommandFailure: error.description
        case let error as DatabaseError where error.isTooLarge:
          "A value is too long for an argument. Nothing was run."
        default: "\(command.name) was not run: \(AlmanacFeatures.sentence(error))."
        }
      await send(.report(.failed(sentence)))
      await send(.open(.commandPrepared))
    }
  }

  /// The system takes no longer argument.
  private static var argumentByteLimit: Int { 1 << 17 }
}
