// The tables and views of a file, live: they follow changes of the schema.
public import Databases
public import LiveQueries
import Locks
import StructuredQueries

/// Fetches the tables and views of a file, each with its style.
public struct FileTables: FetchKeyRequest {
  /// The tables of a file and facts about them.
  public struct Value: Hashable, Sendable {
    /// The tables by name, then the views, then the tables that a tool made for itself. A book's own two tables come
    /// first.
    public var tables: [ListedTable] = []
    /// Whether the file is a book, which also has statistics.
    public var isBook = false
    /// Whether the internal tables of modules and SQLite are included.
    public var showsAll = false
    /// The version of the schema: each statement that changes the schema increments it.
    public internal(set) var schemaVersion = 0
    /// The meanings of their columns.
    public let meanings: FileMeanings

    /// Makes the tables of a file.
    public init(
      tables: [ListedTable] = [], isBook: Bool = false, showsAll: Bool = false, meanings: FileMeanings = FileMeanings()
    ) {
      (self.tables, self.isBook, self.showsAll, self.meanings) = (tables, isBook, showsAll, meanings)
    }

    public static func == (a: Value, b: Value) -> Bool {
      a.tables == b.tables && a.isBook == b.isBook && a.showsAll == b.showsAll && a.schemaVersion == b.schemaVersion
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(schemaVersion) }

    /// The tables that a book shows.
    public static let ofBook = Value(tables: ListedTable.ofBook, isBook: true)

    /// The table with a name, ignoring the case of A to Z; nil if there is none.
    public subscript(name: String) -> ListedTable? { tables.first { $0.isNamed(name) } }
  }

  /// Whether to include the internal tables of modules and SQLite.
  public var showsAll: Bool
  /// Whether a book is shown as a book. A connection opened before the file became a book lacks what a search in a book
  /// needs: then its tables are shown like those of any file.
  var knowsBooks: Bool
  /// The last value read, so that a commit without a change of the schema costs one small read.
  private let known = Known()

  /// Asks for the tables of a file. `knowsBooks`: whether the tables of a book have their own styles.
  public init(showsAll: Bool = false, knowsBooks: Bool = true) {
    (self.showsAll, self.knowsBooks) = (showsAll, knowsBooks)
  }

  /// Asks for the tables of a file whose last value is `value`: it remains valid until the schema changes.
  public init(following value: Value) {
    self.init(showsAll: value.showsAll, knowsBooks: value.isBook)
    known.latest.withLock { $0 = value }
  }

  public static func == (a: Self, b: Self) -> Bool { a.showsAll == b.showsAll && a.knowsBooks == b.knowsBooks }

  public func hash(into hasher: inout Hasher) { hasher.combine(showsAll) }

  public func fetch(_ db: Database) throws -> Value {
    let number = try db.schemaVersion
    // Pages that another program copies past SQLite may bring another schema with the same number.
    let version = db.seenRewrites << 32 | number & 0xFFFF_FFFF
    if let value = known.latest.withLock({ $0 }) {
      if value.schemaVersion == version { return value }
      // While another program copies over the file, the file is empty for a moment.
      if number == 0 { try db.requirePages() }
    }
    var value = try read(db)
    value.schemaVersion = version
    known.latest.withLock { $0 = value }
    return value
  }

  private func read(_ db: Database) throws -> Value {
    let isBook = try knowsBooks && BookSchema.isBook(db)
    if isBook, !showsAll { return .ofBook }
    let shapes = try TableShape.all(db).filter { showsAll || !$0.isInternal }
    let graph = ForeignKeyGraph(shapes)
    let countsFrom2001 = shapes.countFrom2001
    let own = isBook ? ListedTable.ofBook : []
    let others = shapes.filter { shape in !own.contains { $0.isNamed(shape.name) } }
    let meanings = known.latest.withLock { $0?.meanings } ?? FileMeanings()
    let tables =
      own
      + [0, 1, 2].flatMap { rank in others.filter { $0.rank == rank } }.map { shape in
        ListedTable(shape, graph, countsFrom2001: countsFrom2001, meanings: meanings)
      }
    meanings.take(tables)
    return Value(tables: tables, isBook: isBook, showsAll: showsAll, meanings: meanings)
  }
}

extension TableShape {
  /// Its rank in the order of tables and views.
  fileprivate var rank: Int { isOfTool ? 2 : kind == .view ? 1 : 0 }
}

extension FileTables {
  /// The tables of the last schema version read.
  fileprivate final class Known: Sendable {
    let latest = Lock<Value?>(nil)
  }
}
