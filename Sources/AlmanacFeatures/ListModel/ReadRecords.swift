// What the person has had time to read of the records that a pane shows.
import AlmanacRecords
import Containers

/// The records that other programs change under the eyes of the person.
@MainActor
final class ReadRecords {
  private let table: ListedTable
  private let environment: ScreenEnvironment
  private let journal = Container.shared.changeJournal()
  private var values = ReadValues<RecordID, ListedRow> { .record($1) }
  /// The newest entry of the journal before each record changed.
  private var entriesBefore: [RecordID: Int] = [:]
  /// The newest entry that was known when rows came last, but none behind a change that the person has asked for: the rows
  /// that come meanwhile may have been read before it was written.
  private(set) var lastSeenEntry = 0

  init(_ table: ListedTable, _ environment: ScreenEnvironment) {
    (self.table, self.environment) = (table, environment)
  }

  /// The rows that came are taken over.
  func rowsTaken() {
    if !environment.isChanging() { lastSeenEntry = journal?.lastID ?? 0 }
  }

  /// A record has changed that the pane has shown until now.
  func change(_ old: ListedRow, in pane: Pane) {
    if read(old, in: pane) == old { entriesBefore[old.id] = lastSeenEntry }
    values.change(old.id, from: old, in: pane, at: environment.clock.elapsed())
  }

  /// The pane is drawn again: keeps what could be read before.
  func beginDrawing(_ pane: Pane) { values.beginDrawing(pane, at: environment.clock.elapsed()) }

  /// Notes a record that is being drawn.
  func note(_ row: ListedRow, in pane: Pane) { values.note(row.id, row, in: pane) }

  /// The record that is shown, as the person had read it when they pressed the key that is acted on.
  func read(_ row: ListedRow, in pane: Pane) -> ListedRow {
    isOwn(row.id) ? row : values.read(row.id, row, in: pane, at: environment.pressTime())
  }

  /// When the person can have read the record; `nil` where it is not new.
  func readableAt(_ row: ListedRow, in pane: Pane) -> Double? {
    isOwn(row.id) ? nil : values.readableAt(row.id, row, in: pane)
  }

  /// Whether only Almanac has changed the record: the person knows of it.
  private func isOwn(_ id: RecordID) -> Bool {
    guard let entry = entriesBefore[id] else { return true }
    return journal?.isChangedElsewhere(id, in: table.name, since: entry) == false
  }

  /// Forgets the records that are not shown any more.
  func keep(_ isShown: (RecordID) -> Bool) {
    values.keep(isShown)
    entriesBefore = entriesBefore.filter { isShown($0.key) }
  }
}
