public import Foundation
import Locks

extension Process {
  private static let launching = Lock(())

  /// Starts the process, one at a time: started side by side, one may inherit the pipes of another, whose end then never
  /// comes, and Foundation itself has been seen to read memory that was gone.
  public func start() throws {
    try Self.launching.withLock { _ in try run() }
  }
}
