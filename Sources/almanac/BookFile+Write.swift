// One change of a book, with a sentence for each way in which it can fail.
import AlmanacFeatures
import AlmanacRecords
import Databases

extension BookFile {
  /// Opens the book and does `body` in one transaction. Throws `CommandFailure`: `failure`, a colon, and why.
  func write<Result: Sendable>(
    failure: String, _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await use { connection in
      do {
        return try await connection.write(body)
      } catch {
        throw CommandFailure("\(failure): \(sentence(error)).")
      }
    }
  }
}
