// LSQ-22: eight queries on eight screens, or on one board, while three programs write as fast as they can.
import Glibc
import Harnesses

extension Trial {
  /// Each screen shows the rows of its query when the programs have stopped. The time of the keys until then is only
  /// reported, because eight programs and the writers share the processors.
  static let liveQueries = Trial(name: "live-queries", count: 2) { rig, generator in
    let book = try makeBook(rig)
    let screens = try queries.map { query in
      try DrivenProgram([rig.almanac, book, "--query", query], environment: rig.environment)
    }
    for (query, screen) in zip(queries, screens) { try expect(query, book, on: screen) }
    var delays: [Int] = []
    try write(book, rig, &generator) { key in
      delays += screens.compactMap { press(key, on: $0, moving: cursorRow) }
    }
    let end = nanoseconds()
    for (query, screen) in zip(queries, screens) { try expect(query, book, on: screen) }
    note("eight screens", delays, rightAfter: nanoseconds() - end, rig)
    guard screens.allSatisfy({ $0.quit() }) else { throw Trouble("A screen does not end by q.") }
    try requireSound(book)
  }

  /// A board of eight queries. Each shows its rows when the programs have stopped. The time of the keys
  /// until then is only reported, because the writers share the processors.
  static let liveBoard = Trial(name: "live-board", count: 2) { rig, generator in
    let book = try makeBook(rig)
    var environment = rig.environment
    environment["XDG_STATE_HOME"] = rig.folder + "/board-state"
    let screen = try DrivenProgram([rig.almanac, book], environment: environment)
    try screen.wait(for: "live")
    for (number, query) in queries.enumerated() {
      screen.settle()
      // A named query is left first: otherwise its text is changed.
      if number > 0 {
        screen.type("\u{1B}")
        // Some queries show names too. Right behind Esc, the next key would look like Alt and that key.
        try screen.wait(for: "the table") { $0.shows("Customer 1") && !$0.shows("printf") }
      }
      screen.type("!")
      screen.settle()
      screen.type(query + "\r")
      try expect(query, book, on: screen)
      screen.type("\u{E}")
      screen.settle()
      screen.type("tile \(number)\r")
      try screen.wait(for: "tile \(number)")
    }
    screen.settle()
    screen.type(":board\r")
    try screen.wait(for: "8 queries")
    var delays: [Int] = []
    try write(book, rig, &generator) { key in
      if let delay = press(key, on: screen, moving: chosenTile) { delays.append(delay) }
    }
    let end = nanoseconds()
    for (number, query) in queries.enumerated() {
      try choose("tile \(number)", on: screen)
      screen.type("\r")
      try expect(query, book, on: screen)
      screen.type("\u{1B}")
      try screen.wait(for: "8 queries")
    }
    note("one board of eight", delays, rightAfter: nanoseconds() - end, rig)
    guard screen.quit() else { throw Trouble("The board does not end by q.") }
    try requireSound(book)
  }

  private static func makeBook(_ rig: Rig) throws -> String {
    let book = rig.folder + "/orders.db"
    try RawConnection.run(orders, on: book)
    return book
  }

  /// Three programs write for a sixtieth of the rig's time. Calls `press` with a key that moves a cursor down or up,
  /// again and again until then.
  private static func write(
    _ book: String, _ rig: Rig, _ generator: inout SeededGenerator, press: (_ key: String) -> Void
  ) throws {
    let seconds = min(60, max(1, rig.seconds / 60))
    let writers = try (1...3).map { number in
      let script = "\(rig.folder)/writer-\(number).sql"
      try Rig.write(Array(statements(seconds: seconds, &generator).utf8), to: script)
      return try ChildProcess(
        [
          "sh", "-c", "exec timeout \"$2\" sqlite3 -bail -cmd '.timeout 20000' \"$0\" <\"$1\"", book, script,
          "\(seconds)",
        ],
        patience: Rig.patience + .seconds(seconds))
    }
    let limit = nanoseconds() + seconds * 1_000_000_000
    var key = "j"
    while nanoseconds() < limit {
      press(key)
      key = key == "j" ? "k" : "j"
    }
    for writer in writers {
      let ending = try writer.end()
      // 124: it was stopped in time.
      guard [0, 124].contains(ending.status) else { throw Trouble("A writer failed: \(ending.errors)") }
    }
  }

  private static func note(_ what: String, _ delays: [Int], rightAfter time: Int, _ rig: Rig) {
    let delays = delays.sorted()
    guard let last = delays.last else { return }
    rig.notes.append(
      """
      Live queries: \(delays.count) keys on \(what), and three writers. Half of the keys moved the mark within \
      \(milliseconds(delays[delays.count / 2])), 99 of 100 within \(milliseconds(delays[delays.count * 99 / 100])), all \
      within \(milliseconds(last)). All was right \(milliseconds(time)) after the last commit.
      """)
  }

  private static func requireSound(_ book: String) throws {
    guard try RawConnection.rows("PRAGMA integrity_check", on: book) == ["ok"] else {
      throw Trouble("The file is damaged.")
    }
  }

  /// Waits until the screen shows the rows of the query, in their order. Each row is one text in angle brackets.
  private static func expect(_ query: String, _ book: String, on screen: DrivenProgram) throws {
    let rows = try RawConnection.rows(query, on: book)
    func isRight(_ text: ScreenText) -> Bool { rowsShown(in: text.text) == rows }
    screen.settle()
    if !isRight(screen.screen) { try screen.wait(for: "the rows \(rows) of \(query)", isRight) }
    if screen.screen.shows("corrected") { throw Trouble("\(query) was kept wrong and had to be corrected.") }
  }

  /// Presses a key. Returns the time until a mark has moved; nil if it has not within a second, as when the row of the
  /// mark went up or down meanwhile.
  private static func press<Place: Equatable>(
    _ key: String, on screen: DrivenProgram, moving place: (ScreenText) -> Place?
  ) -> Int? {
    screen.settle(milliseconds: 0)
    let (before, start) = (place(screen.screen), screen.type(key))
    return (try? screen.wait(for: "the mark", seconds: 1) { place($0) != before }).map { $0 - start }
  }

  /// The line of the cursor.
  private static func cursorRow(_ text: ScreenText) -> Int? {
    text.text.split(separator: "\n").firstIndex { $0.hasPrefix(" ▌") }
  }

  /// The name of the chosen tile.
  private static func chosenTile(_ text: ScreenText) -> Substring? {
    text.text.firstIndex(of: "▌").map { text.text[$0...].dropFirst(2).prefix { !$0.isNewline }.prefix(6) }
  }

  private static func choose(_ tile: String, on screen: DrivenProgram) throws {
    screen.settle()
    for key in Array(repeating: "k", count: queries.count) + Array(repeating: "j", count: queries.count) {
      if chosenTile(screen.screen) == Substring(tile) { return }
      _ = press(key, on: screen, moving: chosenTile)
    }
    throw Trouble("The board does not choose \(tile). It shows:\n\(screen.screen.text)")
  }

  /// The first text in angle brackets of each line; the query's own text has a `%` in them.
  private static func rowsShown(in screen: String) -> [String] {
    screen.split(separator: "\n").compactMap { line in
      guard let start = line.firstIndex(of: "<"), let end = line[start...].firstIndex(of: ">") else { return nil }
      let row = line[start...end]
      return row.contains("%") ? nil : String(row)
    }
  }

  private static let customerCount = 50
  private static let orderCount = 2_000

  private static let orders = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, country TEXT);
    CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers(id), status TEXT, total INTEGER);
    CREATE INDEX ordersOfCustomer ON orders(customer);
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(customerCount))
      INSERT INTO customers SELECT n, 'Customer ' || n, substr('DEFRITESPT', n % 5 * 2 + 1, 2) FROM numbers;
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(orderCount))
      INSERT INTO orders SELECT n, n * 7 % \(customerCount) + 1, iif(n % 4, 'paid', 'new'), n * 37 % 1000
      FROM numbers;
    """

  /// One of each class that is kept in its own way, and one that runs again each time. Each fits on a screen.
  private static let queries = [
    "SELECT printf('<%s %d>', status, count(*)) AS line FROM orders GROUP BY status ORDER BY status",
    """
    SELECT printf('<%s %d %d>', c.country, count(*), sum(o.total)) AS line FROM orders o \
    JOIN customers c ON c.id = o.customer GROUP BY c.country ORDER BY c.country
    """,
    "SELECT printf('<%d %d>', id, total) AS line FROM orders ORDER BY total DESC, id LIMIT 20",
    """
    SELECT printf('<%d %s>', o.id, c.name) AS line FROM orders o JOIN customers c ON c.id = o.customer \
    WHERE o.total = 500 AND o.id < 200 ORDER BY o.id
    """,
    "SELECT DISTINCT printf('<%s %d>', status, total / 250) AS line FROM orders WHERE id < 300 ORDER BY line",
    """
    SELECT printf('<%s %d>', c.name, count(o.id)) AS line FROM customers c LEFT JOIN orders o ON o.customer = c.id \
    WHERE c.id <= 12 GROUP BY c.id ORDER BY c.id
    """,
    """
    SELECT printf('<%s>', c.name) AS line FROM customers c WHERE c.id <= 12 \
    AND EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id AND o.total > 980) ORDER BY c.id
    """,
    "SELECT printf('<%d %d>', id, sum(total) OVER (ORDER BY id)) AS line FROM orders WHERE id <= 12 ORDER BY id",
  ]

  /// More statements than SQLite can run in this time.
  private static func statements(seconds: Int, _ generator: inout SeededGenerator) -> String {
    var text = "PRAGMA synchronous = OFF;\n"
    for _ in 0..<seconds * 5_000 {
      let (order, customer) = (
        Int.random(in: 1...orderCount, using: &generator), Int.random(in: 1...customerCount, using: &generator)
      )
      let total = Int.random(in: 0..<1000, using: &generator)
      text += [
        "UPDATE orders SET total = \(total) WHERE id = \(order);\n",
        "UPDATE orders SET customer = \(customer), status = 'sent' WHERE id = \(order);\n",
        "DELETE FROM orders WHERE id = \(order);\n",
        "INSERT OR REPLACE INTO orders VALUES (\(order), \(customer), 'new', \(total));\n",
        "UPDATE customers SET name = 'Customer \(customer) of \(total)' WHERE id = \(customer);\n",
        "UPDATE orders SET total = total + 1 WHERE id BETWEEN \(order) AND \(order + 30);\n",
      ].randomElement(using: &generator)!
    }
    return text
  }
}
