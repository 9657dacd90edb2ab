// E-mail addresses are unique among users.
import Databases
import LiveQueries
import StructuredQueries

/// The error that another user already has this e-mail address, ignoring the case of A to Z.
public struct EMailTaken: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the error.
  public init() {}

  public var description: String { "This e-mail is already taken." }
}

extension ListedTable {
  /// Throws `EMailTaken` if a record other than `id` has an e-mail address of `values`. Call inside a write.
  func refuseTakenEMail(in values: ExactRow, except id: RecordID? = nil, _ db: Database) throws {
    let candidates = style.editing.columns.compactMap { column -> TakenValues.Candidate? in
      guard column.kind == .email, let value = values[column.name], let collation = column.uniqueCollation else {
        return nil
      }
      return TakenValues.Candidate(column.name, value, collation: collation)
    }
    guard try TakenValues(self, values: candidates, except: id).fetch(db).isEmpty else {
      throw EMailTaken()
    }
  }
}
