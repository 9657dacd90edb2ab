// What keeps pages from being overwritten while they are read.

/// SQLite's read transactions, which keep the pages of a state from being overwritten. There are at most two at a time.
public protocol ReadTransactions {
  /// Begins a read transaction that stands beside the held one, and reads once, so that it has its lock. Throws when
  /// another program keeps it out.
  func begin() throws
  /// Ends the transaction that was held before the last `begin`, if there is one. The last becomes the held one.
  func endFormer()
  /// Ends all.
  func endAll()
  /// Whether a checkpoint has been waiting for readers.
  var isCheckpointWaiting: Bool { get }
}
