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

/// The error that another user now has the e-mail address that a change would assign.
public struct AddressTaken: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address.
  public var address: String
  /// The user with the address.
  public var owner: RecordID

  /// Makes an error that names the owner of an address.
  public init(address: String, owner: RecordID) {
    self.address = address
    self.owner = owner
  }

  /// Makes the error if a taken address kept a change from being made; otherwise nil.
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
