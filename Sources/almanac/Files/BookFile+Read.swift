// A book for a verb that only reads.
import AlmanacRecords
import Databases

extension BookFile {
  /// Opens the book for reading alone, and closes it when `body` has ended. A log that is there is left as it is, and
  /// none is left that was not.
  ///
  /// A book that has to be written before it can be read is opened for writing first, and closed: one that is to be
  /// made or filled, one of an earlier version, and one that a program left in the middle of a write.
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

  /// Opens the book for writing, which makes it, fills it, brings it up to date or repairs it, and then for reading.
  private func write(thenOpen reading: Book.Options) async throws -> SQLiteConnection {
    await (try open(options)).close()
    return try await open(reading)
  }
}
