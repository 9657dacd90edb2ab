// The work of a list that keys may have to wait for.
import Stores

/// The work of a list that is under way.
@ObservableState
struct ListWork: Equatable {
  /// Whether the records to mark are being found.
  var isMarkingAll = false
  /// The writing of the list to a file; nil if there is none.
  var exporting: Exporting?
  /// The form whose values are being written into the marked records, until that is done.
  var formOfMany: RecordForm.State?
  /// Whether values are being read for a command that gets the terminal.
  var isCommandPrepared = false
  /// How many changes are being written, or have rows that are still being read.
  var changeCount = 0
  /// Whether one of the changes deletes records: keys wait for the cursor to leave them.
  var isDeleting = false
  /// Whether the cursor is about to go to a looked-up record: keys wait for it.
  var isRevealAwaited = false
  /// The number of the present load of rows; `nil` if there is none.
  private(set) var loading: Int?
  private var loadCount = 0

  /// A load of rows begins, in the place of the one under way. Returns its number.
  mutating func beginLoad() -> Int {
    loadCount += 1
    loading = loadCount
    return loadCount
  }

  /// A load of rows has ended, or is cancelled. `number`: only if it is the present one; `nil`: whichever it is.
  mutating func endLoad(_ number: Int? = nil) {
    if number == nil || number == loading { loading = nil }
  }
}
