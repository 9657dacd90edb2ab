// What may stand in the place of a book that is open: another book of the same version.
import Databases
import LiveQueries
import StructuredQueries

/// Why a file can't be shown in the place of a book, as a clause.
struct StandInRefusal: Error, CustomStringConvertible {
  let description: String
}

extension Book {
  /// Throws `StandInRefusal` unless the file is a book of this version. Nothing is written. What passes is a
  /// `DatabaseError`: a lock that is not waited for any more, a full disk.
  @Sendable static func checkStandIn(_ file: SQLiteConnection.StandIn) async throws {
    let path = file.path
    do {
      // Another program's file is not even opened.
      if BookHeader.verdict(path: path) == .foreign { throw BookError.foreign(path: path) }
      try await file.read { db in
        guard try SQLQuery<Int>("PRAGMA application_id").fetchOne(db) == BookSchema.applicationID else {
          throw BookError.foreign(path: path)
        }
        try BookSchema.check(db, path: path)
        guard try BookSchema.tellsRecordsApart(db) else { throw BookError.foreign(path: path) }
      }
    } catch let error as BookError {
      throw StandInRefusal(description: error.clause)
    } catch let error as DatabaseError where !error.isBusy && !error.isFull {
      throw StandInRefusal(description: BookError.unreadable(path: path, error).clause)
    }
  }
}

extension BookError {
  fileprivate var clause: String {
    switch self {
    case .outdated: "it was made by an earlier version"
    case .laterVersion: "it was made by a later version"
    case .unreadable(_, let error) where error.isCorrupt: "it is damaged, or no database"
    case .unreadable(_, let error) where error.isCantOpen: "it can't be opened"
    case .unreadable(_, let error) where error.isInputOutput: "the disk can't be read or written"
    case .unreadable(_, let error): error.message
    default: "it is not an Almanac book"
    }
  }
}
