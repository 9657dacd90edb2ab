// What another file has that the shown one has not, in the list that the changes have.
//
//   --diff B ──> both files are compared, behind the first screen ──> a journal of its own ──> its list, until Esc
import AlmanacRecords
public import Databases
import Stores

/// Another file, with which the shown one is compared.
public struct ComparedFile: Sendable {
  /// Its name for the person.
  public let name: String
  /// A connection to it, which is closed after the comparison.
  public let connection: SQLiteConnection

  /// Names a file that is open.
  public init(name: String, connection: SQLiteConnection) { (self.name, self.connection) = (name, connection) }
}

extension Application.State {
  /// Whether the list of changes shows what differs in another file.
  var isOfFiles: Bool { changeLists.netJournal?.otherFile != nil }
}

extension Application {
  private static let comparing = "The files are compared."

  /// Compares the file with another one. Keys wait for it.
  func compare(with other: ComparedFile, _ state: inout State) -> Effect<Action> {
    guard let journal else { return .none }
    state.setShownList { $0.work.isRevealAwaited = true }
    state.note(Self.comparing)
    return .run { send in
      let differences: ChangeJournal
      do {
        differences = try await journal.differences(to: other.connection, named: other.name)
      } catch {
        await other.connection.close()
        throw error
      }
      await other.connection.close()
      let database = differences.lastID == 0 ? nil : try await differences.listedDatabase()
      await send(.journal(.otherFileCompared(differences, database)))
    } catch: { error, send in
      await send(.journal(.otherFileNotCompared(sentence(error))))
    }
  }

  /// Shows the list of what differs.
  func show(_ differences: ChangeJournal, in database: SQLiteConnection?, _ state: inout State) -> Effect<Action> {
    state.setShownList { $0.work.isRevealAwaited = false }
    guard let database else {
      state.note("Nothing differs in \(differences.otherFile ?? "").")
      return .none
    }
    if state.message?.text == Self.comparing { state.messages.clearShown(on: state.tab) }
    (state.changeLists.netJournal, state.changeLists.net) = (
      differences, ChangeLists.list(.netChanges, in: database)
    )
    return showChanges(&state)
  }
}
