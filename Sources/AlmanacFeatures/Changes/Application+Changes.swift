// The list of changes: what all programs have done to the file since it was opened.
//
//   C ──keyPressed──> the journal's database ──opened──> a list like any other, on that database
//   l ──followed──> a jump to the record in its table; Esc goes back to the change
//   Esc ──> the tab that was shown before
public import AlmanacRecords
import Containers
public import Databases
import LiveQueries
import Stores

extension Container {
  /// The journal of the changes of all programs while the file is open.
  var changeJournal: Factory<ChangeJournal?> { self { nil } }
}

extension Application {
  /// The list of changes is opened, cleared or closed.
  public enum JournalAction: Sendable {
    /// The key of the list was pressed.
    case keyPressed
    /// The database of the changes is open.
    case opened(SQLiteConnection)
    /// The changes can't be listed, with the reason.
    case notOpened(String)
    /// The person goes to the record of a change.
    case followed(JournalEntry)
    /// The person hides the lines of the commit of this entry, or shows them again.
    case folded(Int)
    /// The person goes from this entry to the next commit, upwards or downwards.
    case commitAsked(from: Int, upwards: Bool)
    /// The person clears the list.
    case cleared
    /// The list was closed.
    case left
  }

  func reduce(_ action: JournalAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .keyPressed: return openChanges(&state)
    case .opened(let database): return changesOpened(database, &state)
    case .notOpened(let reason):
      state.note("The changes can't be listed: \(reason).")
      return .none
    case .followed(let entry): return followChange(entry, &state)
    case .folded(let id): return fold(at: id, &state)
    case .commitAsked(let id, let upwards): return goToCommit(from: id, upwards: upwards, state)
    case .cleared:
      journal?.clear()
      state.note("The list begins again: the file was not changed.")
      return .none
    case .left: return leave(&state)
    }
  }

  /// Shows the list of changes. The first time, makes the journal's database for it.
  private func openChanges(_ state: inout State) -> Effect<Action> {
    guard state.tab != .changes else { return .none }
    if state.changes != nil { return showChanges(&state) }
    return .run { [journal] send in
      guard let journal else { return }
      await send(.journal(.opened(try await journal.listedDatabase())))
    } catch: { error, send in
      await send(.journal(.notOpened(sentence(error))))
    }
  }

  /// The journal's database is open: the cursor follows new changes until the person moves it.
  private func changesOpened(_ database: SQLiteConnection, _ state: inout State) -> Effect<Action> {
    guard state.changes == nil else { return showChanges(&state) }
    state.changes = Container.shared.defaultDatabase.withValue(database) {
      RecordList.State(.changes, total: LiveCount(.changes, connection: database), search: "")
    }
    return .merge(showChanges(&state), .send(.changes(.cursor(.followKeyPressed))))
  }

  private func showChanges(_ state: inout State) -> Effect<Action> { go(toHidden: .changes, &state) }

  /// Hides or shows the lines of a commit. The cursor goes to its summary, and keys wait for that.
  private func fold(at id: Int, _ state: inout State) -> Effect<Action> {
    state.changes?.work.isRevealAwaited = true
    return .run { [journal] send in
      await send(.changes(.cursor(.cursorMoved)))
      if let summary = await journal?.fold(at: id) {
        await send(.changes(.cursor(.revealAsked(id: .rowID(summary), isNew: false))))
      } else {
        await send(.changes(.cursor(.revealEnded)))
        await send(.message(.noted("This commit has one line: there is nothing to fold.")))
      }
    }
  }

  /// Goes to the first line of the next commit.
  private func goToCommit(from id: Int, upwards: Bool, _ state: State) -> Effect<Action> {
    guard let list = state.changes?.list else { return .none }
    guard let target = journal?.commit(from: id, newer: upwards == list.order.isDescending) else {
      return .send(.message(.noted("There is no other commit \(upwards ? "above" : "below").")))
    }
    return .merge(
      .send(.changes(.cursor(.cursorMoved))), .send(.changes(.cursor(.visitAsked(id: .rowID(target))))))
  }

  /// Goes to the record of a change.
  private func followChange(_ entry: JournalEntry, _ state: inout State) -> Effect<Action> {
    guard case .row(let changed, let row) = entry.event else {
      state.note("This change is of no single record.")
      return .none
    }
    let name = changed.name
    guard let table = state.tableTab(named: name)?.table else {
      state.note("\(name) has no tab: it is gone, or a module or SQLite keeps it, and --all shows it.")
      return .none
    }
    guard let id = table.identity(of: row, in: changed) else {
      state.note("Nothing tells the records of \(name) apart.")
      return .none
    }
    guard row.after != nil else {
      state.note("\(table.named(id).title) was deleted by this change.")
      return .none
    }
    return jump(fromChange: .rowID(entry.id), to: id, in: table, &state)
  }

  /// Handles a report of the list of changes. The list itself can't be changed: it reports messages, and what the
  /// person answers before a revert.
  func receive(_ report: ListReport, _ state: inout State) -> Effect<Action> {
    switch report {
    case .stepConfirmed(let step, .revert, let left): return make(step, .revert, leaving: left, &state)
    case .stepConfirmed, .stepDeclined: return receive(report, of: .changes, &state)
    case .noted(let text): state.note(text)
    case .sidePaneToggled: state.isSidePaneShown.toggle()
    case .copyAsked(let records): state.dialog = .palette(.copying(records))
    case .failed(let text): state.show(Message(text: text, isError: true))
    default: break
    }
    return .none
  }
}

extension ListedTable {
  /// The identity of a commit's row among the rows of the table; `nil` if it has none.
  func identity(of row: ChangedRows.Row, in changed: ChangedRows.Table) -> RecordID? {
    switch identity {
    case .rowID: return row.rowID.map(RecordID.rowID)
    case .none: return nil
    case .key(let key): return row.values(of: key, in: changed).map { .key($0.map(\.asKey)) }
    }
  }
}
