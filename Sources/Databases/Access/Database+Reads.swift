// Records which tables and columns were read.

/// The reads of a connection's statements that are recorded.
struct Recording {
  /// The reads that the running calls of `recordingReads` have gathered.
  var running: [ReadSet] = []
  /// The reads of past runs through virtual tables: of their content tables, for example.
  var ofVirtualTables: [String: ReadSet] = [:]
}

extension Database {
  /// Runs `body` and returns what its statements read. Calls may nest: the outer call includes the inner one's reads.
  public func recordingReads<R>(_ body: () throws -> R) throws -> (value: R, reads: ReadSet) {
    recording.running.append(ReadSet())
    let result = Result { try body() }
    absorbReadsWhileRunning(of: nil)
    let reads = recording.running.removeLast()
    addToRecording(reads)
    return (try result.get(), reads)
  }

  private func addToRecording(_ reads: ReadSet) {
    if !recording.running.isEmpty { recording.running[recording.running.count - 1].formUnion(reads) }
  }

  /// A statement begins to run: its reads belong to the innermost recording.
  func record(_ statement: PreparedStatement) {
    guard !recording.running.isEmpty else { return }
    addToRecording(statement.reads)
    for (table, reads) in recording.ofVirtualTables where statement.reads.tables[table] != nil { addToRecording(reads) }
  }

  /// Adds what a run has read beyond what its compilation reported.
  ///
  /// A virtual table compiles its own statements once per connection, during the first statement that needs them. Their
  /// reads are therefore remembered for all statements that read the table.
  func absorbReadsWhileRunning(of statement: PreparedStatement?) {
    guard !authorizer.readsWhileRunning.isEmpty else { return }
    let reported = authorizer.takeReadsWhileRunning()
    // If the schema can't be read, SQLite's names are still right for all but shadow tables.
    let reads = (try? readSet(of: reported)) ?? ReadSet(tables: Self.plain(reported))
    addToRecording(reads)
    guard let statement else { return }
    for key in statement.traits.reads.keys where key.isReported {
      guard let table = try? schema.reportedTable(key), table.isVirtual else { continue }
      recording.ofVirtualTables[table.name, default: ReadSet()].formUnion(reads)
    }
    statement.reads.formUnion(reads)
  }

  /// The authorizer's reads, under the names that change reports use.
  func readSet(of reported: [TableKey: Set<String>]) throws -> ReadSet {
    var tables: [String: Set<String>] = [:]
    for (key, columns) in reported {
      // Names of shadow tables contain an underscore: the schema is asked only if it can matter.
      let name = key.name.contains("_") && key.isReported ? try schema.reportedTable(key).name : key.reportedName
      tables[name, default: []].formUnion(columns)
    }
    return ReadSet(tables: tables)
  }

  private static func plain(_ reported: [TableKey: Set<String>]) -> [String: Set<String>] {
    Dictionary(reported.map { ($0.key.reportedName, $0.value) }) { $0.union($1) }
  }
}
