// What another file has that the shown one has not, in the list that the changes have.
//
//   --diff B ──> both files are compared, behind the first screen ─┬─> a journal of its own ─┬─> its list, until Esc
//                                                                  └─ Ctrl-C: none          └─ something is open: C
import AlmanacRecords
public import Databases
import Stores
import Terminals

/// Another file, with which the shown one is compared.
public struct ComparedFile: Sendable {
  /// Its name for the person.
  public let name: String
  /// A connection to it, which is closed after the comparison.
  public let connection: SQLiteConnection

  /// Names a file that is open.
  public init(name: String, connection: SQLiteConnection) { (self.name, self.connection) = (name, connection) }
}

/// A comparison of the file with another one, while it lasts.
struct FileComparison: Equatable {
  /// The name of the other file.
  let other: String
  /// The tab where the person waits for it.
  let tab: Application.Tab?
}

extension Application.State {
  /// Whether the list of changes shows what differs in another file.
  var isOfFiles: Bool { changeLists.netJournal?.otherFile != nil }

  /// Whether the keys of the cursor wait for a comparison, which then shows its list.
  var isComparisonAwaited: Bool { work.comparison.map { $0.tab == tab } ?? false }

  /// What the status line says of a comparison until its list is shown.
  var comparisonMessage: Message? {
    if let comparison = work.comparison {
      return Message(
        text: "Comparing with \(comparison.other)", hints: [KeyHint(keys: [.control("c")], title: "stops it")])
    }
    return changeLists.compared.map { _ in Message(text: "The files are compared: C shows what differs.") }
  }

  /// Whether the shown tab has nothing over it, and the person types no text there.
  fileprivate var isUncovered: Bool {
    guard dialog == nil, !quitting.isAsked, tab != .query || query?.isTyped != true else { return false }
    return ofShownList { $0.isUncovered && $0.profile == nil } ?? true
  }
}

extension Application {
  private enum EffectName: Hashable { case comparison }

  /// Compares the file with another one.
  func compare(with other: ComparedFile, _ state: inout State) -> Effect<Action> {
    guard let journal else { return .none }
    state.work.comparison = FileComparison(other: other.name, tab: state.tab)
    return .run { send in
      let differences: ChangeJournal
      do {
        differences = try await journal.differences(to: other.connection, named: other.name)
      } catch {
        await other.connection.close()
        throw error
      }
      await other.connection.close()
      if differences.lastID > 0 { _ = try await differences.listedDatabase() }
      await send(.journal(.otherFileCompared(differences)))
    } catch: { error, send in
      await send(.journal(.otherFileNotCompared(sentence(error))))
    }
    .cancellable(id: EffectName.comparison)
  }

  /// Stops the comparison.
  func stopComparison(_ state: inout State) -> Effect<Action> {
    state.work.comparison = nil
    state.note("Stopped: the files are not compared.")
    return .cancel(id: EffectName.comparison)
  }

  /// Shows what differs; later, with its key, if the person has gone elsewhere or has opened something meanwhile.
  func compared(_ differences: ChangeJournal, _ state: inout State) -> Effect<Action> {
    let isAwaited = state.isComparisonAwaited && state.isUncovered
    state.work.comparison = nil
    guard differences.database != nil else {
      state.note("Nothing differs in \(differences.otherFile ?? "").")
      return .none
    }
    state.changeLists.compared = differences
    return isAwaited ? showComparison(&state) : .none
  }

  /// Shows the list of what differs.
  func showComparison(_ state: inout State) -> Effect<Action> {
    guard let differences = state.changeLists.compared, let database = differences.database else { return .none }
    state.changeLists.compared = nil
    (state.changeLists.netJournal, state.changeLists.net) = (
      differences, ChangeLists.list(.netChanges, in: database)
    )
    return showChanges(&state)
  }
}
