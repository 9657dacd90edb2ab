// The list of changes, as an ordinary table.

extension ListedTable {
  /// The table of changes, in the journal's own database.
  public static let changes = changes(
    of: "commit",
    [
      ColumnStyle("When", of: "when", format: .age, isOfGroup: true)
    ],
    [
      ColumnStyle("Program", of: "program", isOfGroup: true),
      ColumnStyle("Time", of: "when", format: .time, isOfGroup: true, leastRoom: 90),
      ColumnStyle("Commit", of: "commit", alignment: .trailing, isOfGroup: true, leastRoom: 90),
    ])

  /// The same table if it has the net changes between two moments: they are of no single commit.
  public static let netChanges = changes(of: nil, [], [])

  /// Whether its records are changes that a journal tells.
  public var isOfJournal: Bool { self == .changes || self == .netChanges }

  private static func changes(of group: String?, _ first: [ColumnStyle], _ last: [ColumnStyle]) -> ListedTable {
    let hidden: Set<String> = group == nil ? ["when", "program", "commit"] : []
    let details = [
      DetailStyle("When", of: "when", format: .age), DetailStyle("Table", of: "table"),
      DetailStyle("Record", of: "record"), DetailStyle("Program", of: "program"), DetailStyle("Commit", of: "commit"),
      DetailStyle("Change", of: "details"),
    ]
    return ListedTable(
      "Change",
      columns: ["id", "when", "table", "record", "sign", "change", "program", "commit", "details"],
      identity: .rowID("id"),
      style: TableStyle(
        title: "Changes", noun: "change",
        listColumns: first + [
          ColumnStyle("Table", of: "table", isSearched: true),
          ColumnStyle("Record", of: "record", isSearched: true),
          ColumnStyle("", of: "sign", alignment: .center),
          ColumnStyle("Change", of: "change", format: .change, weight: 1, isSearched: true),
        ] + last,
        group: group, detailColumns: details.filter { !hidden.contains($0.column) },
        listOnlyColumns: hidden.union(["id", "sign", "change"]),
        orders: [ListOrder("id", isDescending: true, title: group == nil ? "table" : "time")],
        editing: .none(
          "This list tells what was changed. It can't be changed itself.", toggle: "A change has nothing to toggle."),
        search: TableSearch(columns: ["table", "record", "change", "details", "program"]), isDerived: true))
  }

  /// The SQL statement that creates the table.
  static let changesSchema = """
    CREATE TABLE Change(
      id INTEGER PRIMARY KEY, "when" TEXT, "table" TEXT, record TEXT, sign TEXT, change TEXT, "program" TEXT,
      "commit" INTEGER, details TEXT)
    """
}
