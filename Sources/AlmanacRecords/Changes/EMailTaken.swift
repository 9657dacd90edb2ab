// An e-mail address belongs to one user.
import Databases
import StructuredQueries

/// Another user has this e-mail address already, in whatever case.
public struct EMailTaken: Error, Hashable, Sendable, CustomStringConvertible {
  public init() {}

  public var description: String { "This e-mail is already taken." }
}

extension BookRecord {
  /// Throws `EMailTaken` where another record than `id` has an e-mail address of `values`. Inside a write.
  static func refuseTakenEMail(in values: ExactRow, except id: Int? = nil, _ db: Database) throws {
    let candidates = editableColumns.compactMap { column -> TakenValues.Candidate? in
      guard column.kind == .email, let text = values[column.name]?.string else { return nil }
      return TakenValues.Candidate(column: column.name, text: text)
    }
    guard try TakenValues(table: tableName, values: candidates, except: id).fetch(db).isEmpty else {
      throw EMailTaken()
    }
  }
}
