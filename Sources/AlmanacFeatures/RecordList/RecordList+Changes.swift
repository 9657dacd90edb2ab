// Toggling and deleting the marked records or one record: one write, one undo step.
public import AlmanacRecords
import Containers
public import Databases
import LiveQueries
import Stores
import StructuredQueries

extension RecordList {
  /// A change of records, and what comes of it.
  public enum ChangeAction: Sendable {
    /// The key that toggles was pressed. `column`: the current column.
    case toggleKeyPressed(ChosenRecords, cursor: RecordID? = nil, column: String?)
    /// The key that deletes was pressed.
    case deleteKeyPressed(ChosenRecords, cursor: RecordID? = nil)
    /// A change of records failed.
    case changeRefused(ChosenRecords)
    /// The values of the form of marked records were written, or not. `beside`: the refused values, by column.
    case markedFormEnded(isDone: Bool, beside: [String: String] = [:])
    /// The other effects of a deletion are known; `nil` if finding them took too long.
    case othersFound(
      [OtherRecords]?, ChosenRecords, [ChangeDoubt] = [], cursor: RecordID?, isAskedAgain: Bool = false,
      by: WriteInterruption? = nil)
    /// A change was not made, because the person must be asked first.
    case doubted(RecordChange, ChosenRecords, with: [OtherRecords]?, [ChangeDoubt], cursor: RecordID?)
    /// The number of records differs from the number that the person confirmed.
    case numberChanged(BulkDeed, ChosenRecords, cursor: RecordID?)
    /// The key that copies was pressed, or a part was chosen to copy.
    case copyKeyPressed(ChosenRecords, CopiedPart = .jsonLines, cursor: RecordID? = nil)
    /// The person writes the list to a new file.
    case exportAsked(path: String)
    /// The list was written, or not, as a report says.
    case exportEnded(ListReport)
    /// A record was toggled. `to`: its present identity, if known.
    case recordToggled(from: RecordID, to: RecordID?)
    /// A change was undone or redone.
    case stepTaken(BookChange)
  }

  /// A change of records, and what comes of it.
  func reduce(_ action: ChangeAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .recordToggled(let old, let id): return toggled(old, to: id, &state)
    case .toggleKeyPressed(let chosen, let cursor, let current):
      guard let column = state.table.toggledColumn(at: current) else {
        return .send(.report(.failed(state.table.toggleRefusal(at: current))))
      }
      return change(.toggle(column), chosen, cursor: cursor, &state)
    case .deleteKeyPressed(let chosen, let cursor): return change(.delete, chosen, cursor: cursor, &state)
    case .changeRefused(let chosen):
      state.model.expectStay(of: chosen)
      return .none
    case .markedFormEnded(let isDone, let beside):
      if isDone { state.work.formOfMany = nil } else { reopenForm(&state, beside: beside) }
      return .none
    case .othersFound(.some, _, _, _, _, let interruption?) where interruption.isInterrupted:
      // Esc came while the answer was on its way.
      return .send(.report(.failed("Not deleted: it was stopped. Nothing was changed.")))
    case .othersFound(let others, let chosen, let doubts, let cursor, let isAskedAgain, _):
      return delete(chosen, with: others, doubts, cursor: cursor, isAskedAgain: isAskedAgain, &state)
    case .doubted(let change, let chosen, let others, let doubts, let cursor):
      ask(of: change, chosen, with: others ?? [], doubts, cursor: cursor, &state)
      return .none
    case .copyKeyPressed(let chosen, let part, let cursor): return copy(part, of: chosen, cursor: cursor, &state)
    case .exportAsked(let path): return export(to: path, &state)
    case .exportEnded(let report):
      state.work.exporting = nil
      return .send(.report(report))
    case .numberChanged(let deed, let chosen, let cursor):
      switch deed {
      case .change(let deed): return change(deed, chosen, cursor: cursor, &state)
      case .copy(let part): return copy(part, of: chosen, cursor: cursor, &state)
      case .step, .statement: return .none
      }
    case .stepTaken(let change):
      if change.rows.contains(where: { $0.isOf(state.table) }) {
        state.pausedCounts = nil
        state.hidden = nil
      }
      forgetDeleted(change, state)
      state.model.expectArrivals(of: change, in: state.table)
      state.model.endArrivals()
      return .none
    }
  }

  /// For more records than this, the person must type their number to confirm a change.
  static var unconfirmedLimit: Int { Container.shared.settings().confirmation }

  /// Changes records, after a confirmation if they are many. `cursor`: the record that had the cursor then.
  func change(
    _ change: RecordChange, _ chosen: ChosenRecords, cursor: RecordID?, _ state: inout State
  ) -> Effect<Action> {
    var chosen = chosen
    // The open record has a version of its own: the rows of the list may be newer.
    if let detail = state.detail { chosen.rowIDVersion = detail.request.rowIDVersion }
    if change == .delete, state.table.style.editing.deletionReachesOthers {
      return rehearse(chosen, cursor: cursor, &state)
    }
    guard chosen.count <= Self.unconfirmedLimit else {
      ask(of: change, chosen, cursor: cursor, &state)
      return .none
    }
    return write(change, chosen, cursor: cursor, &state)
  }

  /// The form of marked records comes back with what was typed, unless another form is open: its change was not made.
  /// `beside`: the refused values, by column.
  func reopenForm(_ state: inout State, beside: [String: String] = [:]) {
    guard var form = state.work.formOfMany else { return }
    state.work.formOfMany = nil
    guard state.form == nil else { return }
    form.refusals = beside
    if let index = form.fields.firstIndex(where: { beside[$0.key] != nil }) { form.focus = index }
    state.form = form
  }

  /// If the number of marked records differs from the open question, asks about the present ones.
  func askAgain(_ state: inout State) -> Effect<Action> {
    guard let confirmation = state.confirmation, !confirmation.deed.isStep, confirmation.chosen.list != nil,
      confirmation.count != state.model.markCount
    else { return .none }
    guard state.model.markCount > 0, let chosen = state.model.chosen else {
      state.confirmation = nil
      reopenForm(&state)
      return .send(.report(.noted("The marked \(state.table.style.noun)s have gone.")))
    }
    state.confirmation?.ask(of: chosen, records: state.table.counted(chosen.count))
    return .none
  }

  /// Changes records in one write, then reads the rows again. `others`: the effects on other records that the person
  /// was shown; if they differ by now, the person is asked again. `doubts`: the ones that the person has accepted.
  func write(
    _ change: RecordChange, _ chosen: ChosenRecords, with others: [OtherRecords]? = nil,
    despite doubts: [ChangeDoubt] = [], cursor: RecordID?, _ state: inout State
  ) -> Effect<Action> {
    let table = state.table
    if case .edit = change {} else { state.work.formOfMany = nil }
    let one = chosen.only.map { table.named($0) }
    let records = one?.description ?? table.counted(chosen.count)
    let underWay = ChangeUnderWay("\(change.presentParticiple) \(records)", count: chosen.count)
    state.work.isDeleting = change == .delete
    // Without identities, a toggled record becomes another one: the old one disappears.
    if change == .delete || table.identity == .none { state.model.expectDeletion(of: chosen) }
    @Sendable func label(of done: BookChange) -> String {
      "\(change.pastParticiple) \(done.onlyRow.map { "\(table.named($0))" } ?? table.counted(done.rows.count))"
    }
    let work = Effect<Action>.run { [database, stepKeeper, page = state.live.$page, list = state.list] send in
      let done = try await database.write(keptBy: stepKeeper, endedBy: underWay.interruption) { db in
        // Inside the write, because a million records take longer than a key may.
        let ids = try chosen.confirmedIdentities(limit: Self.unconfirmedLimit, db)
        if !doubts.hasUnread { try chosen.requireRead(of: table, columns: change.columns, db) }
        let done = try change.make(in: table, ids, db)
        if let others, Set(done.othersToAskAbout) != Set(others) {
          throw OtherEffects(others: done.othersToAskAbout)
        }
        if !doubts.hasPassingUndo { try done.requireLastingUndo(db) }
        if done.rows.isEmpty { return (done, nil) }
        return (done, .made(KeptStep(label: label(of: done), table: table.name, change: done, cursor: cursor)))
      }
      if case .edit = change { await send(.change(.markedFormEnded(isDone: true))) }
      if done.rows.isEmpty, case .edit = change {
        await send(
          .report(.noted("Nothing was changed: \(records) \(chosen.count == 1 ? "has" : "have") these values.")))
      } else if done.rows.isEmpty {
        await send(.report(.failed("\(one?.title ?? records) \(chosen.count == 1 ? "has" : "have") gone already.")))
      } else {
        let hidden = change == .delete ? nil : await Self.hidden(of: done, in: list, database)
        let text = label(of: done) + (hidden ?? "")
        await send(.report(.done(text, done, cursor: cursor, stoppableBy: underWay.interruption)))
        if change != .delete, let row = done.onlyRow {
          await send(.change(.recordToggled(from: done.rows[0].id, to: row.after == nil ? nil : row.id)))
        }
      }
      // If the rows can't be read, the list says so.
      try? await page.load()
      await send.awaited(.report(.changeEnded(isDone: !done.rows.isEmpty)))
    } catch: { [database] error, send in
      await send(.change(.changeRefused(chosen)))
      if let other = error as? ChosenRecords.OtherNumber {
        await send(.report(.changeEnded(isDone: false)))
        await send(.change(.numberChanged(.change(change), chosen.recounted(other.count), cursor: cursor)))
        return
      }
      if let effects = error as? OtherEffects {
        await send(.report(.changeEnded(isDone: false)))
        await send(.change(.othersFound(effects.others, chosen, doubts, cursor: cursor, isAskedAgain: true)))
        await send(.report(.noted("The deletion would now change other records than it said. Nothing was deleted.")))
        return
      }
      // The toggled value is on the screen: the person sees it, and presses the key again.
      if let doubt = ChangeDoubt(error), !change.isToggle || !(error is ChosenRecords.ChangedUnread) {
        await send(.report(.changeEnded(isDone: false)))
        return await send(.change(.doubted(change, chosen, with: others, doubts + [doubt], cursor: cursor)))
      }
      let naming = change == .delete ? await Self.keeping(chosen, of: table, error, database) : nil
      var (reason, beside) = (naming, [String: String]())
      if case .edit(let values) = change {
        if RefusedValues.explain(error),
          let refused = try? await database.read({ db in try RefusedValues(error, of: table, nil, values, db) })
        {
          reason = [refused.column, refused.words].compactMap(\.self).joined(separator: ": ")
          if let column = refused.column { beside[column] = refused.words }
        }
        await send(.change(.markedFormEnded(isDone: false, beside: beside)))
      }
      await send(.report(.failed(Self.refusal(of: change, chosen, table, error, because: reason))))
      await send(.report(.changeEnded(isDone: false)))
    }
    return .merge(.send(.report(.begun(underWay))), work)
  }

  /// How many of several changed records the list hides now, as the end of a sentence; `nil` if it shows them all.
  private static func hidden(
    of change: BookChange, in list: ListQuery, _ database: SQLiteConnection
  ) async -> String? {
    let ids = Set(change.rows.filter { $0.isOf(list.table) && $0.after != nil }.map(\.id))
    guard !list.isWhole, ids.count > 1,
      let listed = try? await database.read({ db in try list.listed(among: ids, isOrdered: false, db).count }),
      listed < ids.count
    else { return nil }
    let causes = [list.search.isEmpty ? nil : "the search", list.filter == nil ? nil : "the filter"].compactMap(\.self)
    return ", \(ids.count - listed) of them hidden by \(causes.joined(separator: " or "))"
  }

  /// Follows a toggled record. In a table without identities it is another record now.
  func toggled(_ old: RecordID, to id: RecordID?, _ state: inout State) -> Effect<Action> {
    if let id, id == old { return lookForHidden(id, isNew: false, state) }
    moveDetail(from: old, to: id, &state)
    guard let id else { return .none }
    state.work.isRevealAwaited = true
    return .send(.cursor(.revealAsked(id: id, isNew: false)))
  }

  /// The open record stays open under its new key; if that is not known, it is closed.
  func moveDetail(from old: RecordID, to id: RecordID?, _ state: inout State) {
    guard state.detail?.id == old else { return }
    state.detail = id.map { id in state.live.scope.holding { RecordDetail.State(state.table, id: id) } }
  }

  /// Why a change was not made, and how to make one that is too large for undo.
  static func refusal(
    of change: RecordChange, _ chosen: ChosenRecords, _ table: ListedTable, _ error: any Error, because reason: String?
  ) -> String {
    let text = "Not \(change.pastParticiple.lowercased()): \(reason ?? sentence(error)). Nothing was changed."
    guard error is any UndoImpossible else { return text }
    if let only = chosen.only {
      let columns = change.columns ?? []
      let column = columns.map { $0 == table.style.editing.toggledColumn ? "" : " --column \($0)" }.joined()
      return "\(text) almanac \(change.imperative.lowercased()) \(table.name) \(only)\(column) does it for good."
    }
    let verb = change == .delete ? ", or for good with almanac delete" : ""
    return "\(text) \(change.imperative) fewer at a time\(verb)."
  }
}
