// How things stand with the marked records in the list that is shown.
public import Databases
public import LiveQueries
import StructuredQueries

/// Which of the records that were marked one by one a list shows no more, and how things stand with those that were
/// marked at once.
public struct MarksQuery: FetchKeyRequest {
  private let list: ListQuery
  private let ids: Set<RecordID>
  private let marked: MarkedList?
  private let except: Set<RecordID>
  /// Tells requests apart: comparing very many identities takes longer than a key may.
  private let number: Int

  /// Asks of `ids`, each of which was listed, and of `marked` without `except`; requests with one `number` and list ask of
  /// the same records.
  public init(
    of ids: Set<RecordID>, _ marked: MarkedList? = nil, except: Set<RecordID> = [], in list: ListQuery, number: Int
  ) {
    (self.list, self.ids, self.marked, self.except, self.number) = (list, ids, marked, except, number)
  }

  public static func == (a: Self, b: Self) -> Bool { a.number == b.number && a.list == b.list }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// What has become of the records that were marked at once.
  public enum Marked: Hashable, Sendable {
    /// All of them are listed, and stand so.
    case standing(MarkedList.Standing)
    /// The list shows only some of them.
    case narrowed(MarkedList, MarkedList.Standing)
    /// It is not known any more.
    case unknown
  }

  /// What is known of the marked records.
  public struct Value: Equatable, Sendable {
    /// The number of the request.
    public var number = 0
    /// Those of `ids` that are listed no more.
    public var unlisted: Set<RecordID> = []
    /// `nil` where none were marked at once.
    public var marked: Marked?

    /// Makes a value of which nothing is known yet.
    public init() {}
  }

  public func fetch(_ db: Database) throws -> Value {
    var value = Value()
    value.number = number
    value.unlisted = try list.table.unlisted(ids, list.search, list.filter.map { [$0] } ?? [], db)
    do {
      if let marked, marked.narrows(to: list) {
        value.marked = .standing(try marked.standing(db))
      } else if let marked {
        let (narrowed, standing) = try marked.narrowed(to: list, except: except, db)
        value.marked = .narrowed(narrowed, standing)
      }
    } catch is MarkedList.TooManyChanges {
      value.marked = .unknown
    }
    return value
  }
}

extension ListedTable {
  /// Those of some records that a search or filters do not find. Inside a read.
  func unlisted(
    _ ids: some Sequence<RecordID>, _ search: SearchQuery, _ filters: [RecordFilter], _ db: Database
  ) throws -> Set<RecordID> {
    var selected = StatementColumns()
    let fields = selected.add(columns(testedBy: search).map(\.quotedName))
    let walk = SearchWalk(search: search, fields: fields)
    var unlisted: Set<RecordID> = []
    // In the order of the table, so that each of its pages is read once.
    for id in ids.inTableOrder {
      let conditions = ([condition(of: id)] + filters.map(\.condition)).joined(separator: " AND ")
      var isListed = false
      try walk.run("SELECT \(raw: selected.list) FROM \(raw: quoted) WHERE \(conditions)", db) { _ in
        isListed = true
        return false
      }
      if !isListed { unlisted.insert(id) }
    }
    return unlisted
  }
}
