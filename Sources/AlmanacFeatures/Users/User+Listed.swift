public import AlmanacRecords
public import Databases

extension User: ListedRecord {
  public static let title = "Users"
  public static let noun = "user"

  public static let listColumns: [ListColumn<User>] = [
    ListColumn("Name", of: "name", weight: 1, isSearched: true),
    ListColumn("E-mail", of: "email", weight: 1, isSearched: true),
    // Where there is no UTF-8 these are written `*` and `-`, as `SafeText` tells.
    ListColumn("Active", of: "active", alignment: .center) { value, _ in
      if case .integer(let number) = value { number == 0 ? "○" : "●" } else { nil }
    },
    ListColumn("Added", of: "createdAt", alignment: .trailing, leastWidth: Age.usualWidth) { value, context in
      value.moment?.age(at: context.now)
    },
  ]

  public static let formFields = [
    FormField(.text("name"), label: "Name", kind: .text(TextInput())),
    FormField(.email("email"), label: "E-mail", kind: .text(TextInput()), isUnique: true),
    FormField(.flag("active"), label: "Active", kind: .toggle(true)),
  ]

  public static func detailFields(of row: ExactRow, now: Double) -> [DetailField] {
    [
      DetailField("ID", row["id"]),
      DetailField("Name", row["name"]),
      DetailField("E-mail", row["email"]),
      DetailField("Active", isOn: row["active"]),
      DetailField("Added", moment: row["createdAt"], now: now),
    ]
  }

  public static func add(_ fields: [FormField], _ db: Database) throws -> BookChange {
    try add(name: fields.text("name"), email: fields.text("email"), active: fields.isOn("active"), db)
  }

  public static let toggle: (@Sendable ([Int], Database) throws -> BookChange)? = { ids, db in try toggle(ids, db) }
}
