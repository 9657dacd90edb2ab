// One run of an observed closure: which stamped values it read, at which version, and which closures it began to
// observe.

import Locks

/// One run of an observed closure. Used on the thread of the run alone.
final class TrackedRun {
  /// By identity of the stamp: the version at the first read.
  private var versions: [ObjectIdentifier: (stamp: ChangeStamp, version: Int)] = [:]
  private var last: ChangeStamp?

  /// Observers made during the run. The standard library counts what an inner tracked closure reads as read by the
  /// outer one too; so that it wakes the inner one alone, these have their first run when this one has ended.
  private(set) var innerObservers: [(observer: Observer, transaction: Transaction)] = []

  /// The run under way on each thread. It is synchronous: the thread is its exact extent.
  private static let place = ThreadPlace<TrackedRun>()

  /// The run that is under way on this thread.
  static var current: TrackedRun? { place.current }

  /// Notes that a value is about to be read.
  func note(_ stamp: ChangeStamp) {
    guard stamp !== last else { return }
    last = stamp
    let id = ObjectIdentifier(stamp)
    guard versions[id] == nil else { return }
    versions[id] = (stamp, stamp.version)
  }

  /// Leaves an observer's first run for the end of this one.
  func postpone(_ observer: Observer) {
    innerObservers.append((observer, .current))
  }

  /// Makes this the thread's present run while `body` runs.
  func perform(_ body: () -> Void) {
    Self.place.withValue(self, body)
  }

  /// The transaction of a change that came after the read of it, or `nil` when there was no such change.
  func transactionOfChangeSinceRead() -> Transaction? {
    versions.values.first { $0.stamp.version != $0.version }?.stamp.lastTransaction
  }
}
