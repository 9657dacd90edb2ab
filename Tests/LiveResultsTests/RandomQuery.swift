// Random queries over random tables.

/// Makes queries of every kind that can be kept, with expressions of every affinity and collation.
struct RandomQuery {
  /// A column, with the alias of its table.
  struct Column {
    var alias: String?
    var name: String
  }

  struct Source {
    var from = ""
    var conditions: [String] = []
    var columns: [Column] = []

    var filter: String {
      conditions.isEmpty ? "" : " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND ")
    }
  }

  var file: RandomFile
  /// Whether columns must name their table.
  private var isQualified = true

  init(_ file: RandomFile) { self.file = file }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { file.choices.pick(elements) }
  private mutating func chance(_ percent: Int) -> Bool { file.choices.chance(percent) }
  private mutating func times<Element>(_ count: Int, _ body: (inout RandomQuery) -> Element) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<count { elements.append(body(&self)) }
    return elements
  }

  // MARK: Expressions

  private mutating func reference(_ column: Column) -> String {
    guard let alias = column.alias, isQualified || chance(30) else { return column.name.inQuotes }
    return "\(alias.inQuotes).\(column.name.inQuotes)"
  }

  private mutating func expression(_ columns: [Column], _ depth: Int = 1) -> String {
    let kind = depth <= 0 ? 0 : file.choices.below(100)
    func part(_ query: inout RandomQuery) -> String { query.expression(columns, depth - 1) }
    switch kind {
    case ..<50: return reference(pick(columns))
    case ..<58: return "\(part(&self)) \(pick(["+", "-", "*"])) \(file.choices.number(0...3))"
    case ..<63: return "(\(part(&self)) || \(file.literal()))"
    case ..<70:
      return "CASE WHEN \(condition(columns, depth - 1)) THEN \(part(&self)) ELSE \(file.literal()) END"
    case ..<75: return "coalesce(\(part(&self)), \(file.literal()))"
    case ..<79: return "length(\(part(&self)))"
    case ..<83:
      let function = pick(["lower", "upper", "abs", "typeof", "hex"])
      let argument = part(&self)
      return pick([
        "\(function)(\(argument))", "max(\(argument), 2)", "nullif(\(argument), 1)", "round(\(argument), 1)",
      ])
    case ..<88: return "CAST(\(part(&self)) AS \(pick(["INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB"])))"
    case ..<92:
      let collations = file.needsNoAutomaticIndex ? ["NOCASE", "BINARY", "RTRIM"] : ["NOCASE", "BINARY"]
      return "\(reference(pick(columns))) COLLATE \(pick(collations))"
    case ..<96: return file.literal()
    default: return "-\(reference(pick(columns)))"
    }
  }

  private mutating func condition(_ columns: [Column], _ depth: Int = 1) -> String {
    func part(_ query: inout RandomQuery) -> String { query.expression(columns, depth - 1) }
    let kind = file.choices.below(100)
    if depth > 0, kind < 20 {
      return "(\(condition(columns, depth - 1)) \(pick(["AND", "OR", "OR"])) \(condition(columns, depth - 1)))"
    }
    switch kind {
    case ..<55:
      let sign = pick(["=", "<", ">", "<>", ">=", "IS", "IS NOT", "==", "<="])
      return "\(part(&self)) \(sign) \(chance(75) ? file.literal() : part(&self))"
    case ..<65: return "\(part(&self)) LIKE \(pick(["'a%'", "'%b%'", "'5%'", "'_'"]))"
    case ..<75:
      let values = times(file.choices.number(1...4)) { $0.file.literal() }
      return "\(part(&self)) \(pick(["", "NOT "]))IN (\(values.joined(separator: ", ")))"
    case ..<83: return "\(part(&self)) BETWEEN \(file.literal()) AND \(file.literal())"
    case ..<90: return "\(part(&self)) IS \(pick(["", "NOT "]))NULL"
    default: return "NOT (\(part(&self)) = \(file.literal()))"
    }
  }

  // MARK: FROM

  private mutating func source(_ count: Int? = nil, outer: Bool = false, nested: Bool = true) -> Source {
    var source = Source()
    let count = count ?? pick([1, 1, 2, 2, 3])
    for index in 0..<count {
      let alias = "\(["a", "b", "c"][index])q"
      let (item, columns) = self.item(alias, nested: nested)
      if index == 0 {
        source.from = item
      } else {
        join(item, columns, to: &source, isLast: index == count - 1, outer: outer)
      }
      source.columns += columns
    }
    if chance(60) { source.conditions.append(condition(source.columns)) }
    return source
  }

  private mutating func item(_ alias: String, nested: Bool) -> (String, [Column]) {
    let table = pick(file.tables)
    let kind = file.choices.below(100)
    func named(_ names: [String]) -> [Column] { names.map { Column(alias: alias, name: $0) } }
    if nested, kind < 8, file.hasView { return ("vv \(alias)", named(["p", "q"])) }
    guard nested, kind < 20 else {
      return ("\(pick(["", "", "main."]))\(table.name.inQuotes)\(pick([" ", " AS "]))\(alias)", named(table.columns))
    }
    let wasQualified = isQualified
    isQualified = false
    defer { isQualified = wasQualified }
    let inner = table.columns.map { Column(alias: nil, name: $0) }
    let name = table.name.inQuotes
    if kind < 15 {
      return (
        "(SELECT \(expression(inner)) AS m, \(expression(inner)) AS n FROM \(name) WHERE \(condition(inner))) \(alias)",
        named(["m", "n"])
      )
    }
    let key = reference(pick(inner))
    if chance(60) {
      return (
        "(SELECT \(key) AS m, count(*) AS n, max(\(reference(pick(inner)))) AS o FROM \(name) GROUP BY \(key)) \(alias)",
        named(["m", "n"])
      )
    }
    return ("(SELECT DISTINCT \(key) AS m, \(expression(inner)) AS n FROM \(name)) \(alias)", named(["m", "n"]))
  }

  private mutating func join(
    _ item: String, _ columns: [Column], to source: inout Source, isLast: Bool, outer: Bool
  ) {
    let on =
      chance(85)
      ? "\(reference(pick(source.columns))) = \(reference(pick(columns)))" : condition(source.columns + columns)
    let kind = file.choices.below(100)
    if outer, isLast || chance(50) {
      source.from += " LEFT JOIN \(item) ON \(on)"
    } else if kind < 50 {
      source.from += "\(pick([" JOIN ", " INNER JOIN ", " CROSS JOIN "]))\(item) ON \(on)"
    } else if kind < 90 {
      source.from += ", \(item)"
      source.conditions.append(on)
    } else {
      let known = source.columns.map(\.name)
      let shared = columns.map(\.name).filter(known.contains)
      let isUnique = Set(known).count == known.count
      source.from += " JOIN \(item) \(shared.isEmpty || !isUnique ? "ON \(on)" : "USING(\(shared[0].inQuotes))")"
    }
  }

  // MARK: Queries

  private mutating func direction() -> String {
    pick(["", " ASC", " DESC"]) + pick(["", "", "", " NULLS FIRST", " NULLS LAST"])
  }

  /// An ORDER BY over all columns, in a random order.
  private mutating func totalOrder(_ count: Int) -> String {
    var numbers = Array(1...count)
    for index in numbers.indices { numbers.swapAt(index, file.choices.below(count)) }
    var terms: [String] = []
    for number in numbers { terms.append("\(number)\(direction())") }
    return " ORDER BY " + terms.joined(separator: ", ")
  }

  private mutating func limit() -> String {
    " LIMIT \(file.choices.number(1...6))" + (chance(30) ? " OFFSET \(file.choices.number(0...3))" : "")
  }

  /// A query, and whether it orders its rows wholly.
  mutating func query() -> (sql: String, isTotal: Bool) {
    switch file.choices.below(100) {
    case ..<30: return linear()
    case ..<38: return distinct()
    case ..<68: return groups()
    case ..<78: return outerJoin()
    case ..<86: return (subquery(), false)
    case ..<92: return union()
    case ..<96: return (partitions(), false)
    default: return (stacked(), false)
    }
  }

  private mutating func linear() -> (String, Bool) {
    let source = source()
    if chance(15) { return ("SELECT * FROM \(source.from)\(source.filter)", false) }
    let count = file.choices.number(1...4)
    var columns: [String] = []
    for index in 0..<count { columns.append(expression(source.columns) + (chance(30) ? " AS z\(index)" : "")) }
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(source.from)\(source.filter)"
    switch file.choices.below(100) {
    case ..<30: return (sql, false)
    case ..<55:
      let terms = times(file.choices.number(1...2)) { query in
        (query.chance(50) ? query.expression(source.columns) : "1") + query.direction()
      }
      return (sql + " ORDER BY " + terms.joined(separator: ", "), false)
    default: return (sql + totalOrder(count) + (chance(75) ? limit() : ""), true)
    }
  }

  private mutating func distinct() -> (String, Bool) {
    let source = source()
    let count = file.choices.number(1...3)
    let columns = times(count) { $0.expression(source.columns) }
    let sql = "SELECT DISTINCT \(columns.joined(separator: ", ")) FROM \(source.from)\(source.filter)"
    return chance(50) ? (sql + totalOrder(count) + (chance(40) ? " LIMIT 4" : ""), true) : (sql, false)
  }

  private mutating func aggregate(_ columns: [Column]) -> String {
    let argument = expression(columns, pick([0, 0, 1]))
    switch file.choices.below(11) {
    case 0, 1: return "count(*)"
    case 2: return "count(\(argument))"
    case 3, 4: return "sum(\(argument))"
    case 5: return "\(pick(["avg", "total"]))(\(argument))"
    case 6: return "min(\(argument))"
    case 7: return "max(\(argument))"
    case 8: return "count(DISTINCT \(argument))"
    case 9: return "sum(\(argument)) FILTER (WHERE \(condition(columns)))"
    default:
      return pick([
        "sum(DISTINCT \(argument))", "min(\(argument)) FILTER (WHERE \(condition(columns)))", "max(\(argument))",
      ])
    }
  }

  private mutating func groups() -> (String, Bool) {
    let source = source()
    var keys: [String] = []
    for _ in 0..<pick([0, 1, 1, 1, 2]) {
      let key = expression(source.columns, pick([0, 0, 1]))
      // A literal is no key.
      if key.hasPrefix("\"") || key.contains("(") || key.contains(".") && key.contains("\"") { keys.append(key) }
    }
    var outputs = keys.filter { _ in chance(90) }
    outputs += times(file.choices.number(1...3)) { $0.aggregate(source.columns) }
    if chance(30) { outputs.append("\(aggregate(source.columns)) + \(aggregate(source.columns))") }
    if chance(15) { outputs.append("coalesce(\(aggregate(source.columns)), 'none')") }
    let columns = outputs.enumerated().map { chance(60) ? $1 : "\($1) AS n\($0)" }
    var sql = "SELECT \(columns.joined(separator: ", ")) FROM \(source.from)\(source.filter)"
    if !keys.isEmpty {
      let terms = keys.map { key in
        chance(20) ? outputs.firstIndex(of: key).map { "\($0 + 1)" } ?? key : key
      }
      sql += " GROUP BY " + terms.joined(separator: ", ")
      if chance(30) {
        sql += " HAVING \(chance(50) ? aggregate(source.columns) : "count(*)") \(pick([">", "<", ">=", "<>"])) "
        sql += "\(file.choices.number(0...3))"
      }
    }
    return chance(40) ? (sql + totalOrder(outputs.count) + (chance(40) ? " LIMIT 3" : ""), true) : (sql, false)
  }

  private mutating func outerJoin() -> (String, Bool) {
    let source = source(pick([2, 2, 3]), outer: true, nested: false)
    if chance(60) {
      let columns = times(2) { $0.expression(source.columns) }
      return ("SELECT \(columns.joined(separator: ", ")) FROM \(source.from)\(source.filter)", false)
    }
    let key = reference(source.columns[0])
    let (counted, greatest) = (reference(pick(source.columns)), reference(pick(source.columns)))
    return (
      "SELECT \(key), count(\(counted)), max(\(greatest)) FROM \(source.from)\(source.filter) GROUP BY \(key)", false
    )
  }

  private mutating func subquery() -> String {
    let (outer, inner) = (pick(file.tables), pick(file.tables))
    let columns = outer.columns.map { Column(alias: "o", name: $0) }
    let others = inner.columns.map { Column(alias: "i", name: $0) }
    let (x, y) = (reference(pick(columns)), reference(pick(others)))
    let filter = chance(50) ? condition(others) : "1"
    let from = "\(inner.name.inQuotes) i"
    if chance(30) {
      let function = pick(["count", "max", "sum"])
      return "SELECT \(expression(columns)), (SELECT \(function)(\(reference(pick(others)))) FROM \(from) "
        + "WHERE \(y) = \(x)) FROM \(outer.name.inQuotes) o"
    }
    let test = pick([
      "EXISTS (SELECT 1 FROM \(from) WHERE \(x) = \(y) AND \(filter))",
      "NOT EXISTS (SELECT 1 FROM \(from) WHERE \(y) = \(x) AND \(filter))",
      "\(x) IN (SELECT \(y) FROM \(from) WHERE \(filter))", "\(x) NOT IN (SELECT \(y) FROM \(from) WHERE \(filter))",
      "NOT (\(x) IN (SELECT \(y) FROM \(from) WHERE \(filter) AND \(y) IS NOT NULL))",
      "(SELECT count(*) FROM \(from) WHERE \(x) = \(y)) > 1",
    ])
    return "SELECT \(expression(columns)), \(expression(columns)) FROM \(outer.name.inQuotes) o WHERE \(test)"
  }

  private mutating func union() -> (String, Bool) {
    let count = file.choices.number(1...2)
    let branches = times(2) { query in
      let source = query.source(query.pick([1, 2]))
      let columns = query.times(count) { $0.expression(source.columns) }
      return "SELECT \(columns.joined(separator: ", ")) FROM \(source.from)\(source.filter)"
    }
    let sql = branches.joined(separator: pick([" UNION ", " UNION ALL "]))
    return chance(50) ? (sql + totalOrder(count), true) : (sql, false)
  }

  private mutating func partitions() -> String {
    let source = source(pick([1, 1, 2]))
    let key = reference(pick(source.columns))
    var terms: [String] = []
    for column in source.columns { terms.append(reference(column)) }
    return "SELECT \(reference(pick(source.columns))), rank() OVER (PARTITION BY \(key) ORDER BY "
      + "\(terms.joined(separator: ", "))), count(*) OVER (PARTITION BY \(key)) FROM \(source.from)\(source.filter)"
  }

  private mutating func stacked() -> String {
    let source = source()
    let key = reference(pick(source.columns))
    let inner =
      "WITH q(k, n, m) AS (SELECT \(key), count(*), sum(\(reference(pick(source.columns)))) "
      + "FROM \(source.from)\(source.filter) GROUP BY \(key)) "
    return inner
      + pick([
        "SELECT k, n FROM q WHERE n > 1", "SELECT count(*), sum(n), max(m) FROM q",
        "SELECT k, n, m FROM q ORDER BY n DESC, 1, 3 LIMIT 3", "SELECT n, count(*) FROM q GROUP BY n",
        "SELECT x.k, y.n FROM q x JOIN q y ON x.n = y.n",
        "SELECT k, n, sum(n) OVER (ORDER BY n DESC, k IS NULL, k) FROM q",
        "SELECT k, n FROM q WHERE n > (SELECT min(n) FROM q)",
      ])
  }
}
