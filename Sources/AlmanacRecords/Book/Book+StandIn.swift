// What may stand in the place of a book that is open: another book of the same version.
import Databases

/// Why a file can't be shown in the place of a book, as a clause.
struct StandInRefusal: Error, CustomStringConvertible {
  let description: String
}

extension Book {
  /// Throws `StandInRefusal` unless the file at `path` is a book of this version. Nothing is written.
  @Sendable static func checkStandIn(path: String) async throws {
    do {
      try await checkIsBook(path: path)
      var configuration = SQLiteConnection.Configuration()
      configuration.isReadOnly = true
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      do {
        try await connection.read { db in
          try BookSchema.check(db, path: path)
          guard try BookSchema.tellsRecordsApart(db) else { throw BookError.foreign(path: path) }
        }
      } catch {
        await connection.close()
        throw error
      }
      await connection.close()
    } catch let error as BookError {
      throw StandInRefusal(description: error.clause)
    } catch let error as DatabaseError {
      throw StandInRefusal(description: BookError.unreadable(path: path, error).clause)
    }
  }
}

extension BookError {
  fileprivate var clause: String {
    switch self {
    case .outdated: "it was made by an earlier version"
    case .laterVersion: "it was made by a later version"
    case .unreadable(_, let error) where error.isBusy: "another program holds it"
    case .unreadable(_, let error) where error.isCorrupt: "it is damaged, or no database"
    case .unreadable(_, let error) where error.isCantOpen: "it can't be opened"
    default: "it is not an Almanac book"
    }
  }
}
