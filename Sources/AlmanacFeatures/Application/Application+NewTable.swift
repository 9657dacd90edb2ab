// Importing the records of a file into a table that is made for them.
//
//   the form ──Ctrl-S──> the mutation ──> one step ──> the tab of the table, once the file's tables are read again
public import AlmanacRecords
import Containers
public import Databases
import QueryClients
import Stores

extension Application {
  /// The form of an import, and what becomes of it.
  public enum NewTableAction: Sendable {
    /// The person looks at a file before its records are imported.
    case formAsked(path: String)
    /// Progress, in the words of the status line.
    case progressed(String, WriteInterruption)
    /// The table was made.
    case made(ListedTable, BookChange, ImportReport, WriteInterruption)
    /// Nothing was made, for the reason in this sentence.
    case failed(String)
  }

  func reduce(_ action: NewTableAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .formAsked(let path):
      state.dialog = .importForm(ImportForm.State(path: path, tables: state.tables.tables.map(\.name)))
      return .send(.importForm(.opened))
    case .progressed(let text, let interruption):
      if state.work.change?.interruption == interruption { state.work.change?.text = text }
    case .made(let table, let change, let report, let interruption):
      state.work.isTableImported = false
      changeWritten(interruption, &state)
      return end(report, table, change, &state)
    case .failed(let text):
      state.work.isTableImported = false
      state.show(Message(text: text, isError: true))
      noteFailure(&state)
      endChange(&state) { $0.work.change = nil }
    }
    return .none
  }

  /// The person wants what the form says.
  func submitImport(_ state: inout State) -> Effect<Action> {
    guard let form = state.importForm, form.obstacle == nil else { return .none }
    state.dialog = nil
    if let name = form.existing {
      guard let table = state.tables[name] else {
        state.show(Message(text: "Not imported: there is no table \(name) any more.", isError: true))
        return .none
      }
      return importRecords(from: form.path, as: form.form, into: table, &state)
    }
    var order = form.order
    order.creation = form.newTable
    return importRecords(order, of: form.name, count: form.count, &state)
  }

  private func importRecords(
    _ order: ImportOrder, of name: String, count: Int, _ state: inout State
  ) -> Effect<Action> {
    guard state.presentChange == nil else {
      state.show(Message(text: "Not now: another change is being written.", isError: true))
      return .none
    }
    let underWay = ChangeUnderWay("Importing \(name)", count: count)
    state.work.change = underWay
    state.work.isTableImported = true
    let table = order.creation?.name ?? ""
    var order = order.kept(by: stepKeeper) { $0.label(intoNew: table) }
    order.interruption = underWay.interruption
    let store = Container.shared.queryClient().store(for: TableImport(into: table, of: database))
    return .run { [order, database] send in
      let report = try await Self.importing(order, by: store) { known in
        await send(.newTable(.progressed("\(underWay.text): \(known.progressInWords)", order.interruption)))
      }
      guard let change = report.change else { return }
      // The table is made, also if it can't be read now.
      let made = try? await database.read { db in try ListedTable.named(table, db) }
      await send(.newTable(.made(made ?? .changes, change, report, order.interruption)))
    } catch: { error, send in
      await send(.newTable(.failed("Not imported: \(error.sentenceOfImport(of: name)). Nothing was changed.")))
    }
  }

  /// Records the step, and goes to the table when it has a tab.
  private func end(
    _ report: ImportReport, _ table: ListedTable, _ change: BookChange, _ state: inout State
  ) -> Effect<Action> {
    let label = report.label(intoNew: change.tableName ?? table.name)
    state.work.conflict = nil
    state.history.record(ChangeHistory.Step(label: label, table: table, change: change))
    let remark = report.remarks.sentence.map { ". \($0)" } ?? ""
    let message = tellTroubleOfKeeping(in: Message(text: label + remark, hints: [.undo]))
    state.statistics?.isPaused = false
    return show(TableMessage(table: change.tableName ?? table.name, isThere: true, message: message), &state)
  }

  /// Says that a table was made or dropped, when the tabs show it.
  func show(_ message: TableMessage, _ state: inout State) -> Effect<Action> {
    // A book shows no other tables.
    if state.tables.isBook, !state.tables.showsAll {
      state.show(message.message)
      return .none
    }
    state.work.tableMessage = message
    return showTableMessage(&state)
  }

  /// Goes to a table that was made, and says what was done, if the tabs show it by now. `isLast`: the tabs won't show
  /// it any more if they don't; then it is only said.
  func showTableMessage(isLast: Bool = false, _ state: inout State) -> Effect<Action> {
    guard let waiting = state.work.tableMessage else { return .none }
    let tab = state.tableTab(named: waiting.table)
    guard isLast || waiting.isThere == (tab != nil) else { return .none }
    state.work.tableMessage = nil
    let showing = waiting.isThere ? tab.map { goToTab(.table($0.table.name), &state) } ?? .none : .none
    state.show(waiting.message)
    return showing
  }
}

/// The message about a table that was made or dropped.
struct TableMessage: Equatable {
  let table: String
  /// Whether it was made.
  let isThere: Bool
  let message: Message
}

extension ImportReport {
  /// How far an import is.
  fileprivate var progressInWords: String {
    count.counted("record") + (percent.map { ", \($0) %" } ?? "")
  }
}
