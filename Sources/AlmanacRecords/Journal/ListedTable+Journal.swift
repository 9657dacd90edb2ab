// The list of changes, as an ordinary table.

extension ListedTable {
  /// The table of changes, in the journal's own database.
  public static let changes = ListedTable(
    "Change",
    columns: ["id", "when", "table", "record", "sign", "change", "program", "commit", "details"],
    identity: .rowID("id"),
    style: TableStyle(
      title: "Changes", noun: "change",
      listColumns: [
        ColumnStyle("When", of: "when", format: .age, isOfGroup: true),
        ColumnStyle("Table", of: "table", isSearched: true),
        ColumnStyle("Record", of: "record", isSearched: true),
        ColumnStyle("", of: "sign", alignment: .center),
        ColumnStyle("Change", of: "change", format: .change, weight: 1, isSearched: true),
        ColumnStyle("Program", of: "program", isOfGroup: true),
        ColumnStyle("Time", of: "when", format: .time, isOfGroup: true, leastRoom: 90),
        ColumnStyle("Commit", of: "commit", alignment: .trailing, isOfGroup: true, leastRoom: 90),
      ],
      group: "commit",
      detailColumns: [
        DetailStyle("When", of: "when", format: .age), DetailStyle("Table", of: "table"),
        DetailStyle("Record", of: "record"), DetailStyle("Program", of: "program"), DetailStyle("Commit", of: "commit"),
        DetailStyle("Change", of: "details"),
      ],
      listOnlyColumns: ["id", "sign", "change"],
      orders: [ListOrder("id", isDescending: true, title: "time")],
      editing: .none(
        "This list tells what was changed. It can't be changed itself.", toggle: "A change has nothing to toggle."),
      search: TableSearch(columns: ["table", "record", "change", "details", "program"]), isDerived: true))

  /// The SQL statement that creates the table.
  static let changesSchema = """
    CREATE TABLE Change(
      id INTEGER PRIMARY KEY, "when" TEXT, "table" TEXT, record TEXT, sign TEXT, change TEXT, "program" TEXT,
      "commit" INTEGER, details TEXT)
    """
}
