// The tables and views of a file that is on the screen, live: a change of the schema changes them.
public import Databases
public import LiveQueries
import Locks
import StructuredQueries

/// Asks for the tables and views of a file, each with its style.
public struct FileTables: FetchKeyRequest {
  /// What there is to show.
  public struct Value: Hashable, Sendable {
    /// The tables by name, then the views, then the tables that a tool made for itself; of a book its own two
    /// first.
    public var tables: [ListedTable] = []
    /// Whether the file is a book, which has statistics too.
    public var isBook = false
    /// Whether the tables are among them that modules and SQLite keep for themselves.
    public var showsAll = false
    /// The version of the schema that they are of: each statement that changes the schema makes it one more.
    public internal(set) var schemaVersion = 0
    /// What their columns mean.
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

    /// What a book shows.
    public static let ofBook = Value(tables: ListedTable.ofBook, isBook: true)

    /// The table that a name means, whatever the case of A to Z; `nil` where there is none.
    public subscript(name: String) -> ListedTable? { tables.first { $0.isNamed(name) } }
  }

  /// Whether the tables are shown too that modules and SQLite keep for themselves.
  public var showsAll: Bool
  /// Whether a book is shown as one. A connection that was opened before the file became a book lacks what a search in
  /// it needs: then its tables are shown as those of any file.
  public var knowsBooks: Bool
  /// What was read last, so that a commit that left the schema alone costs one small read.
  private let known = Known()

  /// Asks for the tables of a file; those of a book in their own styles, if it may be one.
  public init(showsAll: Bool = false, knowsBooks: Bool = true) {
    (self.showsAll, self.knowsBooks) = (showsAll, knowsBooks)
  }

  /// Asks for the tables of a file of which `value` was read: they are that until the schema changes.
  public init(following value: Value) {
    self.init(showsAll: value.showsAll, knowsBooks: value.isBook)
    known.latest.withLock { $0 = value }
  }

  public static func == (a: Self, b: Self) -> Bool { a.showsAll == b.showsAll && a.knowsBooks == b.knowsBooks }

  public func hash(into hasher: inout Hasher) { hasher.combine(showsAll) }

  public func fetch(_ db: Database) throws -> Value {
    let number = try db.schemaVersion
    // Pages that were copied past SQLite may bring another schema with the same number.
    let version = db.seenRewrites << 32 | number & 0xFFFF_FFFF
    if let value = known.latest.withLock({ $0 }) {
      if value.schemaVersion == version { return value }
      // Another program may be copying over the file: at a moment of that it is empty.
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
  /// Its place among the tables and views of a file.
  fileprivate var rank: Int { isOfTool ? 2 : kind == .view ? 1 : 0 }
}

extension FileTables {
  /// What the last version of the schema holds that was read.
  fileprivate final class Known: Sendable {
    let latest = Lock<Value?>(nil)
  }
}
