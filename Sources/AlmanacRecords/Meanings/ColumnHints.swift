// Hints about the values of a column before one is read: from the column's name and declared type, and from the other
// tables.
import Databases

/// The likely content of a column before any of its values is known.
struct ColumnHints: Hashable, Sendable {
  /// How far from our time moments may be.
  enum Reach: Hashable, Sendable {
    case ourTime
    /// Births.
    case past
    /// Ends of long or unlimited validity.
    case future
  }

  /// Whether it is declared as yes or no.
  let isFlag: Bool
  /// Whether its name suggests yes or no.
  let isNamedFlag: Bool
  /// Whether its name or type suggests moments: only then a number is taken for a moment.
  let isOfMoments: Bool
  /// How far from our time its moments may be.
  let reach: Reach
  /// Whether its name suggests ticks of .NET.
  let isOfTicks: Bool
  /// Whether its name suggests UUIDs.
  let isOfUUIDs: Bool
  /// Whether its name suggests vectors.
  let isOfVectors: Bool
  /// Whether its name suggests a count or an order.
  let isQuantity: Bool
  /// Whether its numbers count or measure: its name or type promises it, and it is part of no key.
  let isOfQuantities: Bool
  /// Whether its numbers may be moments in a unit of other columns of the file, though its name does not suggest it:
  /// the name means neither a span of time nor a reference to another record.
  let takesUnitOfFile: Bool
  /// Whether it alone is the key of its table.
  let isKey: Bool
  /// Whether the file belongs to a program that counts moments from 2001.
  let countsFrom2001: Bool

  /// Makes hints. `type`: the declared type, or empty if it says no more than the values do. `isReference`: whether it
  /// is part of a foreign key.
  init(
    _ name: String, type: String, countsFrom2001: Bool = false, isKey: Bool = false, isReference: Bool = false
  ) {
    let type = type.lowercasedASCII
    // Core Data prefixes each name with Z.
    let isOfCoreData = countsFrom2001 && name.hasPrefix("Z") && name == name.uppercased()
    let words = (isOfCoreData ? String(name.dropFirst()) : name).nameWords
    let joined = words.joined()
    // `expire_ms`: the unit says nothing about the kind of time.
    let last = words.last { !Self.units.contains($0) } ?? words.last
    let isSpan = last.map(Self.spans.contains) == true
    let isOfBirths = joined.holds("birth") || words.contains { ["born", "dob"].contains($0) }
    let isOfEnds = ["expir", "until", "deadline", "notafter", "validto"].contains(where: joined.holds)
    reach = isOfBirths ? .past : isOfEnds ? .future : .ourTime
    (self.countsFrom2001, self.isKey) = (countsFrom2001, isKey)
    isQuantity = words.contains { Self.quantities.contains($0) }
    takesUnitOfFile = !isSpan && (isKey || !isReference && !Self.isID(words))
    isOfQuantities = !isKey && !isReference && QuantityHints.areQuantities(words, type: type)
    isFlag = ["bool", "boolean"].contains(type)
    isNamedFlag = Self.isFlag(words)
    isOfMoments =
      !isSpan
      && (reach != .ourTime || last.map(Self.endings.contains) == true || words.contains("dt") || Self.isLast(words)
        || ["time", "date", "created", "modified", "notbefore", "validfrom"].contains(where: joined.holds)
        || ["time", "date"].contains(where: type.holds))
    isOfTicks = joined.holds("ticks")
    isOfUUIDs = joined.holds("uuid") || joined.holds("guid")
    isOfVectors = words.contains { Self.vectors.contains($0) }
  }

  /// The last words of names that mean a moment.
  private static let endings: Set = [
    "accessed", "at", "changed", "due", "epoch", "mod", "on", "seen", "since", "stamp", "ts", "utc", "viewed",
    "visited", "when",
  ]

  /// The last words of names that tell the unit of a number.
  private static let units: Set = [
    "micros", "microseconds", "millis", "milliseconds", "ms", "msec", "nanos", "nanoseconds", "ns", "sec", "seconds",
    "secs", "unix", "us", "usec",
  ]

  /// `last_login`, `lastSync`: the moment of the last event, not its content.
  private static func isLast(_ words: [String]) -> Bool {
    guard words.count > 1, words[0] == "last", !isID(words) else { return false }
    return !words.contains { quantities.contains($0) || things.contains($0) }
  }

  private static let things: Set = [
    "address", "block", "byte", "bytes", "code", "error", "key", "length", "offset", "page", "port", "price", "row",
    "seq", "sequence", "status", "value",
  ]

  /// The last words of names that mean a span of time, or the format of a moment.
  private static let spans: Set = [
    "delay", "duration", "elapsed", "format", "in", "interval", "length", "offset", "spent", "taken", "timeout", "ttl",
    "zone",
  ]

  /// `message_id`, `nid`: whether the name means a reference to another record.
  private static func isID(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    return ["id", "ids", "key"].contains(last) || words.count == 1 && last.utf8.count <= 4 && last.hasSuffix("id")
  }

  private static let vectors: Set = ["embedding", "embeddings", "vec", "vector", "vectors"]

  // MARK: Yes and no

  /// `is_deleted`, `deleted`, `isdeleted`, but not a count or size of deleted things.
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
  /// Whether the tables belong to a program that counts moments from 2001: one that uses Core Data, or one of Apple's
  /// or a similar one.
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
  /// The tables of programs, each with some of its columns. All tables of a program together identify it.
  private static let ofApple: [[(table: String, columns: [String])]] = [
    // Messages.
    [("message", ["is_from_me", "date"])],
    [("message", ["date"]), ("chat", []), ("handle", [])],
    // Safari.
    [("history_visits", ["visit_time", "history_item"])],
    [("history_visits", ["visit_time"]), ("history_items", [])],
    // Screen Time, and other records of the person's day.
    [("ZOBJECT", [])],
    // Calendar.
    [("CalendarItem", ["start_date"]), ("Calendar", []), ("Store", [])],
    // Contacts.
    [("ABPerson", ["CreationDate"])],
    // Health.
    [("samples", ["start_date"]), ("data_provenances", [])],
    // A photographer's catalog by Adobe.
    [("Adobe_images", ["touchTime"])],
    // Downloads.
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
