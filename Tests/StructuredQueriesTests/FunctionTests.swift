// Common operators, functions and clauses: text and rows.

import FoundationEssentials
import QueryRepresentations
import StructuredQueries
import TestSupport
import Testing

@Table private struct Piece: Hashable {
  let id: Int
  var first: String
  var last: String?
  var bits: Int64
  var size: Int?
}

@Table("numbers") private struct Number: Hashable {
  var value: Int
}

@Table private struct Stamp {
  let id: Int
  var created = Date(timeIntervalSince1970: 0)
  @Column(as: Date.UnixTimeRepresentation.self) var seen = Date()
  @Column(as: [String].JSONRepresentation.self) var tags = [String]()
}

@Selection private struct ReminderOfList: Hashable {
  let list: RemindersList
  var reminder: Reminder?
}

@Suite(.recordsIssues) struct FunctionTests {
  private func pieces() throws -> TestDatabase {
    try TestDatabase(
      """
      CREATE TABLE pieces (id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT, bits INTEGER NOT NULL, size INTEGER);
      INSERT INTO pieces VALUES (1, 'Ada', 'L', 6, -5), (2, 'Blob', NULL, 3, NULL);
      """)
  }

  /// Checks the text and the values of an expression over all pieces, in the order of their keys.
  private func check<Value: QueryDecodable & Equatable>(
    _ statement: Select<Value, TableSource<Piece>>, _ sql: String, _ values: [Value],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(statement.query.sql == #"SELECT \#(sql) FROM "pieces""#, sourceLocation: sourceLocation)
    #expect(try pieces().rows(statement) == values, sourceLocation: sourceLocation)
  }

  @Test("LIB-12: texts are put together with +")
  func texts() throws {
    try check(
      Piece.select { $0.first + "-" + $0.first }, #""pieces"."first" || ? || "pieces"."first""#,
      ["Ada-Ada", "Blob-Blob"])
    try check(Piece.select { "<" + $0.first }, #"? || "pieces"."first""#, ["<Ada", "<Blob"])
    try check(Piece.select { $0.last + "." }, #""pieces"."last" || ?"#, ["L.", nil])
  }

  @Test("LIB-12: remainders, bits and signs")
  func numbers() throws {
    try check(Piece.select { $0.bits % 4 }, #""pieces"."bits" % ?"#, [2, 3])
    try check(Piece.select { $0.bits & 5 | 8 }, #""pieces"."bits" & ? | ?"#, [12, 9])
    try check(Piece.select { ~$0.bits }, #"~"pieces"."bits""#, [-7, -4])
    try check(Piece.select { ($0.bits | 1) + 1 }, #"("pieces"."bits" | ?) + ?"#, [8, 4])
    try check(Piece.select { ~($0.bits + 1) }, #"~("pieces"."bits" + ?)"#, [-8, -5])
    try check(Piece.select { -$0.bits }, #"-"pieces"."bits""#, [-6, -3])
    try check(Piece.select { $0.size.abs() }, #"abs("pieces"."size")"#, [5, nil])
  }

  @Test("LIB-12: a value may be on the left of an operator")
  func leftValues() throws {
    try check(Piece.select { 2 * $0.bits }, #"? * "pieces"."bits""#, [12, 6])
    try check(Piece.select { 10 - $0.bits }, #"? - "pieces"."bits""#, [4, 7])
    try check(Piece.select { 10 - ($0.bits - 1) }, #"? - ("pieces"."bits" - ?)"#, [5, 8])
    try check(Piece.select { 2 * $0.size + 1 }, #"? * "pieces"."size" + ?"#, [-9, nil])
    try check(Piece.select { 7 % $0.bits }, #"? % "pieces"."bits""#, [1, 1])
    try check(Piece.select { 1 << $0.bits }, #"? << "pieces"."bits""#, [64, 8])
    try check(Piece.select { $0.bits >> 1 }, #""pieces"."bits" >> ?"#, [3, 1])
    #expect(Piece.where { 5 < $0.bits } == Piece.where { $0.bits > 5 })
    #expect(Piece.where { 2 >= $0.id } == Piece.where { $0.id <= 2 })
    #expect(Piece.where { "Ada" == $0.first } == Piece.where { $0.first == "Ada" })
  }

  @Test("LIB-12: replace, substr, instr, trim, round, sign and ??")
  func moreFunctions() throws {
    try check(Piece.select { $0.first.replace("b", "p") }, #"replace("pieces"."first", ?, ?)"#, ["Ada", "Blop"])
    try check(Piece.select { $0.first.substr(2, 2) }, #"substr("pieces"."first", ?, ?)"#, ["da", "lo"])
    try check(Piece.select { $0.first.substr(-2) }, #"substr("pieces"."first", ?)"#, ["da", "ob"])
    try check(Piece.select { $0.first.instr("d") }, #"instr("pieces"."first", ?)"#, [2, 0])
    try check(Piece.select { $0.first.trim("Aa") }, #"trim("pieces"."first", ?)"#, ["d", "Blob"])
    try check(Piece.select { $0.first.rtrim("ab") }, #"rtrim("pieces"."first", ?)"#, ["Ad", "Blo"])
    try check(Piece.select { $0.size.sign() }, #"sign("pieces"."size")"#, [-1, nil])
    try check(Piece.select { $0.last ?? "none" }, #"coalesce("pieces"."last", ?)"#, ["L", "none"])
    try check(
      Piece.select { $0.last ?? $0.first }, #"coalesce("pieces"."last", "pieces"."first")"#, ["L", "Blob"])
  }

  @Test("LIB-12: a query is named within a named one, and one of the same name hides the other")
  func namedQueries() throws {
    let nested = With("low", Piece.where { $0.bits < 5 }.select(\.id)) { low in
      With("high", SQLQuery<Int>("SELECT id + 10 FROM \(low)")) { high in
        SQLQuery<Int>("SELECT * FROM \(low) UNION ALL SELECT * FROM \(high)")
      }
    }
    #expect(
      nested.query.sql == """
        WITH "low" AS (SELECT "pieces"."id" FROM "pieces" WHERE "pieces"."bits" < ?), \
        "high" AS (SELECT id + 10 FROM "low") SELECT * FROM "low" UNION ALL SELECT * FROM "high"
        """)
    #expect(try pieces().rows(nested) == [2, 12])
    let hidden = With("a", SQLQuery<Int>("SELECT 1")) { _ in
      With("A", SQLQuery<Int>("SELECT 2")) { name in SQLQuery<Int>("SELECT * FROM \(name)") }
    }
    #expect(try pieces().rows(hidden) == [2])
    let three = With("a", SQLQuery<Int>("SELECT 1")) { a in
      With("b", SQLQuery<Int>("SELECT 2")) { b in
        With("c", SQLQuery<Int>("SELECT 3")) { c in SQLQuery<Int>("SELECT * FROM \(a), \(b), \(c)") }
      }
    }
    #expect(try pieces().rows(three) == [1])
    let inner = With("outer", With("inner", Piece.select(\.id)) { SQLQuery<Int>("SELECT * FROM \($0)") }) {
      SQLQuery<Int>("SELECT * FROM \($0)")
    }
    #expect(try pieces().rows(inner) == [1, 2])
    #expect(With("a", Piece.none) { _ in With("b", Piece.all) { SQLQuery<Int>("SELECT 1 FROM \($0)") } }.query.isEmpty)
  }

  @Test("LIB-12: hex, nullif, ifnull, total")
  func functions() throws {
    try check(Piece.select { $0.first.hex() }, #"hex("pieces"."first")"#, ["416461", "426C6F62"])
    try check(Piece.select { $0.first.nullif("Ada") }, #"nullif("pieces"."first", ?)"#, [nil, "Blob"])
    try check(Piece.select { $0.last.nullif("L") }, #"nullif("pieces"."last", ?)"#, [nil, nil])
    try check(Piece.select { $0.last.ifnull("none") }, #"ifnull("pieces"."last", ?)"#, ["L", "none"])
    try check(
      Piece.select { $0.last.ifnull($0.first) }, #"ifnull("pieces"."last", "pieces"."first")"#, ["L", "Blob"])
    try check(Piece.select { $0.size.total() }, #"total("pieces"."size")"#, [-5])
  }

  @Test("LIB-12: a full join has the rows of both sides, each side within its own conditions")
  func fullJoin() throws {
    let statement = RemindersList.where { $0.id != 1 }.fullJoin(Reminder.where { $0.isCompleted }) {
      $0.id == $1.listID
    }.order { list, reminder in (list.id, reminder.id) }.select { list, reminder in (list.title, reminder.title) }
    #expect(
      statement.query.sql == """
        SELECT "remindersLists"."title", "reminders"."title" FROM \
        (SELECT "remindersLists"."id", "remindersLists"."title" FROM "remindersLists" \
        WHERE "remindersLists"."id" <> ?) AS "remindersLists" FULL JOIN \
        (SELECT "reminders"."id", "reminders"."title", "reminders"."isCompleted", "reminders"."isFlagged", \
        "reminders"."priority", "reminders"."list_id" FROM "reminders" \
        WHERE "reminders"."isCompleted") AS "reminders" \
        ON "remindersLists"."id" = "reminders"."list_id" ORDER BY "remindersLists"."id", "reminders"."id"
        """)
    let rows = try TestDatabase.reminders().rows(statement).map { [$0.values.0, $0.values.1] }
    #expect(rows == [[nil, "Sweep"], ["Work", "Call Blob"], ["Errands", "Post letter"]])
    let whole = RemindersList.fullJoin(Reminder.none) { $0.id == $1.listID }
    #expect(try TestDatabase.reminders().rows(whole).map { $0.values.0?.id } == [1, 2, 3])
  }

  @Test("LIB-12: a right join has every row of the other side")
  func rightJoin() throws {
    let statement = Reminder.where { $0.isCompleted }.rightJoin(RemindersList.where { $0.id != 1 }) {
      $0.listID == $1.id
    }.order { reminder, list in list.id }.select { reminder, list in (reminder.title, list.title) }
    let rows = try TestDatabase.reminders().rows(statement).map { [$0.values.0, $0.values.1] }
    #expect(rows == [["Call Blob", "Work"], ["Post letter", "Errands"]])
    let alone = Reminder.none.rightJoin(RemindersList.all) { $0.listID == $1.id }
    #expect(try TestDatabase.reminders().rows(alone).map { $0.values.0?.id } == [nil, nil, nil])
  }

  @Test("LIB-12: a query reads itself")
  func recursion() throws {
    let statement = With(Number.self) {
      Values(1).union(all: true, Number.where { $0.value < 5 }.select { $0.value + 1 })
    } query: {
      Number.where { $0.value % 2 == 1 }
    }
    #expect(
      statement.query.sql == """
        WITH "numbers" ("value") AS (SELECT ? UNION ALL SELECT "numbers"."value" + ? FROM "numbers" \
        WHERE "numbers"."value" < ?) SELECT "numbers"."value" FROM "numbers" WHERE "numbers"."value" % ? = ?
        """)
    #expect(try TestDatabase("").rows(statement) == [Number(value: 1), Number(value: 3), Number(value: 5)])
  }

  @Test("LIB-11: a selection holds whole rows")
  func wholeRows() throws {
    let statement = RemindersList.where { $0.id == 3 }
      .leftJoin(Reminder.where { $0.isCompleted }) { $0.id == $1.listID }
      .select { ReminderOfList.Columns(list: $0, reminder: $1) }
    let letter = Reminder(id: 10, title: "Post letter", isCompleted: true, priority: 2, listID: 3)
    #expect(
      try TestDatabase.reminders().rows(statement) == [
        ReminderOfList(list: RemindersList(id: 3, title: "Errands"), reminder: letter)
      ])
    let lists = RemindersList.where { $0.id == 1 }.select { ReminderOfList.Columns(list: $0) }
    #expect(
      try TestDatabase.reminders().rows(lists) == [
        ReminderOfList(list: RemindersList(id: 1, title: "Home"), reminder: nil)
      ])
  }

  @Test("LIB-11: a second select adds to the first")
  func selects() throws {
    let database = try TestDatabase.reminders()
    let two = RemindersList.select { $0.id }.select { $0.title }
    #expect(two.query.sql == #"SELECT "remindersLists"."id", "remindersLists"."title" FROM "remindersLists""#)
    #expect(try database.rows(two).map(\.values.1) == ["Home", "Work", "Errands"])
    let three = RemindersList.select(\.id).select(\.title).select { $0.id + 1 }
    #expect(try database.rows(three).map(\.values.2) == [2, 3, 4])
    let more = RemindersList.select(\.id).select { ($0.title, $0.id) }
    #expect(try database.rows(more).map(\.values.2) == [1, 2, 3])
    let joined = RemindersList.join(Reminder.where { $0.id == 7 }) { $0.id == $1.listID }
      .select { list, _ in list.title }.select { _, reminder in reminder.title }
    #expect(try database.rows(joined).map { [$0.values.0, $0.values.1] } == [["Work", "Call Blob"]])
  }

  @Test("LIB-09: limits may be missing, and defaults may be made by an initialiser")
  func spellings() throws {
    let (none, some): (Int?, Int?) = (nil, 2)
    let text = #"SELECT "numbers"."value" FROM "numbers""#
    #expect(Number.all.limit(none).offset(none).query.sql == text)
    #expect(Number.all.limit(some).offset(none).query.sql == text + " LIMIT ?")
    #expect(Number.all.limit(some).offset(some).query.sql == text + " LIMIT ? OFFSET ?")
    #expect(Number.all.limit(5).limit(none).query.sql == text)
    #expect(Number.limit(none, offset: none).query.sql == text)
    let draft = Stamp.Draft()
    #expect(draft.created == Date(timeIntervalSince1970: 0))
    #expect(draft.tags == [])
    #expect(Stamp.insert { draft }.query.sql == #"INSERT INTO "stamps" ("created", "seen", "tags") VALUES (?, ?, ?)"#)
  }
}
