// The two tables of a book, and their styles.

extension ListedTable {
  /// The facts of a book.
  public static let facts = ListedTable(
    "facts", columns: ["id", "body", "createdAt"], identity: .rowID("id"),
    style: TableStyle(
      title: "Facts", noun: "fact",
      listColumns: [
        ColumnStyle("ID", of: "id", alignment: .trailing),
        ColumnStyle("Fact", of: "body", weight: 1, isSearched: true),
        ColumnStyle("Added", of: "createdAt", alignment: .trailing, format: .agePhrase),
      ],
      detailColumns: [
        DetailStyle("ID", of: "id"), DetailStyle("Fact", of: "body"),
        DetailStyle("Added", of: "createdAt", format: .age),
      ],
      orders: [ListOrder("id", isDescending: true)],
      editing: TableEditing(
        columns: [.text("body", label: "Fact")], toggleRefusal: "A fact has nothing to toggle."),
      search: TableSearch(columns: ["body"], index: SearchIndex(table: "facts", columns: ["body"]))))

  /// The users of a book.
  public static let users = ListedTable(
    "users", columns: ["id", "name", "email", "active", "createdAt"], identity: .rowID("id"),
    style: TableStyle(
      title: "Users", noun: "user",
      listColumns: [
        ColumnStyle("Name", of: "name", weight: 1, isSearched: true),
        ColumnStyle("E-mail", of: "email", weight: 1, isSearched: true),
        ColumnStyle("Active", of: "active", alignment: .center, format: .flag),
        ColumnStyle("Added", of: "createdAt", alignment: .trailing, format: .age),
      ],
      detailColumns: [
        DetailStyle("ID", of: "id"), DetailStyle("Name", of: "name"), DetailStyle("E-mail", of: "email"),
        DetailStyle("Active", of: "active", format: .flag), DetailStyle("Added", of: "createdAt", format: .age),
      ],
      orders: [
        ListOrder("name", collation: "NOCASE", then: "id"), ListOrder("email", collation: "NOCASE", then: "id"),
        ListOrder("createdAt", then: "id", isDescending: true),
      ],
      filters: [
        RecordFilter("active", column: "active", is: true), RecordFilter("inactive", column: "active", is: false),
      ],
      editing: TableEditing(
        columns: [
          .text("name", label: "Name"), .email("email", label: "E-mail"), .flag("active", label: "Active"),
        ], toggledColumn: "active"),
      search: TableSearch(
        columns: ["name", "email"], index: SearchIndex(table: "users", columns: ["name", "email"]))))

  /// The tables of a book.
  public static let ofBook = [facts, users]
}
