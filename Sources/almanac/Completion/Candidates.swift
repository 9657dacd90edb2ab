// What a shell offers for the word that a person is typing.
import AlmanacRecords
import Databases

/// The candidates for the last word of a command line. Nothing is written, and no lock is waited for.
struct Candidates {
  let line: TypedLine

  /// The most candidates from the records of a file.
  private static let most = 200
  /// The most records that are read, unless an index leads to the fitting ones: about 20 ms.
  private static let mostRead = 200_000

  /// The candidates as whole words, sorted, each once.
  func words() async -> [String] {
    var words: [String] = []
    if line.endsInOption {
      words = (line.verb.options.map(\.name) + ["help", "version"]).map { "--" + $0 }
    } else {
      let meanings = line.meanings
      if meanings.contains(.verb) { words += Almanac.verbs.map { $0.name } }
      if !meanings.isDisjoint(with: [.table, .key, .assignment, .column]) { words += await ofFiles(meanings) }
    }
    let found = Set(words).filter { word in
      word.hasPrefix(line.last) && !word.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return found.sorted().map { line.prefix + $0 }
  }

  // MARK: The file

  /// The candidates from the files; none from one that can't be read now.
  private func ofFiles(_ meanings: Set<TypedLine.Meaning>) async -> [String] {
    var found: [String] = []
    let paths: [String?] = line.files.isEmpty ? [nil] : line.files
    for path in paths { found += (try? await ofFile(path, meanings)) ?? [] }
    return found
  }

  private func ofFile(_ path: String?, _ meanings: Set<TypedLine.Meaning>) async throws -> [String] {
    let named = path.map { ["--file", $0] } ?? []
    let arguments = try Arguments(named + ["--read-only"], options: BookFile.readingArguments)
    var file = try BookFile(arguments, acceptsAny: true)
    file.options.patience = .zero
    return try await file.read { connection in
      try await connection.read { db in
        var found: [String] = []
        try offer(meanings, db) { found.append($0) }
        return found
      }
    }
  }

  private func offer(_ meanings: Set<TypedLine.Meaning>, _ db: Database, _ offer: (String) -> Void) throws {
    if meanings.contains(.table) {
      try TableShape.all(db).filter { !$0.isInternal }.forEach { offer($0.name) }
      return
    }
    guard let name = line.values["into"] ?? line.values["table"] ?? line.words.first else { return }
    let table = try FileTable(name, showsAll: true, db)
    if meanings.contains(.column) { return table.table.columns.forEach(offer) }
    let keyWords = line.words.dropFirst()
    let isKey = meanings.contains(.key) && line.values["where"] == nil
    if isKey, !table.key.isEmpty, !meanings.contains(.assignment) || keyWords.count < table.key.count {
      return try offerKeys(of: table, after: keyWords.suffix(keyWords.count % table.key.count), db, offer)
    }
    if meanings.contains(.assignment) { try offerAssignments(of: table, db, offer) }
  }

  /// Offers the values of the next column of a key, after the values of the columns before it.
  private func offerKeys(
    of table: FileTable, after words: ArraySlice<String>, _ db: Database, _ offer: (String) -> Void
  ) throws {
    let conditions = zip(table.key, words).map { Self.condition(on: $0, in: table, equals: $1) }
    try offerValues(of: table.key[words.count], in: table, where: conditions, typed: line.last, db) { word in
      // After it the shell would take an option.
      if !word.hasPrefix("-") { offer(word) }
    }
  }

  /// Offers `COLUMN=`, and after it the values of the column.
  private func offerAssignments(of table: FileTable, _ db: Database, _ offer: (String) -> Void) throws {
    guard let assignment = Assignment(line.last, columns: table.table.columns) else {
      return table.table.columns.forEach { offer($0 + "=") }
    }
    guard !assignment.isJSON, let column = try? table.column(named: assignment.column) else { return }
    let start = line.last.dropLast(assignment.text.count)
    if table.isOfBook, table.table.isFlag(column) {
      return ["yes", "no"].forEach { offer(start + $0) }
    }
    try offerValues(of: column, in: table, where: [], typed: assignment.text, db) { offer(start + $0) }
  }

  /// Offers the texts and numbers of a column that begin with what is typed, in records that meet the conditions.
  private func offerValues(
    of column: String, in table: FileTable, where conditions: [String], typed: String, _ db: Database,
    _ offer: (String) -> Void
  ) throws {
    let (name, source) = (column.quotedName, table.table.name.quotedName)
    let isIndexed = table.shape.leads(to: column) || !conditions.isEmpty
    let fitting = (conditions + [Self.condition(on: column, in: table, beginsWith: typed)]).joined(separator: " AND ")
    // Without an index the limit counts the records read, not the records found.
    let read = isIndexed ? "FROM \(source) WHERE \(fitting)" : "FROM \(source)"
    let sql = """
      SELECT DISTINCT CAST(value AS TEXT) AS text
      FROM (SELECT \(name) AS value \(read) LIMIT \(Self.mostRead))
      WHERE typeof(value) NOT IN ('blob', 'null') AND length(text) <= 200 AND substr(text, 1, length(?)) = ?
      LIMIT \(Self.most + 1)
      """
    var found: [String] = []
    try db.withStatement(sql) { statement in
      try statement.bind([.text(typed), .text(typed)])
      while try statement.step() {
        if case .text(let value) = statement.value(0) { found.append(value) }
      }
    }
    // The shell would write what a part of them have in common.
    if found.count <= Self.most { found.forEach(offer) }
  }

  /// A condition for the records whose value is written like `word`. An index answers it if the column has an affinity.
  private static func condition(on column: String, in table: FileTable, equals word: String) -> String {
    let literal = ExactValue.text(Array(word.utf8)).sqlLiteral
    return switch table.shape.columns.first(where: { $0.name == column })?.affinity {
    case .text, .integer: "\(column.quotedName) = \(literal)"
    default: "CAST(\(column.quotedName) AS TEXT) = \(literal)"
    }
  }

  /// A condition that holds for all values that begin with what is typed, and perhaps for others. An index answers it if
  /// the column has an affinity.
  private static func condition(on column: String, in table: FileTable, beginsWith typed: String) -> String {
    let name = column.quotedName
    switch table.shape.columns.first(where: { $0.name == column })?.affinity {
    case .text where !typed.isEmpty:
      let literal = ExactValue.text(Array(typed.utf8)).sqlLiteral
      return "\(name) >= \(literal) AND \(name) < \(literal) || char(0x10FFFF)"
    case .integer:
      guard let first = Int(typed), first > 0, !typed.hasPrefix("+") else { return "true" }
      // The column may hold texts too.
      var ranges = ["\(name) = \(first)", "typeof(\(name)) = 'text'"]
      var (least, end) = (first, first.addingReportingOverflow(1).partialValue)
      while end > least {
        ranges.append("\(name) >= \(least) AND \(name) < \(end)")
        guard end <= Int.max / 10 else { break }
        (least, end) = (least * 10, end * 10)
      }
      return "(" + ranges.joined(separator: " OR ") + ")"
    default: return "true"
    }
  }
}

extension TableShape {
  /// Whether an index has the rows in the order of a column.
  fileprivate func leads(to column: String) -> Bool {
    primaryKey.first == column || indexes.contains { !$0.isPartial && $0.parts.first?.column == column }
  }
}
