// The values that the person had time to read in the records of a pane.
import AlmanacRecords
import Containers

/// The records that other programs change while they are on the screen.
@MainActor
final class ReadRecords {
  private let table: ListedTable
  private let environment: ScreenEnvironment
  private let journal = Container.shared.changeJournal()
  private var values = ReadValues<RecordID, ListedRow> { .record($1) }
  /// The newest journal entry before each record changed.
  private var entriesBefore: [RecordID: Int] = [:]
  /// The newest known entry when rows were last taken. It does not advance while a change of the person's is under way:
  /// rows that come then may have been read before that change.
  private(set) var lastSeenEntry = 0

  init(_ table: ListedTable, _ environment: ScreenEnvironment) {
    (self.table, self.environment) = (table, environment)
  }

  /// The rows that came have been taken.
  func rowsTaken() {
    if !environment.isChanging() { lastSeenEntry = journal?.lastID ?? 0 }
  }

  /// Notes that a shown record has changed.
  func change(_ old: ListedRow, in pane: Pane) {
    if read(old, in: pane) == old { entriesBefore[old.id] = lastSeenEntry }
    values.change(old.id, from: old, in: pane, at: environment.clock.elapsed())
  }

  /// The pane is about to be drawn: keeps what could be read before.
  func beginDrawing(_ pane: Pane) { values.beginDrawing(pane, at: environment.clock.elapsed()) }

  /// Notes a record that is drawn.
  func note(_ row: ListedRow, in pane: Pane) { values.note(row.id, row, in: pane) }

  /// The values of a shown record that the person had read when they pressed the key.
  func read(_ row: ListedRow, in pane: Pane) -> ListedRow {
    isOwn(row.id) ? row : values.read(row.id, row, in: pane, at: environment.pressTime())
  }

  /// When the person can have read the record; `nil` if it has no unread change.
  func readableAt(_ row: ListedRow, in pane: Pane) -> Double? {
    isOwn(row.id) ? nil : values.readableAt(row.id, row, in: pane)
  }

  /// Whether the record is another one with the identity of the one that the person had read: other programs have
  /// deleted that and added this.
  func isExchanged(_ row: ListedRow, in pane: Pane) -> Bool {
    guard let entry = entriesBefore[row.id], read(row, in: pane) != row else { return false }
    return journal?.isReplacedElsewhere(row.id, in: table.name, since: entry) == true
  }

  /// Whether only Almanac has changed the record: the person knows that.
  private func isOwn(_ id: RecordID) -> Bool {
    guard let entry = entriesBefore[id] else { return true }
    return journal?.isChangedElsewhere(id, in: table.name, since: entry) == false
  }

  /// Forgets records that are no longer shown.
  func keep(_ isShown: (RecordID) -> Bool) {
    values.keep(isShown)
    entriesBefore = entriesBefore.filter { isShown($0.key) }
  }
}
