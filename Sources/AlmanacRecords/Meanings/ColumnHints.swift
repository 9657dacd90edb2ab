// What a file says about the values of a column before one is read: by the column's name and declared type, and by the
// tables around it.
import Databases

/// What a column seems to hold before any value of it is known.
struct ColumnHints: Hashable, Sendable {
  /// Whether it is declared to say yes or no.
  let isFlag: Bool
  /// Whether it is named like one that says yes or no.
  let isNamedFlag: Bool
  /// Whether it is named or declared as one that holds moments: only then a number is taken for one.
  let isOfMoments: Bool
  /// Whether it is named as one that counts ticks of .NET.
  let isOfTicks: Bool
  /// Whether it is named as one that holds UUIDs.
  let isOfUUIDs: Bool
  /// Whether it is named as one that holds vectors.
  let isOfVectors: Bool
  /// Whether it is named as one that counts or sorts something.
  let isQuantity: Bool
  /// Whether its numbers may be moments, though it is not named so, where other columns of the file count like them: it
  /// is named neither as a span of time nor as one that names another record.
  let takesUnitOfFile: Bool
  /// Whether it alone tells the records of its table apart.
  let isKey: Bool
  /// Whether the file is of a program that counts moments from 2001.
  let countsFrom2001: Bool

  /// `type`: the declared type, or nothing where that says no more than the values do. `isReference`: it is part of a
  /// foreign key.
  init(
    _ name: String, type: String, countsFrom2001: Bool = false, isKey: Bool = false, isReference: Bool = false
  ) {
    let type = type.lowercasedASCII
    // Core Data puts a Z before each name.
    let isOfCoreData = countsFrom2001 && name.hasPrefix("Z") && name == name.uppercased()
    let words = (isOfCoreData ? String(name.dropFirst()) : name).nameWords
    let joined = words.joined()
    let isSpan = words.last.map(Self.spans.contains) == true
    (self.countsFrom2001, self.isKey) = (countsFrom2001, isKey)
    isQuantity = words.contains { Self.quantities.contains($0) }
    takesUnitOfFile = !isSpan && (isKey || !isReference && !Self.isID(words))
    isFlag = ["bool", "boolean"].contains(type)
    isNamedFlag = Self.isFlag(words)
    isOfMoments =
      !isSpan
      && (words.last.map(Self.endings.contains) == true || words.contains("dt") || Self.isLast(words)
        || ["time", "date", "created", "modified", "expires"].contains(where: joined.holds)
        || ["time", "date"].contains(where: type.holds))
    isOfTicks = joined.holds("ticks")
    isOfUUIDs = joined.holds("uuid") || joined.holds("guid")
    isOfVectors = words.contains { Self.vectors.contains($0) }
  }

  /// A name that ends in one of these words is that of a moment.
  private static let endings: Set = [
    "accessed", "at", "changed", "due", "expired", "expiry", "mod", "on", "seen", "since", "stamp", "ts", "until",
    "utc",
    "viewed", "visited", "when",
  ]

  /// `last_login`, `lastSync`: when something happened last, not what it was.
  private static func isLast(_ words: [String]) -> Bool {
    guard words.count > 1, words[0] == "last", !isID(words) else { return false }
    return !words.contains { quantities.contains($0) || things.contains($0) }
  }

  private static let things: Set = [
    "address", "block", "byte", "bytes", "code", "error", "key", "length", "offset", "page", "port", "price", "row",
    "seq", "sequence", "status", "value",
  ]

  /// A name that ends in one of these words is that of a span of time, or of how a moment is written.
  private static let spans: Set = [
    "delay", "duration", "elapsed", "format", "in", "interval", "length", "offset", "spent", "taken", "timeout", "ttl",
    "zone",
  ]

  /// `message_id`, `nid`: it names another record.
  private static func isID(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    return ["id", "ids", "key"].contains(last) || words.count == 1 && last.utf8.count <= 4 && last.hasSuffix("id")
  }

  private static let vectors: Set = ["embedding", "embeddings", "vec", "vector", "vectors"]

  // MARK: Yes and no

  /// `is_deleted`, `deleted`, `isdeleted`; no count or size of what is deleted.
  private static func isFlag(_ words: [String]) -> Bool {
    guard let first = words.first, let last = words.last, !words.contains(where: quantities.contains) else {
      return false
    }
    if words.count > 1, questions.contains(first) { return true }
    if states.contains(last) { return true }
    // Both words in one: `isread`.
    return ["is", "has"].contains { last.hasPrefix($0) && states.contains(String(last.dropFirst($0.count))) }
  }

  private static let questions: Set = ["allow", "allows", "are", "can", "did", "does", "has", "is", "should", "was"]

  private static let states: Set = [
    "active", "archived", "available", "blocked", "bool", "checked", "closed", "completed", "deleted", "disabled",
    "dismissed", "done", "downloaded", "enabled", "encrypted", "favorite", "favourite", "finished", "flag", "flagged",
    "hidden", "inactive", "installed", "liked", "locked", "muted", "optional", "paid", "pinned", "playable", "private",
    "public", "published", "read", "readonly", "removed", "required", "seen", "selected", "sent", "starred",
    "subscribed", "synced", "trashed", "unread", "valid", "verified", "visible", "watched",
  ]

  private static let quantities: Set = [
    "count", "counter", "id", "index", "kind", "level", "max", "min", "n", "no", "num", "number", "order", "position",
    "priority", "rank", "size", "sum", "total", "type", "version",
  ]
}

extension Sequence<TableShape> {
  /// Whether the tables are those of a program that counts moments from 2001: Core Data's, or those of one of Apple's or
  /// another that does as they do.
  var countFrom2001: Bool { contains(where: \.isOfCoreData) || ColumnHints.isApple(Array(self)) }
}

extension TableShape {
  fileprivate var isOfCoreData: Bool {
    isNamed("Z_METADATA") || isNamed("Z_PRIMARYKEY") || has(["Z_PK", "Z_ENT"])
  }

  fileprivate func isNamed(_ name: String) -> Bool { self.name.isSameName(as: name) }

  fileprivate func has(_ names: [String]) -> Bool {
    names.allSatisfy { name in columns.contains { $0.name.isSameName(as: name) } }
  }
}

extension ColumnHints {
  /// A program's tables, each with columns that it has. All together tell the program.
  private static let ofApple: [[(table: String, columns: [String])]] = [
    // Messages.
    [("message", ["is_from_me", "date"])],
    [("message", ["date"]), ("chat", []), ("handle", [])],
    // Safari.
    [("history_visits", ["visit_time", "history_item"])],
    [("history_visits", ["visit_time"]), ("history_items", [])],
    // Screen Time and what else keeps knowledge of the person's day.
    [("ZOBJECT", [])],
    // Calendar.
    [("CalendarItem", ["start_date"]), ("Calendar", []), ("Store", [])],
    // Contacts.
    [("ABPerson", ["CreationDate"])],
    // Health.
    [("samples", ["start_date"]), ("data_provenances", [])],
    // A photographer's catalog, of Adobe's.
    [("Adobe_images", ["touchTime"])],
    // What was downloaded.
    [("LSQuarantineEvent", ["LSQuarantineTimeStamp"])],
    // Places.
    [("WifiLocation", ["Timestamp"])], [("CellLocation", ["Timestamp"])],
  ]

  fileprivate static func isApple(_ shapes: [TableShape]) -> Bool {
    ofApple.contains { program in
      program.allSatisfy { part in shapes.contains { $0.isNamed(part.table) && $0.has(part.columns) } }
    }
  }
}
