// Groups that follow each row by arithmetic.

import Databases

/// A query with GROUP BY, or with aggregates over all rows. The state of each group is kept; SQLite makes a row of the
/// result from the states, in a small table of the groups that have changed.
final class GroupRows: RowKeeping {
  /// One group.
  private final class Group {
    /// The number of rows in it.
    var count = 0
    /// How the key is written. Equal keys may be written in several ways.
    private(set) var spelling: Tuple
    /// How often it is written so.
    private var spellingCount = 0
    /// The other spellings of the key, with the number of rows of each.
    private var otherSpellings: [Tuple: Int]?
    var states: [AggregateState]
    /// Its row in the result; nil if HAVING leaves it out.
    var output: Tuple?
    /// The approximate number of bytes in it, without its row.
    var byteCount: Int

    init(_ aggregates: [Aggregate], spelling: Tuple) {
      states = aggregates.map(AggregateState.init)
      self.spelling = spelling
      byteCount = 64 * (1 + aggregates.count) + spelling.approximateSize
    }

    /// Counts a row whose key has this spelling.
    func count(_ written: Tuple, _ weight: Int) {
      count += weight
      if written == spelling {
        spellingCount += weight
      } else {
        keep(written, (otherSpellings?[written] ?? 0) + weight)
      }
    }

    /// Keeps how often the key has another spelling.
    private func keep(_ written: Tuple, _ count: Int) {
      var others = otherSpellings ?? [:]
      otherSpellings = nil
      let before = count == 0 ? others.removeValue(forKey: written) : others.updateValue(count, forKey: written)
      byteCount += ((count == 0 ? 0 : 1) - (before == nil ? 0 : 1)) * (32 + written.approximateSize)
      otherSpellings = others
    }

    var hasSpellings: Bool { otherSpellings != nil }

    /// Shows the key as SQLite does.
    func show(_ written: Tuple) {
      guard written != spelling, let count = otherSpellings?[written] else { return }
      keep(written, 0)
      keep(spelling, spellingCount)
      (spelling, spellingCount) = (written, count)
    }

    /// Takes a spelling that still exists. Returns false if there are fewer rows than were taken away.
    func settleSpelling() -> Bool {
      guard let others = otherSpellings else { return spellingCount >= 0 }
      if spellingCount == 0, let (spelling, count) = others.min(by: { $0.key.compareExactly($1.key) < 0 }) {
        (self.spelling, spellingCount) = (spelling, count)
        keep(spelling, 0)
      }
      if otherSpellings?.isEmpty == true { otherSpellings = nil }
      return spellingCount >= 0 && others.values.allSatisfy { $0 >= 0 }
    }
  }

  private let shadows: ShadowDatabase
  private let keyCollations: [Collation]
  /// The affinities of the columns of keys in the table of groups.
  private let keyAffinities: [Affinity]
  private let aggregates: [Aggregate]
  /// The keys and the arguments of the aggregates, row by row.
  private let body: LinearBody
  /// The table of groups, and the statement over it.
  private let table: String
  private let finish: String
  /// Asks a group for its key and its least and greatest values; nil if there are none. SQLite takes the key from the
  /// row of such a value.
  private let again: String?
  private let againScans: Bool
  private var groups: [Tuple: Group] = [:]
  /// Whether another query reads the values: then each must be written as SQLite writes it.
  var isRead = false
  var rows: KeptRows
  private(set) var otherByteCount = 0

  /// Throws `NotKept` if the query needs more of a row than its group has.
  init(_ parts: Planner.Parts, _ shadows: ShadowDatabase) throws {
    let (select, names) = (parts.select, parts.names)
    self.shadows = shadows
    let keys = try select.groupKeys(names)
    let from = try select.from.sql()
    let keyTexts = keys.map(\.sql)
    let collations = try keyTexts.map { try shadows.collation(of: $0, from: from) }
    let keyColumns =
      keys.isEmpty ? [] : try shadows.outputColumns("SELECT \(keyTexts.joined(separator: ", ")) FROM \(from)")
    keyCollations = collations
    keyAffinities = keyColumns.map(\.affinity)
    for expression in select.columns.map(\.expression) + [select.having] + select.order.map(\.expression) {
      if expression.contains(where: { ["rowid", "oid", "_rowid_"].contains($0.key) }) {
        throw NotKept("rowid in a group")
      }
      if expression.contains(where: { $0.key?.hasPrefix("live_") == true }) {
        throw NotKept("a name that begins with live_, in a group")
      }
    }

    // An expression has no affinity and no collation; `coalesce` removes those of the column.
    let keyNames = keys.indices.map { index in
      keyColumns[index].hasAffinity || !collations[index].isBinary ? "live_k\(index)" : "coalesce(live_k\(index), NULL)"
    }
    let keepsJSON = select.expressions.contains { expression in
      expression.indices.filter {
        expression[$0].key?.hasPrefix("json") == true && expression.upper($0 + 1) == "(" || expression.upper($0) == "->"
      }.count > 1
    }
    let joinsByNames = select.from.contains(where: \.joinsByNames)
    var found: [Aggregate] = []
    func finished(_ expression: [Token]) throws -> String {
      var (tokens, place): ([Token], Int) = ([], 0)
      for call in try expression.aggregateCalls(shadows.aggregates) {
        let aggregate = try Aggregate(call, sql: Array(expression[call.range]).sql)
        let index = found.firstIndex { $0.call == aggregate.call } ?? found.count
        if index == found.count { found.append(aggregate) }
        tokens += expression[place..<call.range.lowerBound] + [.word("coalesce(live_a\(index), NULL)")]
        place = call.range.upperBound
      }
      let made = tokens + expression[place...]
      // A kept value has lost SQLite's mark that it is JSON.
      if keepsJSON, made.contains(where: { $0.key?.hasPrefix("json") == true }) { throw NotKept("JSON in a group") }
      return made.replacing(keys, with: keyNames, joinsByNames: joinsByNames).sql
    }
    let outputs = try select.columns.map { try finished($0.expression) }
    let having = try finished(try names.withoutAliases(select.having))
    let plan = try OrderPlan(select, width: parts.width, names, render: finished)
    for index in found.indices where found[index].isExtreme || found[index].kind == .countOfDistinct {
      found[index].collation = try shadows.collation(of: found[index].bareArgument, from: from)
    }
    aggregates = found

    let name = "live_groups_\(shadows.nextSerial())"
    table = "temp.\(name)"
    let declarations =
      keyColumns.indices.map { "live_k\($0) \(keyColumns[$0].type) COLLATE \(collations[$0].name)" }
      + found.indices.map { "live_a\($0)" }
    try shadows.database.runOnce(
      "CREATE TEMP TABLE \(name)(\((["live_g INTEGER PRIMARY KEY"] + declarations).joined(separator: ", ")))")
    let columns = (outputs + plan.hidden).joined(separator: ", ")
    finish = "SELECT live_g, \(columns) FROM \(table)" + (having.isEmpty ? "" : " WHERE \(having)")
    guard shadows.compiles(finish) else { throw NotKept("a column that is neither a key nor in an aggregate") }
    let order = try plan.order(
      "SELECT \(columns) FROM \(table)", width: parts.width + plan.hidden.count, shadows)
    rows = KeptRows(order: order)

    let filtered = select.rows(filter: try names.withoutAliases(select.filter))
    let arguments = keyTexts + found.map(\.argument)
    body = LinearBody(filtered, columns: arguments.isEmpty ? ["1"] : arguments, shadows)
    let extremes = found.filter(\.isExtreme).map(\.call)
    let grouping = keyTexts.isEmpty ? "" : " GROUP BY " + keyTexts.joined(separator: ", ")
    again =
      extremes.isEmpty
      ? nil
      : try filtered.sql(
        columns: keyTexts + extremes, conditions: keyTexts.map { "(\($0)) IS ?" }, isBody: true) + grouping
    againScans =
      try again.map { sql in
        try keys.isEmpty || shadows.scans(sql, anyOf: filtered.from.compactMap(\.alias))
      } ?? false
  }

  func fill() throws {
    (groups, otherByteCount) = ([:], 0)
    if keyCollations.isEmpty { groups[[]] = Group(aggregates, spelling: []) }
    try shadows.each(try body.sql) { tuple in
      _ = try add(tuple, 1)
      if otherByteCount > KeptRows.byteLimit { throw QueryError.tooLarge }
    }
    if isRead, groups.values.contains(where: \.hasSpellings) { throw NotKept.spellings }
    if again != nil { try ask(Set(groups.filter { $0.value.hasSpellings }.keys)) }
    let keys = Array(groups.keys)
    try finish(keys)
    rows.fill(groups.values.lazy.compactMap(\.output))
    try checkSize()
  }

  /// Adds a row of the body. Returns its group, and whether that must be asked for its least and greatest values.
  private func add(_ tuple: Tuple, _ weight: Int) throws -> (key: Tuple, isStale: Bool) {
    let spelling = Tuple(tuple[..<keyCollations.count])
    let canonical = spelling.canonical(keyCollations)
    // Usually both are equal, and share one array.
    let key = canonical == spelling ? spelling : canonical
    let known = groups[key]
    let group = known ?? Group(aggregates, spelling: spelling)
    if known == nil { groups[key] = group }
    let before = known?.byteCount ?? 0
    defer { otherByteCount += group.byteCount - before }
    group.count(spelling, weight)
    var isStale = false
    for (index, aggregate) in aggregates.enumerated() {
      let value = tuple[keyCollations.count + index]
      // SQLite reads their bytes in the encoding of the file.
      if shadows.binaryOfFile != nil, aggregate.isSum, value.isOfBytes { throw NotKept("bytes in a sum, in UTF-16") }
      if try !group.states[index].add(value, weight, aggregate, &group.byteCount) { isStale = true }
    }
    return (key, isStale)
  }

  func apply(_ changed: ChangedTables) throws {
    let delta = try body.delta(changed)
    var (touched, stale): (Set<Tuple>, Set<Tuple>) = ([], [])
    for isLoss in [false, true] {
      for (tuple, weight) in delta where (weight < 0) == isLoss {
        let (key, isStale) = try add(tuple, weight)
        touched.insert(key)
        if isStale { stale.insert(key) }
      }
    }
    for key in touched {
      guard let group = groups[key] else { continue }
      let size = group.byteCount
      defer { otherByteCount += group.byteCount - size }
      guard group.settleSpelling(), group.count >= 0 else { throw ResultMismatch() }
      if group.hasSpellings {
        if isRead { throw NotKept.spellings }
        stale.insert(key)
      }
      if group.count == 0 { stale.remove(key) }
      if group.count == 0, keyCollations.isEmpty {
        for (index, aggregate) in aggregates.enumerated() where aggregate.isExtreme {
          group.states[index] = .extreme(.null)
        }
      }
    }
    try ask(stale)
    let before = touched.map { groups[$0]?.output }
    try finish(Array(touched))
    for (key, former) in zip(touched, before) {
      let group = groups[key]
      if group?.output != former {
        if let former { try rows.add(former, -1) }
        if let output = group?.output { try rows.add(output, 1) }
      }
      if let group, group.count == 0, !keyCollations.isEmpty {
        otherByteCount -= group.byteCount
        groups[key] = nil
      }
    }
    try checkSize()
  }

  /// Asks groups for their least and greatest values.
  private func ask(_ keys: Set<Tuple>) throws {
    guard let again, !keys.isEmpty else { return }
    guard keys.count <= ShadowDatabase.mostKeys(scans: againScans) else {
      throw NotKept("too many groups that have lost their least or greatest value")
    }
    for key in keys {
      guard let group = groups[key] else { continue }
      let size = group.byteCount
      defer { otherByteCount += group.byteCount - size }
      for values in try shadows.rows(again, group.spelling) {
        group.show(Tuple(values.prefix(keyCollations.count)))
        var values = values.dropFirst(keyCollations.count)
        for (index, aggregate) in aggregates.enumerated() where aggregate.isExtreme {
          group.states[index] = .extreme(values.popFirst() ?? .null)
        }
      }
    }
  }

  /// Makes the rows of groups: SQLite computes the expressions and HAVING.
  private func finish(_ keys: [Tuple]) throws {
    try shadows.run("DELETE FROM \(table)")
    let marks = Array(repeating: "?", count: 1 + keyCollations.count + aggregates.count).joined(separator: ", ")
    let insert = "INSERT INTO \(table) VALUES(\(marks))"
    var inserted: [Tuple] = []
    for (number, key) in keys.enumerated() {
      guard let group = groups[key] else { continue }
      group.output = nil
      guard group.count > 0 || keyCollations.isEmpty else { continue }
      try group.spelling.requireUnconverted(by: keyAffinities)
      let values = try zip(group.states, aggregates).map { try $0.value($1) }
      inserted.append([.integer(number)] + group.spelling + values)
    }
    try shadows.run(insert, rows: inserted)
    try shadows.each(finish) { tuple in
      guard case .integer(let number) = tuple[0] else { return }
      // The key is the identity; without one there is a single row.
      groups[keys[number]]?.output = tuple.dropFirst() + (keys[number].isEmpty ? [.integer(1)] : keys[number])
    }
  }

  /// The number of columns at the end of a row that name its group.
  var identityCount: Int { max(1, keyCollations.count) }
}
