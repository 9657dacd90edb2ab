public import AlmanacRecords
public import Databases

extension Fact: ListedRecord {
  public static let title = "Facts"
  public static let noun = "fact"

  public static let listColumns: [ListColumn<Fact>] = [
    ListColumn("ID", column: "id", alignment: .trailing) { fact, _ in String(fact.id) },
    ListColumn("Fact", weight: 1, isSearched: true) { fact, _ in fact.body },
    ListColumn("Added", alignment: .trailing) { fact, context in
      let age = fact.createdAt.age(at: context.now)
      return age == "now" || age == fact.createdAt.text ? age : age + " ago"
    },
  ]

  public static let formFields = [FormField(key: "body", label: "Fact", kind: .text(TextInput()), isRequired: true)]

  public func detailFields(now: Double) -> [DetailField] {
    [
      DetailField("ID", String(id)),
      DetailField("Fact", body),
      DetailField("Added", createdAt.detail(at: now)),
    ]
  }

  public static func add(_ fields: [FormField], _ db: Database) throws -> BookChange {
    try add(body: fields.text("body"), db)
  }

  public static let toggle: (@Sendable ([Int], Database) throws -> BookChange)? = nil
}
