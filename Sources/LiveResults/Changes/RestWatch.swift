// Whether the commits that nobody takes in concern a query.

import Databases
import Locks

/// Watches the commits while a result rests. It keeps no rows.
final class RestWatch: Sendable {
  /// The count of the last commit, if none so far has changed what the query reads; nil if one has, or if a commit was
  /// missed.
  private let present: Lock<UInt32?>
  private let subscription: ChangeSubscription

  /// Watches from now on. `commit`: the state that the result shows. `isMet`: whether a batch may have changed what the
  /// query reads; it is called on the publisher's thread.
  init(_ connection: SQLiteConnection, after commit: UInt32?, isMet: @escaping @Sendable (ChangeBatch) -> Bool) {
    present = Lock(commit)
    subscription = connection.subscribe { [present] batch in
      present.withLock { present in
        guard let last = present else { return }
        guard let range = batch.commitRange else { return present = nil }
        switch range.position(last) {
        case .before: return
        case .around: present = nil
        case .after: present = range.before == last && !isMet(batch) ? range.last : nil
        }
      }
    }
  }

  /// Whether the result is still true in a state of the file.
  func isTrue(in state: UInt32) -> Bool { present.withLock { $0 == state } }
}
