// The output of a watch: commits to a file.
import AlmanacRecords
import Databases
import Terminals

/// Prints commits in order, in one of three forms.
actor WatchOutput {
  /// Calls its last parameter with the text to write. The number is that of the last commit in it, and `count` is SQLite's
  /// count of the file's commits after it.
  typealias Destination =
    @Sendable (_ number: Int, _ count: UInt32?, _ body: @escaping @Sendable (inout OutputText) throws -> Void)
    async throws -> Void

  /// The form of a printed change.
  enum Form {
    /// One line of JSON.
    case json
    /// The statement that makes the change.
    case sql
    /// The statement that undoes the change.
    case undoSQL

    /// The form that `--sql` or `--undo-sql` asks for. Throws `UsageError`.
    init(_ arguments: Arguments) throws {
      switch try arguments.exclusive("sql", "undo-sql") {
      case "sql": self = .sql
      case "undo-sql": self = .undoSQL
      default: self = .json
      }
    }
  }

  private let form: Form
  /// The requested tables, under all names that they have had; empty if all are requested.
  private var wanted: Set<String>
  private let connection: SQLiteConnection
  /// The tables read so far.
  private var tables: [String: FileTable]
  /// The names of the tables that must be read again.
  private var oldTables: Set<String> = []
  /// The row formats of the tables so far.
  private var lines: [String: RowLines] = [:]
  private var commitCount: Int
  private let destination: Destination

  /// - Parameters:
  ///   - number: The number of the commit before the first one.
  ///   - destination: Where the commits are written; otherwise on standard output.
  init(
    _ form: Form, _ tables: [FileTable], _ connection: SQLiteConnection, after number: Int = 0,
    to destination: @escaping Destination = { try await StandardStreams.writeElsewhere($2) }
  ) {
    (self.form, self.connection, commitCount, self.destination) = (form, connection, number, destination)
    let named = tables.filter { $0.isFollowedByRows(form) }
    wanted = Set(named.map { $0.table.name.lowercasedASCII })
    self.tables = Dictionary(named.map { ($0.table.name.lowercasedASCII, $0) }) { first, _ in first }
  }

  /// Prints the effects of commits on the tables.
  func write(_ batches: [ChangeBatch]) async throws {
    var commits: [PrintedCommit] = []
    var failure: (any Error)?
    do {
      for batch in batches { commits.append(try await commit(batch)) }
    } catch {
      // The commits before the failed one are printed.
      failure = error
    }
    if let last = commits.last {
      try await destination(last.number, batches[commits.count - 1].commit) { [form, commits] output in
        for commit in commits { try Self.write(commit, form, to: &output) }
      }
    }
    if let failure { throw failure }
  }

  /// Prints the changes of a view.
  func write(_ events: [RecordEvent], of table: FileTable) async throws {
    try await StandardStreams.writeElsewhere { output in
      let lines = EventLines(table)
      for event in events { try lines.write(event, commit: nil, to: &output) }
    }
  }

  /// The printed form of a commit. Throws if the file can't be read any more, which ends the watch.
  private func commit(_ batch: ChangeBatch) async throws -> PrintedCommit {
    commitCount += batch.commitCount
    if batch.gap != nil { try await connection.requireReadable() }
    // Any table may have other columns now.
    if batch.concernsAll { oldTables.formUnion(tables.keys) }
    for change in batch.schemaChanges {
      if let former = change.formerName, wanted.contains(former.lowercasedASCII) {
        wanted.insert(change.table.lowercasedASCII)
      }
    }
    var commit = PrintedCommit(number: commitCount, gap: batch.gap, schema: [], tables: [])
    for (name, change) in batch.reportedTables
    where (wanted.isEmpty || wanted.contains(name)) && (form == .json || !change.countsShadowRows) {
      let table = try await table(name)
      let lines = change.rows.map { rowLines(of: $0.table, table, name) }
      commit.tables.append(.init(name: table?.table.name ?? name, change: change, lines: lines))
    }
    for (name, change) in batch.tables.sorted(by: { $0.key < $1.key }) where change.countsShadowRows {
      // With its table a module removes all that it keeps there.
      let isRemoved = batch.schemaChanges.contains {
        $0.name.lowercasedASCII == name && (form == .sql ? $0.definition : $0.formerDefinition) == nil
      }
      if form == .json || !isRemoved { addShadowRows(of: change, name, to: &commit) }
    }
    commit.schema = batch.schemaChanges.filter { change in
      wanted.isEmpty || [change.table, change.formerName ?? ""].contains { wanted.contains($0.lowercasedASCII) }
    }
    return commit
  }

  /// Adds the rows in which a module keeps its data. JSON has them only if their table is named: what the program has
  /// done is in the other lines. Statements need them, because no trigger runs when they are run.
  private func addShadowRows(of change: TableChange, _ name: String, to commit: inout PrintedCommit) {
    let isWhole = form != .json && (wanted.isEmpty || wanted.contains(name))
    if isWhole, change.shadowRows == nil {
      commit.tables.append(.init(name: name, change: change, lines: nil))
    }
    let rows = (change.shadowRows ?? []).filter { isWhole || wanted.contains($0.table.name.lowercasedASCII) }
    commit.tables += rows.map {
      .init(name: name, change: TableChange(rows: $0), lines: RowLines($0.table, nil))
    }
    if form != .json, !isWhole, !commit.tables.isEmpty { commit.leftOut.append(name) }
  }

  /// The present version of a table; if it is gone since the commit, the last known version, or `nil` without one.
  private func table(_ name: String) async throws -> FileTable? {
    if !oldTables.contains(name), let known = tables[name] { return known }
    let found = try await connection.readPatiently { db -> FileTable? in
      do {
        return try FileTable(name, db)
      } catch is UsageError {
        return nil
      } catch is CommandFailure {
        return nil
      }
    }
    tables[name] = found ?? tables[name]
    lines[name] = nil
    oldTables.remove(name)
    return found ?? tables[name]
  }

  private func rowLines(of rows: ChangedRows.Table, _ table: FileTable?, _ name: String) -> RowLines {
    if let known = lines[name], known.table == rows { return known }
    let made = RowLines(rows, table)
    lines[name] = made
    return made
  }

  private static func write(_ commit: PrintedCommit, _ form: Form, to output: inout OutputText) throws {
    let number = commit.number
    for name in commit.leftOut {
      try output.write(
        "-- commit \(number) also changed \(JSONText.output.quoted(name)), which a module keeps: these statements leave "
          + "it as it is. Name it as well, or watch the whole file.\n")
    }
    if let gap = commit.gap { try write(gap, of: nil, number, form, to: &output) }
    for item in commit.items(form) {
      switch item {
      case .schema(let change):
        let isRowless = change.type == "table" && commit.rebuilt.contains(change.table.lowercasedASCII)
        try write(change, number, form, isLeftOut: isRowless, to: &output)
      case .rows(let table):
        guard let rows = table.change.rows, let lines = table.lines else {
          try write(table.change.unknownRows, of: table.name, number, form, to: &output)
          continue
        }
        let order = RowOrder(rows)
        if order.exchangedCount > 0, form != .json {
          let name = JSONText.output.quoted(lines.table.name)
          try output.write("-- commit \(number), table \(name): \(RowOrder.remark)\n")
        }
        for (place, row) in order.rows.enumerated() {
          let isExchanged = order.isExchanged(place)
          try write(row, lines, isExchanged: isExchanged, number, form, to: &output)
        }
      }
    }
  }

  /// Where to find a change that has no statement.
  private static var inJSON: String { "watch without --sql or --undo-sql prints it as JSON" }

  /// A statement for a person at a terminal, with signs for what it would not show; for a program as it is.
  static func shown(_ statement: String, isTerminal: Bool = StandardStreams.isTerminal) -> String {
    isTerminal ? SafeText.string(statement, isUnicode: Environment.isUnicode) : statement
  }

  /// Writes a change of the schema. `isLeftOut`: its statement would delete rows that are not known.
  private static func write(
    _ change: SchemaChange, _ number: Int, _ form: Form, isLeftOut: Bool, to output: inout OutputText
  ) throws {
    switch form {
    case .json: try change.writeJSON(commit: number, to: &output)
    case .sql, .undoSQL:
      let statement = SchemaStatement(change)
      let text = form == .sql ? statement.forward : statement.backward
      if let text, !isLeftOut { return try output.write(shown(text, isTerminal: output.isTerminal) + "\n") }
      let rest =
        if let old = change.formerDefinition, let new = change.definition {
          form == .sql ? "; it is now \(new)" : "; it was \(old)"
        } else {
          isLeftOut ? "" : "; its statement needs several lines, and is left out: \(inJSON)"
        }
      try output.write("-- commit \(number) changed the schema: \(JSONText.output.escaped(change.summary + rest))\n")
    }
  }

  /// Writes why rows are not known: those of a table, or of the whole commit.
  static func write(
    _ reason: String, of table: String?, _ number: Int, _ form: Form, to output: inout OutputText
  ) throws {
    switch form {
    case .json: try UnknownRows(table: table, reason: reason).writeJSON(commit: number, to: &output)
    case .sql, .undoSQL:
      let place = table.map { "table \(JSONText.output.quoted($0)), " } ?? ""
      try output.write("-- \(place)commit \(number) is not known: \(reason)\n")
    }
  }

  private static func write(
    _ row: ChangedRows.Row, _ lines: RowLines, isExchanged: Bool, _ number: Int, _ form: Form,
    to output: inout OutputText
  ) throws {
    guard form == .json else {
      let statement = RowStatement(lines.table, row)
      guard let text = form == .sql ? statement.forward : statement.backward else {
        let (deed, name) = (row.kind.change.rawValue.uppercased(), JSONText.output.quoted(lines.table.name))
        return try output.write(
          "-- commit \(number), the statement for this \(deed) in table \(name) is left out: "
            + "a name in it has characters that a terminal may obey; \(inJSON)\n")
      }
      return try output.write(text.isEmpty ? "" : shown(text, isTerminal: output.isTerminal) + "\n")
    }
    try lines.write(row, commit: number, isExchanged: isExchanged, to: &output)
  }
}

extension FileTable {
  /// Whether the pages of the file contain its rows. A view has no rows of its own. A module keeps its rows in other
  /// tables: statements write those. Reading the pages needs a table with the same name, and SQLite creates none whose
  /// name begins with `sqlite_`.
  func isFollowedByRows(_ form: WatchOutput.Form) -> Bool {
    switch shape.kind {
    case .view: false
    case .virtual: form != .json
    default: !table.name.lowercasedASCII.hasPrefix("sqlite_")
    }
  }
}
