// The list of changes: what all programs have done to the file since it was opened.
//
//   C ──keyPressed──> the journal's database ──opened──> a list like any other, on that database
//   l ──followed──> a jump to the record in its table; Esc goes back to the change
//   v, v ──> two moments ──> their net changes: a journal of its own, whose list covers this one until Esc
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
    /// The person marks the moment of this entry, or compares it with the marked one.
    case momentMarked(Int)
    /// The list of net changes is ready; `nil` if it would be empty.
    case compared(ChangeJournal?, SQLiteConnection?)
    /// Two moments can't be compared, with the reason.
    case notCompared(String)
    /// The file is compared with another one.
    case otherFileAsked(ComparedFile)
    /// The journal of what differs in another file is ready. It has a database unless it is empty.
    case otherFileCompared(ChangeJournal)
    /// The files can't be compared, with the reason.
    case otherFileNotCompared(String)
    /// The person stops the comparison with another file.
    case comparisonStopped
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
    case .momentMarked(let id): return markMoment(id, &state)
    case .compared(let net, let database): return compared(net, database, &state)
    case .notCompared(let reason):
      state.changeLists.all?.work.isRevealAwaited = false
      state.show(Message(text: "Not compared: \(reason).", isError: true), at: .changes)
      return .none
    case .cleared:
      journal?.clear()
      state.note("The list begins again: the file was not changed.")
      return .none
    case .otherFileAsked(let other): return compare(with: other, &state)
    case .otherFileCompared(let differences): return compared(differences, &state)
    case .comparisonStopped: return stopComparison(&state)
    case .otherFileNotCompared(let reason):
      let other = state.work.comparison.map { " with \($0.other)" } ?? ""
      state.work.comparison = nil
      state.show(Message(text: "Not compared\(other): \(reason).", isError: true))
      return .none
    case .left:
      let isOfFiles = state.isOfFiles
      if state.changeLists.goBack(), !isOfFiles { return .none }
      return leave(&state)
    }
  }

  /// Shows the list of changes: from the newest one if there are some that the person has not seen, otherwise where it
  /// was left. The first time, makes the journal's database for it.
  private func openChanges(_ state: inout State) -> Effect<Action> {
    if state.changeLists.compared != nil { return showComparison(&state) }
    guard state.tab != .changes else { return .none }
    // A jump has left it.
    if state.isOfFiles { return showChanges(&state) }
    if let list = state.changeLists.all {
      let isFree = !list.isFollowing && !list.isPaused && list.detail == nil && list.list.isWhole
      let hasNews = (journal?.unseenCount ?? 0) > 0
      return .merge(showChanges(&state), isFree && hasNews ? .send(.changes(.cursor(.followKeyPressed))) : .none)
    }
    return .run { [journal] send in
      guard let journal else { return }
      await send(.journal(.opened(try await journal.listedDatabase())))
    } catch: { error, send in
      await send(.journal(.notOpened(sentence(error))))
    }
  }

  /// The journal's database is open: the cursor follows new changes until the person moves it.
  private func changesOpened(_ database: SQLiteConnection, _ state: inout State) -> Effect<Action> {
    guard state.changeLists.all == nil else { return showChanges(&state) }
    state.changeLists.all = ChangeLists.list(.changes, in: database)
    return .merge(showChanges(&state), .send(.changes(.cursor(.followKeyPressed))))
  }

  func showChanges(_ state: inout State) -> Effect<Action> { go(toHidden: .changes, &state) }

  /// Hides or shows the lines of a commit. The cursor goes to its summary, and keys wait for that.
  private func fold(at id: Int, _ state: inout State) -> Effect<Action> {
    state.changes?.work.isRevealAwaited = true
    return .run { [journal = shownJournal(state), action = state.changeLists.action] send in
      await send(action(.cursor(.cursorMoved)))
      if let summary = await journal?.fold(at: id) {
        await send(action(.cursor(.revealAsked(id: .rowID(summary), isNew: false))))
      } else {
        await send(action(.cursor(.revealEnded)))
        await send(.message(.noted("This commit has one line: there is nothing to fold.")))
      }
    }
  }

  /// Goes to the first line of the next commit.
  private func goToCommit(from id: Int, upwards: Bool, _ state: State) -> Effect<Action> {
    guard let list = state.changes?.list else { return .none }
    let what = state.changeLists.net == nil ? "commit" : "table"
    guard let target = shownJournal(state)?.commit(from: id, newer: upwards == list.order.isDescending) else {
      return .send(.message(.noted("There is no other \(what) \(upwards ? "above" : "below").")))
    }
    return .merge(
      state.changeLists.send(.cursor(.cursorMoved)), state.changeLists.send(.cursor(.visitAsked(id: .rowID(target)))))
  }

  /// The journal whose changes the list shows.
  func shownJournal(_ state: State) -> ChangeJournal? { state.changeLists.netJournal ?? journal }

  /// Marks a moment, or lists the net changes between it and the marked one. Keys wait for that.
  private func markMoment(_ id: Int, _ state: inout State) -> Effect<Action> {
    guard let journal else { return .none }
    guard let marked = state.changeLists.moment, let other = journal.entry(marked) else {
      state.changeLists.moment = id
      state.note("Moment marked: v on another line compares both; v here, with the beginning.")
      return .none
    }
    state.changeLists.all?.work.isRevealAwaited = true
    let isSame = other.commit == journal.entry(id)?.commit
    return .run { send in
      let net = try journal.netChanges(from: id, to: isSame ? nil : marked)
      await send(.journal(.compared(net, net.lastID == 0 ? nil : try await net.listedDatabase())))
    } catch: { error, send in
      await send(.journal(.notCompared(sentence(error))))
    }
  }

  private func compared(
    _ net: ChangeJournal?, _ database: SQLiteConnection?, _ state: inout State
  ) -> Effect<Action> {
    state.changeLists.all?.work.isRevealAwaited = false
    state.changeLists.moment = nil
    guard let net, let database else {
      state.show(Message(text: "Nothing differs between these two moments.", isPassing: true), at: .changes)
      return .none
    }
    (state.changeLists.netJournal, state.changeLists.net) = (net, ChangeLists.list(.netChanges, in: database))
    return .none
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
    if let other = shownJournal(state)?.otherFile, row.before == nil {
      state.note("\(table.named(id).title) is only in \(other).")
      return .none
    }
    guard row.after != nil || state.isOfFiles else {
      state.note("\(table.named(id).title) was deleted by this change.")
      return .none
    }
    return jump(fromChange: .rowID(entry.id), to: id, in: table, &state)
  }

  /// Handles a report of a list of changes, or of a table in the past. The list itself can't be changed: it reports
  /// messages, and what the person answers before a revert.
  func receive(_ report: ListReport, _ state: inout State) -> Effect<Action> {
    switch report {
    case .stepConfirmed(let step, .revert, let left): return make(step, .revert, leaving: left, &state)
    case .stepConfirmed, .stepDeclined: return receive(report, of: .changes, &state)
    case .noted(let text): state.note(text)
    case .sidePaneToggled: state.isSidePaneShown.toggle()
    case .copyAsked(let records): state.dialog = .palette(.copying(records))
    case .failed(let text): state.show(Message(text: text, isError: true))
    case .commandReady(let run): return self.run(run, &state)
    case .columnsArranged(let layout): state.keep(layout)
    case .compared: state.note("= compares two records of a table as it is now.")
    case .revertAsked(let id): return revert(.entries([id]), in: journal, &state)
    case .momentAsked(let earlier):
      if let table = state.shownTable { return lookBack(earlier: earlier, in: table, &state) }
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
