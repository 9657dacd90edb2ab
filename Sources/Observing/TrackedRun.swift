// One run of an observed closure: the stamped values that it read, with their versions, and its new observers.

import Locks

/// One run of an observed closure. Used only on the thread of the run.
final class TrackedRun {
  /// By the stamp's identity: the version at the first read.
  private var versions: [ObjectIdentifier: (stamp: ChangeStamp, version: Int)] = [:]
  private var last: ChangeStamp?

  /// Observers created during the run. The standard library counts reads of an inner tracked closure for the outer one,
  /// too. So that they wake only the inner one, its first run comes when this run has ended.
  private(set) var innerObservers: [(observer: Observer, transaction: Transaction)] = []

  /// The current run of each thread. Runs are synchronous, so one never leaves its thread.
  private static let place = ThreadPlace<TrackedRun>()

  /// The current run of this thread.
  static var current: TrackedRun? { place.current }

  /// Records that a value is about to be read.
  func note(_ stamp: ChangeStamp) {
    guard stamp !== last else { return }
    last = stamp
    let id = ObjectIdentifier(stamp)
    guard versions[id] == nil else { return }
    versions[id] = (stamp, stamp.version)
  }

  /// Delays an observer's first run until the end of this one.
  func postpone(_ observer: Observer) {
    innerObservers.append((observer, .current))
  }

  /// Runs `body` with this as the thread's current run.
  func perform(_ body: () -> Void) {
    Self.place.withValue(self, body)
  }

  /// The transaction of a change after its value was read; nil if there was none.
  func transactionOfChangeSinceRead() -> Transaction? {
    versions.values.first { $0.stamp.version != $0.version }?.stamp.lastTransaction
  }
}
