// An e-mail address belongs to one user.
import Databases
import LiveQueries
import StructuredQueries

/// Another user has this e-mail address already, in whatever case of A to Z.
public struct EMailTaken: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes the error.
  public init() {}

  public var description: String { "This e-mail is already taken." }
}

/// Another user has the e-mail address by now that a change would give to one.
public struct AddressTaken: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address.
  public var address: String
  /// The user that has it.
  public var owner: RecordID

  /// Makes an error that names the owner of an address.
  public init(address: String, owner: RecordID) {
    self.address = address
    self.owner = owner
  }

  /// What kept a change from being made; `nil` where it was something else.
  init?(_ row: RowChange, _ db: Database) throws {
    guard row.isOf(.users), let email = row.after?["email"], let address = email.string else {
      return nil
    }
    let users = ListedTable.users
    let owned: QueryFragment =
      "SELECT id FROM \(raw: users.quoted) WHERE email = \(email.fragment) AND NOT (\(users.condition(of: row.id)))"
    guard let owner = try SQLQuery<Int>(owned).fetchOne(db) else { return nil }
    self.init(address: address, owner: .rowID(owner))
  }

  public var description: String { "User \(owner) has the e-mail \(address) now." }
}

extension ListedTable {
  /// Throws `EMailTaken` where another record than `id` has an e-mail address of `values`. Inside a write.
  func refuseTakenEMail(in values: ExactRow, except id: RecordID? = nil, _ db: Database) throws {
    let candidates = style.editableColumns.compactMap { column -> TakenValues.Candidate? in
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
