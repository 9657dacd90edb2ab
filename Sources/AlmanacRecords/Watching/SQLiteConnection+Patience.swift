// Reads that outlast the locks of other programs.
public import Databases

extension SQLiteConnection {
  /// How long to wait before another attempt.
  private static var pauseWhileBusy: Duration { .milliseconds(250) }

  /// Reads, as `read` does, and waits where another program keeps readers out, or was killed in the middle of a write that
  /// only a program that may write can take back, however long that takes. Throws what `read` throws otherwise, and
  /// `CancellationError` while it waits.
  public func readPatiently<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
    while true {
      do {
        return try await read(body)
      } catch let error as DatabaseError where error.isBusy || error.needsRepair {
        try await Task.sleep(for: Self.pauseWhileBusy)
      }
    }
  }

  /// Throws where the file can't be read, and waits as `readPatiently` does.
  public func requireReadable() async throws {
    try await readPatiently { db in
      try db.withStatement("SELECT count(*) FROM sqlite_schema") { _ = try $0.step() }
    }
  }
}
