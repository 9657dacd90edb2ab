public import AlmanacRecords
public import Databases

extension Fact: ListedRecord {
  public static let title = "Facts"
  public static let noun = "fact"

  public static let listColumns: [ListColumn<Fact>] = [
    ListColumn("ID", of: "id", alignment: .trailing),
    ListColumn("Fact", of: "body", weight: 1, isSearched: true),
    ListColumn("Added", of: "createdAt", alignment: .trailing, leastWidth: Age.usualPhraseWidth) { value, context in
      value.moment?.agePhrase(at: context.now)
    },
  ]

  public static let formFields = [FormField(.text("body"), label: "Fact", kind: .text(TextInput()))]

  public static func detailFields(of row: ExactRow, now: Double) -> [DetailField] {
    [
      DetailField("ID", row["id"]),
      DetailField("Fact", row["body"]),
      DetailField("Added", moment: row["createdAt"], now: now),
    ]
  }

  public static func add(_ fields: [FormField], _ db: Database) throws -> BookChange {
    try add(body: fields.text("body"), db)
  }

  public static let toggle: (@Sendable ([Int], Database) throws -> BookChange)? = nil
}
