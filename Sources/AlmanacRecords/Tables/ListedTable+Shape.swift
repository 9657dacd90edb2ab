// Any table or view of a file, with a style that its shape gives.
public import Databases

extension ListedTable {
  /// The table or view that `name` means, whatever the case of A to Z, with the columns that it has in the file; `nil`
  /// where there is none. The tables of a book have their own styles. Inside a read.
  public static func named(_ name: String, _ db: Database) throws -> ListedTable? {
    guard let shape = try TableShape(named: name, db) else { return nil }
    if let table = ofBook.first(where: { $0.name == shape.name }), try BookSchema.isBook(db) {
      return try table.inFile(db)
    }
    return ListedTable(shape)
  }

  /// A table in the style that its shape gives.
  public convenience init(_ shape: TableShape) {
    let columns = shape.columns.filter { !$0.isHidden && $0.isNamedInSQL }
    let names = columns.map(\.name)
    let key = ListOrder(shape.identity)
    let orders = names.filter { [$0] != shape.identity.columns }.map { column in
      ListOrder([ListOrder.Term(column)] + key.terms, isIndexed: shape.hasIndex(by: column))
    }
    self.init(
      shape.name, columns: names, identity: shape.identity,
      style: TableStyle(
        title: shape.name, noun: "record",
        listColumns: columns.map { column in
          ColumnStyle(
            column.name, of: column.name, alignment: column.isOfNumbers ? .trailing : .leading,
            weight: column.isOfNumbers ? 0 : 1, isSearched: true)
        },
        detailColumns: [], editableColumns: [], orders: [key] + orders, filters: [],
        toggledColumn: columns.first(where: \.isFlag)?.name, searchedColumns: names, searchIndex: nil, isDerived: true))
  }
}

extension TableShape.Column {
  /// Whether SQL can name it: a name that is not UTF-8 is read with U+FFFD in it.
  var isNamedInSQL: Bool { !name.unicodeScalars.contains("\u{FFFD}") }

  /// Whether it is declared to say yes or no.
  fileprivate var isFlag: Bool { ["bool", "boolean"].contains(declaredType.lowercasedASCII) }

  private static let affinitiesOfNumbers: [TableShape.Affinity] = [.integer, .real, .numeric]

  fileprivate var isOfNumbers: Bool { Self.affinitiesOfNumbers.contains(affinity) }
}

extension TableShape {
  /// Whether an index of all records begins with a column, compared as the column is.
  fileprivate func hasIndex(by column: String) -> Bool {
    let collation = columns.first { $0.name == column }?.collation
    return indexes.contains { index in
      !index.isPartial && index.parts.first.map { $0.column == column && $0.collation == collation } == true
    }
  }
}
