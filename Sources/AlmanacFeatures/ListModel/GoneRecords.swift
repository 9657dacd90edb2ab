// The records that other programs delete while a list shows them.
import AlmanacRecords
import Containers
import Observing

/// The number of records that others have deleted since the last key press, among the loaded rows.
///
/// A record may disappear before the commit that deleted it is known: it is counted when that is.
@MainActor
final class GoneRecords: ObservingObject {
  private let model: ListModel
  private let table: ListedTable
  private let readRecords: ReadRecords
  private let environment: ScreenEnvironment
  private let journal = Container.shared.changeJournal()
  /// How many there are. Tracked.
  @Tracked private(set) var count = 0
  /// Whether records have disappeared without a known commit that changed them.
  @Tracked private var isUnexplained = false

  init(_ model: ListModel, _ table: ListedTable, _ readRecords: ReadRecords, _ environment: ScreenEnvironment) {
    (self.model, self.table, self.readRecords, self.environment) = (model, table, readRecords, environment)
    super.init()
    observe(scheduler: environment.scheduler) { [weak self] in self?.followJournal() }
  }

  /// Counts records that left the loaded rows. The list of changes drops its oldest ones by itself.
  func add(_ ids: [RecordID]) {
    guard !table.isOfJournal else { return }
    let gone = model.goneElsewhere(ids, isDeletedElsewhere)
    $count.update { $0 += gone }
    isUnexplained = !model.unexplained.isEmpty
  }

  /// Begins again: another list is shown, or the person has seen the count.
  func forget() {
    model.forgetGone()
    $count.update { $0 = 0 }
    isUnexplained = false
  }

  /// Whether the record with the cursor left the rows by another program's doing.
  func isOfOthers(_ id: RecordID) -> Bool {
    guard !table.isOfJournal else { return false }
    let since = readRecords.lastSeenEntry
    return journal?.isChangedElsewhere(id, in: table.name, since: since) ?? isDeletedElsewhere(id)
      ?? !environment.isChanging()
  }

  private func isDeletedElsewhere(_ id: RecordID) -> Bool? {
    journal?.isDeletedElsewhere(id, in: table.name, since: readRecords.lastSeenEntry)
  }

  /// Counts the records that disappeared before the commit that deleted them was known.
  private func followJournal() {
    guard isUnexplained, let journal else { return }
    journal.trackEntries()
    let gone = model.goneSince(isDeletedElsewhere)
    if gone > 0 { $count.update { $0 += gone } }
    isUnexplained = !model.unexplained.isEmpty
  }
}
