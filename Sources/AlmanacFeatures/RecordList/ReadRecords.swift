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

  init(_ table: ListedTable, _ environment: ScreenEnvironment) {
    (self.table, self.environment) = (table, environment)
  }

  /// A record has changed that the pane has shown until now, behind the entry `since` of the journal.
  func change(_ old: ListedRow, since: Int, in pane: Pane) {
    if read(old, in: pane) == old { entriesBefore[old.id] = since }
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
