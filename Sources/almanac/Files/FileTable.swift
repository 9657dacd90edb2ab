// A table of any file and its records, as named on the command line. Only the file tells whether they exist.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Terminals

/// A table or view of a file: its schema as SQLite reports it, and how it is listed.
struct FileTable {
  let shape: TableShape
  private(set) var table: ListedTable
  /// The columns that name a record: the primary key, in the order of the table's columns, as a list shows them; or
  /// another identity of the records.
  let key: [String]

  /// The table with a name. `showsAll`: whether it may be one that a module or SQLite keeps for itself. Throws
  /// `UsageError` if there is none, and `CommandFailure` if nothing can be read from it. Inside a read.
  init(_ name: String, showsAll: Bool = true, _ db: Database) throws {
    let shape = try TableShape(meantBy: name, showsAll: showsAll, db)
    if let problem = shape.problem { throw CommandFailure("\(shape.name) can't be read: \(problem).") }
    guard let table = try ListedTable.named(name, db) else {
      fatalError("\(shape.name) disappeared during a read.")
    }
    (self.shape, self.table) = (shape, table)
    let isNamed = Set(table.columns).isSuperset(of: shape.primaryKey)
    let key = Set(shape.primaryKey.isEmpty || !isNamed ? table.identity.columns : shape.primaryKey)
    let listed = table.columns.filter(key.contains)
    // No column holds a rowid that has no name of its own.
    self.key = listed.count == key.count ? listed : table.identity.columns
  }

  /// The same with the labels and meanings that conditions look at. Inside a read.
  func learned(_ db: Database) throws -> FileTable {
    var learned = self
    if !isOfBook, let table = try ListedTable.learned(table.name, db) { learned.table = table }
    return learned
  }

  /// Whether it is a book's own table, with a style that tells what may be changed.
  var isOfBook: Bool { ListedTable.ofBook.contains { $0.isNamed(table.name) && $0.style == table.style } }

  // MARK: Records

  /// How to name a record, as the rest of a sentence.
  var naming: String {
    key.count == 1 ? "its \(key[0])" : "\(key.count) values, its \(key.inWords)"
  }

  /// Throws `UsageError` if records have no key.
  func requireKey() throws {
    if key.isEmpty, shape.kind == .view {
      throw UsageError("\(table.name) is a view, without a key: name a record with --where COLUMN=VALUE.")
    }
    if key.isEmpty { throw UsageError("Nothing tells the records of \(table.name) apart; almanac list shows them.") }
  }

  /// The named records, each once. Throws `UsageError`, and `RecordsMissing` if one does not exist. Inside a read.
  func records(_ names: RecordNames, _ db: Database) throws -> [NamedRecord] {
    if names.conditions.isEmpty { return try records(named: names.words, db) }
    if let word = names.words.first {
      throw UsageError("Name a record of \(table.name) by its key or by --where, not by both: '\(word)' is too much.")
    }
    let conditioned = try learned(db)
    let filters = try names.conditions.map { try conditioned.condition($0, names.zone) }
    let isOne = if case .one = names.number { true } else { false }
    let found = try table.records(filters, limit: isOne ? 2 : .max, db)
    let conditions = names.conditions.inWords
    guard !found.isEmpty else { throw RecordsMissing(table: table.name, names: ["with \(conditions)"]) }
    let number = found.count.counted("record")
    switch names.number {
    case .one where found.count > 1:
      throw UsageError("More than one record of \(table.name) has \(conditions); almanac list shows them.")
    case .counted(nil) where found.count > 1:
      throw UsageError("\(number) of \(table.name) have \(conditions): --count \(found.count) takes them all.")
    case .counted(let count?) where found.count != count:
      let have = found.count == 1 ? "has" : "have"
      throw UsageError("\(number) of \(table.name) \(have) \(conditions), not \(count).")
    case .one, .counted, .any: return try found.map { try record($0, db) }
    }
  }

  /// The records with the keys in `words`, each once; a key takes one word per value. Throws `UsageError`, and
  /// `RecordsMissing` if one does not exist. Inside a read.
  private func records(named words: ArraySlice<String>, _ db: Database) throws -> [NamedRecord] {
    try requireKey()
    guard !words.isEmpty, words.count.isMultiple(of: key.count) else {
      throw UsageError("A record of \(table.name) is named by \(naming), and you gave \(words.count).")
    }
    var records: [NamedRecord] = []
    var seen: Set<RecordID> = []
    var missing: [String] = []
    for start in stride(from: words.startIndex, to: words.endIndex, by: key.count) {
      let words = words[start..<start + key.count]
      if let record = try record(named: words, db) {
        if seen.insert(record.id).inserted { records.append(record) }
      } else {
        missing.append(words.joined(separator: " "))
      }
    }
    if !missing.isEmpty { throw RecordsMissing(table: table.name, names: missing) }
    return records
  }

  private func record(named words: ArraySlice<String>, _ db: Database) throws -> NamedRecord? {
    if case .rowID(key[0]) = table.identity, Int(words.first ?? "") == nil {
      throw UsageError("The ID of a record is a number, not '\(words.first ?? "")'.")
    }
    var found = try table.records(whose: key, areWritten: Array(words), limit: 2, db)
    if found.isEmpty, words.contains(where: \.mayHoldSigns) {
      found = try table.records(whose: key, areShown: Array(words), limit: 2, db) { $0.shownText }
    }
    guard found.count < 2 else { throw ambiguity(of: words.joined(separator: " "), found.map(\.values)) }
    return found.first.map { NamedRecord(id: $0.id, key: $0.values) }
  }

  /// Different keys that are written alike: says how to name each of two such records.
  private func ambiguity(of words: String, _ keys: [[ExactValue]]) -> UsageError {
    let names = keys.map { values in
      zip(key, values).map { "--where \(ShellWord.quoted("\($0):=\($1.json)"))" }.joined(separator: " ")
    }
    let name = words.isEmpty ? "an empty key" : "the key \(words)"
    return UsageError(
      Set(names).count == 1
        ? "More than one record of \(table.name) has \(name): name one by --where COLUMN=VALUE."
        : "More than one record of \(table.name) has \(name): say \(names.joined(separator: " or ")).")
  }

  /// The record with an identity, with its present key. Inside a read.
  func record(_ id: RecordID, _ db: Database) throws -> NamedRecord {
    NamedRecord(id: id, key: key.isEmpty ? [] : try table.values(of: key, in: id, db) ?? [])
  }

  // MARK: Columns

  /// The column with a name, ignoring the case of A to Z. Throws `UsageError`.
  func column(named name: String) throws -> String { try table.column(named: name) }

  /// Throws `UsageError` if the file computes a column.
  func requireWritten(_ column: String) throws {
    guard let generation = shape.columns.first(where: { $0.name == column })?.generation, generation != .none else {
      return
    }
    throw UsageError("\(column) can't be set: the file computes it.")
  }

  /// Throws `UsageError` if no trigger of a view changes a column.
  func requireTrigger(for column: String) throws {
    guard shape.viewLimits?.fixedColumns.contains(column) == true else { return }
    throw UsageError("\(column) can't be changed: no INSTEAD OF UPDATE trigger of \(table.name) is for it.")
  }

  /// Throws `UsageError` if a deed is impossible: in a view without a trigger for it, a table without a key, a table of
  /// a module, or SQLite's own table.
  func requireChangeable(_ deed: RecordDeed) throws {
    let name = table.name
    switch shape.kind {
    case .table: if deed != .add { try requireKey() }
    case .view: if let refusal = table.style.editing.refusals[deed] { throw UsageError(refusal) }
    case .virtual: throw UsageError("\(name) belongs to a module: Almanac lists it, but does not change it.")
    case .shadow: throw UsageError("\(name) belongs to another table: Almanac does not change it.")
    case .internal: throw UsageError("\(name) belongs to SQLite: Almanac does not change it.")
    }
  }
}

extension TableShape {
  /// The table with a name. `showsAll`: whether it may be one that a module or SQLite keeps for itself. Throws
  /// `UsageError` if there is none. Inside a read.
  init(meantBy name: String, showsAll: Bool, _ db: Database) throws {
    guard let shape = try TableShape(named: name, db) else {
      let shapes = try TableShape.all(db)
      let isEmpty = shapes.allSatisfy(\.isInternal)
      let hint = isEmpty ? "the file has no tables." : "almanac schema lists the tables."
      let names = shapes.filter { showsAll || !$0.isInternal }.map(\.name)
      let meant = NearestWord.to(name, among: names).map { "did you mean '\($0)'?" }
      throw UsageError("There is no table '\(name)'; \(meant ?? hint)")
    }
    guard showsAll || !shape.isInternal else {
      let owner = shape.kind == .shadow ? "the module of another table keeps" : "SQLite keeps"
      throw UsageError("\(shape.name) is a table that \(owner) for itself: --all shows it.")
    }
    self = shape
  }
}

/// A record with its present key.
struct NamedRecord {
  let id: RecordID
  let key: [ExactValue]

  /// The key as a line: values separated by tabs, as in a list.
  var line: String {
    if key.isEmpty { return "" }
    let texts = StandardStreams.isTerminal ? texts : key.map(\.plainText)
    return texts.joined(separator: "\t") + "\n"
  }

  /// The key within a sentence.
  var name: String { texts.joined(separator: " ") }

  private var texts: [String] { key.map(\.shownText) }
}

extension [NamedRecord] {
  /// The records within a sentence: `record 3`, `records 3 and 5`.
  var named: String {
    if count > 8 { return count.counted("record") }
    if count == 1, self[0].key.isEmpty { return "the record" }
    return "\(count == 1 ? "record" : "records") \(map(\.name).inWords)".trimmedOfWhitespace
  }

  /// The same at the start of a sentence, with its verb.
  var begun: String { named.prefix(1).uppercased() + named.dropFirst() + (count == 1 ? " was" : " were") }
}

extension String {
  /// Whether the text may contain signs that replace other characters.
  fileprivate var mayHoldSigns: Bool { unicodeScalars.contains { $0.value > 0x2000 } }
}

extension ExactValue {
  /// The value as `COLUMN:=` takes it. Bytes have no quotes there.
  fileprivate var json: String {
    if case .blob = self { return plainText }
    var json = ""
    writeJSON(as: .output) { json += $0 }
    return json
  }

  /// The value as text in one line, with control characters made visible.
  var shownText: String { SafeText.string(plainText) }
}
