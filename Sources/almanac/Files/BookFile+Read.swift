// Opening a book for a verb that only reads.
import AlmanacRecords
import Databases

extension BookFile {
  /// Opens the book read-only, and closes it when `body` has ended. An existing log is left as it is, and no new one is
  /// left.
  ///
  /// A book that must be written before it can be read is first opened for writing, and closed: one that is to be made
  /// or filled, one of an earlier version, and one that a program left in the middle of a write.
  func read<Result: Sendable>(
    _ body: @Sendable (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    var reading = options
    (reading.isReadOnly, reading.creates, reading.beginning) = (true, false, nil)
    return try await use(openForReading(reading), body)
  }

  private func openForReading(_ reading: Book.Options) async throws -> SQLiteConnection {
    if isToBeMade || options.beginning == .samples { return try await write(thenOpen: reading) }
    do {
      return try await opened(reading).connection
    } catch BookError.outdated where !options.isReadOnly {
      return try await write(thenOpen: reading)
    } catch BookError.unreadable(_, let error) where error.needsRepair && !options.isReadOnly {
      return try await write(thenOpen: reading)
    } catch {
      throw failure(error)
    }
  }

  /// Opens the book for writing, which makes, fills, updates or repairs it, and then for reading.
  private func write(thenOpen reading: Book.Options) async throws -> SQLiteConnection {
    await (try open(options)).close()
    return try await open(reading)
  }
}
