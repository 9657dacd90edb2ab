// What the screen of a file is left as, and its place from one run of the program to the next.
public import AlmanacRecords
public import Containers
import Databases

/// How the list of a table was left.
public struct KeptTable: Hashable, Sendable {
  /// The arranged columns.
  public var layout: ColumnLayout
  /// The search.
  public var search: String
  /// The columns that the person sorted by, each in its direction; empty in the usual order.
  public var order: [ListOrder.Term]
  /// The current column; nil in a list without one.
  public var column: String?
  /// The record with the cursor; nil at the start of the list.
  public var record: LeftRecord?
  /// The line of the screen that the record had.
  public var line: Int
  /// The searches that were submitted, the latest last.
  public var earlierSearches: [String]

  /// Makes a list; without arguments as it is before the first run.
  public init(
    layout: ColumnLayout = ColumnLayout(), search: String = "", order: [ListOrder.Term] = [], column: String? = nil,
    record: LeftRecord? = nil, line: Int = 0, earlierSearches: [String] = []
  ) {
    (self.layout, self.search, self.order) = (layout, search, order)
    (self.column, self.record, self.line, self.earlierSearches) = (column, record, line, earlierSearches)
  }
}

/// How the screen of a file was left.
public struct KeptScreen: Hashable, Sendable {
  /// The shown tab; nil for the first one.
  public var tab: Application.Tab?
  /// The lists by the name of their table.
  public var tables: [String: KeptTable]
  /// The searches with a name, in the order in which they got it.
  public var searches: [NamedSearch]

  /// Makes a screen; without arguments as it is before the first run.
  public init(tab: Application.Tab? = nil, tables: [String: KeptTable] = [:], searches: [NamedSearch] = []) {
    (self.tab, self.tables, self.searches) = (tab, tables, searches)
  }

  /// The list of a table, by SQLite's comparison of names. One that was never left has no place here.
  public subscript(table: String) -> KeptTable {
    get { tables.first { $0.key.isSameName(as: table) }?.value ?? KeptTable() }
    set {
      for name in tables.keys where name.isSameName(as: table) { tables[name] = nil }
      tables[table] = newValue == KeptTable() ? nil : newValue
    }
  }
}

/// Keeps the screen of a file from one run of the program to the next.
public struct ScreenKeeper: Sendable {
  /// The screen as the last run left it. Throws an error whose description is a sentence, once, if it can't be read.
  public var last: @Sendable () throws -> KeptScreen
  /// Changes what is kept. Throws an error whose description is a sentence, the reason, if that lasts only until the
  /// program ends.
  public var change: @Sendable (_ change: (inout KeptScreen) -> Void) throws -> Void

  /// Makes a keeper. Without closures nothing is kept.
  public init(
    last: @escaping @Sendable () throws -> KeptScreen = { KeptScreen() },
    change: @escaping @Sendable (_ change: (inout KeptScreen) -> Void) throws -> Void = { _ in }
  ) {
    (self.last, self.change) = (last, change)
  }
}

extension Container {
  /// Keeps the screen of the shown file. Without one nothing is kept.
  public var screenKeeper: Factory<ScreenKeeper> { self { ScreenKeeper() } }
}
