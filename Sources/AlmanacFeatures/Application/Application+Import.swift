// Importing the records of a file into the shown table.
//
//   :import PATH ──> importAsked ──> the mutation ──progress──> the status line
//                                              └──> one undo step
import AlmanacRecords
import Containers
import Databases
import IdentifiedCollections
import LiveQueries
import QueryClients
import Stores

extension Application {
  /// Adds the records of a file to a table, all of them or none.
  func importRecords(
    from path: String, as form: SourceForm? = nil, into table: ListedTable, _ state: inout State
  ) -> Effect<Action> {
    let table = state.present(table)
    if let refusal = Self.refusal(of: path, as: form, into: table, isBusy: state.presentChange != nil) {
      state.show(Message(text: refusal, isError: true))
      return .none
    }
    guard let form = form ?? SourceFormat(nameOf: path).map({ SourceForm($0) }) else { return .none }
    let underWay = ChangeUnderWay("Importing \(Self.name(of: path))")
    @Sendable func label(of done: ImportReport) -> String {
      let deeds = done.change?.gone.deeds ?? ""
      return "Imported \(table.counted(done.count))\(deeds.isEmpty ? "" : ", \(deeds)")"
    }
    let order = ImportOrder(
      path: path.inHomeFolder, form, undoLimit: ChangeLog.byteLimit, endedBy: underWay.interruption
    ).kept(by: stepKeeper, as: label)
    @Sendable func report(_ report: ListReport) -> Action { .lists(.element(id: table, action: .report(report))) }
    let store = Container.shared.queryClient().store(for: TableImport(into: table.name, of: database))
    let work = Effect<Action>.run { [page = state.lists[id: table]?.live.$page] send in
      let done = try await Self.importing(order, by: store) { known in
        let percent = known.percent.map { ", \($0) %" } ?? ""
        await send(
          report(.progressed("\(underWay.text): \(table.counted(known.count))\(percent)", order.interruption)))
      }
      let label = label(of: done)
      if let change = done.change, !change.rows.isEmpty {
        await send(report(.done(label, change, stoppableBy: order.interruption)))
      } else {
        await send(report(.noted("\(label).")))
      }
      if let remark = done.remarks.sentence { await send(report(.noted("\(label). \(remark)"))) }
      // If the rows can't be read, the list says so.
      try? await page?.load()
      await send(report(.changeEnded(isDone: true)))
    } catch: { error, send in
      await send(report(.failed(Self.refusal(of: path, into: table, error))))
      await send(report(.changeEnded(isDone: false)))
    }
    return .merge(.send(report(.begun(underWay))), work)
  }

  /// Does an import. `tell` receives its progress, and is done before this returns or throws.
  static func importing(
    _ order: ImportOrder, by store: QueryStore<MutationState<ImportOrder, ImportReport>>,
    _ tell: @escaping @Sendable (ImportReport) async -> Void
  ) async throws -> ImportReport {
    let (progress, teller) = AsyncStream<ImportReport>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let telling = Task { for await known in progress { await tell(known) } }
    let result: Result<ImportReport, any Error>
    do {
      result = .success(
        try await store.mutate(
          with: order,
          handler: QueryEventHandler(onResultReceived: { result, _ in
            if let known = try? result.get(), !known.isWhole { teller.yield(known) }
          })))
    } catch {
      result = .failure(error)
    }
    teller.finish()
    await telling.value
    return try result.get()
  }

  /// The name of a file, without its folders.
  private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Why an import can't begin, as a sentence; `nil` if it can.
  private static func refusal(
    of path: String, as form: SourceForm?, into table: ListedTable, isBusy: Bool
  ) -> String? {
    if isBusy { return "Not now: another change is being written." }
    if let refusal = table.style.editing.refusals[.add] { return refusal }
    // The added records can't be identified, so the import could not be undone.
    if table.identity == .none { return "The screen can't import into \(table.name): almanac import does." }
    if form == nil, SourceFormat(nameOf: path) == nil {
      return "The name of \(name(of: path)) doesn't tell what it is: it must end with .csv, .tsv, .json or .jsonl."
    }
    return nil
  }

  private static func refusal(of path: String, into table: ListedTable, _ error: any Error) -> String {
    let text = "Not imported: \(error.sentenceOfImport(of: name(of: path))). Nothing was changed."
    return error is any UndoImpossible ? "\(text) almanac import \(path) --into \(table.name) does it for good." : text
  }
}
