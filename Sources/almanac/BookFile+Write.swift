// One change of a book, with a sentence for each way in which it can fail.
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
      } catch let error as DatabaseError {
        throw CommandFailure("\(failure): \(error.reason).")
      } catch {
        let sentence = "\(error)"
        throw CommandFailure("\(failure): \(sentence.prefix(1).lowercased())\(sentence.dropFirst())")
      }
    }
  }
}

extension DatabaseError {
  /// What went wrong, in words that fit into a sentence, behind a colon.
  var reason: String {
    if isBusy { return "another program holds the book" }
    if isReadOnly { return "the book can only be read" }
    if isFull { return "the disk is full" }
    return message
  }
}
