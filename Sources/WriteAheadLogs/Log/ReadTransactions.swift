// Keeps pages from being overwritten while they are read.

/// SQLite's read transactions, which keep the pages of a state from being overwritten. There are at most two at a time.
public protocol ReadTransactions {
  /// Begins a read transaction in addition to the held one, and reads once to take its lock. Throws if another program
  /// keeps it out.
  func begin() throws
  /// Ends the transaction held before the last `begin`, if any. The last one becomes the held one.
  func endFormer()
  /// Ends all transactions.
  func endAll()
  /// Whether a checkpoint has been waiting for readers.
  var isCheckpointWaiting: Bool { get }
}
