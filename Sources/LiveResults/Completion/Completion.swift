// What Tab offers in the text of a query.

import Databases

/// The names and words that can be written at the cursor of a text.
///
/// The text need not be finished. A text in quotes and a comment have no completion.
public struct Completion: Hashable, Sendable {
  /// One name or word.
  public struct Candidate: Hashable, Sendable {
    /// What a candidate means.
    public enum Kind: Hashable, Sendable {
      /// A table or a view of the file.
      case table, view
      /// A table that WITH defines.
      case commonTable
      /// A column of a table, or a name that the query has given to a column.
      case column
      /// The name of a table of this query, to be written before a full stop and a column.
      case source
      /// A function, with its opening parenthesis.
      case function
      /// A word of SQL.
      case keyword
    }

    /// What is written in the place of the typed letters; quoted if it must be.
    public var text: String
    /// What it means.
    public var kind: Kind

    /// Makes a candidate.
    public init(_ text: String, _ kind: Kind) { (self.text, self.kind) = (text, kind) }
  }

  /// The bytes of the text that a candidate replaces: the name around the cursor, or the empty range at the cursor.
  public private(set) var replaced: Range<Int>
  /// What can be written: columns and tables first, then functions and keywords.
  public private(set) var candidates: [Candidate] = []

  /// Completes a text at a place in bytes.
  public init(_ sql: String, at place: Int, in schema: CompletionSchema) {
    guard let cursor = CompletionCursor(sql, at: place) else {
      replaced = place..<place
      return
    }
    replaced = cursor.replaced
    let statement = UnfinishedStatement(cursor, schema)
    let place = CompletionPlace(statement, at: cursor.place)
    var writer = CandidateWriter(cursor, schema)
    switch place.expected {
    case .table(let ofFile, let orQuery):
      if !ofFile { writer.add(place.commonTables, .commonTable) }
      writer.addTables()
      if orQuery { writer.addKeywords(["SELECT", "VALUES", "WITH"]) }
    case .tableOfSchema: writer.addTables()
    case .columnOfTable(let name):
      let source = place.sources.joined().first { $0.name?.isSameName(as: name) == true }
      writer.add(source?.columns ?? schema.table(name)?.columns ?? [], .column)
    case .column: writer.add(place.sources.first?.first { !$0.needsName }?.columns ?? [], .column)
    case .sharedColumn: writer.addSharedColumns(of: place.sources.first ?? [])
    case .expression:
      writer.addColumns(of: place.sources, place.aliases)
      // No table is named yet: a column of any one may be meant.
      if place.lacksTables, !cursor.typed.isEmpty {
        writer.add(schema.columns(beginning: cursor.typed), .column)
      }
      writer.addFunctions()
      writer.addKeywords(CompletionSchema.keywords)
    case .keyword: writer.addKeywords(CompletionSchema.keywords)
    case .newName: break
    }
    candidates = writer.candidates
  }
}

/// Collects the candidates that begin with the typed letters, as they must be written.
private struct CandidateWriter {
  private(set) var candidates: [Completion.Candidate] = []
  private let cursor: CompletionCursor
  private let schema: CompletionSchema
  private let key: [UInt8]
  private var known: Set<Completion.Candidate> = []

  init(_ cursor: CompletionCursor, _ schema: CompletionSchema) {
    (self.cursor, self.schema) = (cursor, schema)
    key = Array(cursor.typed.lowercasedASCII.utf8)
  }

  private func isBegun(_ name: String) -> Bool { name.lowercasedASCII.utf8.starts(with: key) }

  private mutating func add(text: String, _ kind: Completion.Candidate.Kind) {
    let candidate = Completion.Candidate(text, kind)
    if known.insert(candidate).inserted { candidates.append(candidate) }
  }

  /// A name in SQL. Names that need no quotation marks get them only if the person has typed one.
  private func written(_ name: String, asTyped: Bool = true) -> String {
    switch asTyped ? cursor.mark : nil {
    case UInt8(ascii: "`"): return name.quotedName
    case UInt8(ascii: "[") where !name.utf8.contains(UInt8(ascii: "]")): return "[\(name)]"
    case .some: return name.sqlName
    case nil: return name.nameForPeople
    }
  }

  mutating func add(_ names: [String], _ kind: Completion.Candidate.Kind) {
    for name in names where isBegun(name) { add(text: written(name), kind) }
  }

  mutating func addTables() {
    for table in schema.tables(beginning: cursor.typed) {
      add(text: written(table.name), table.isView ? .view : .table)
    }
  }

  /// Adds the columns that two tables have.
  mutating func addSharedColumns(of sources: [UnfinishedStatement.Source]) {
    var seen: Set<ExactText> = []
    for source in sources {
      add(source.columns.filter { seen.contains(ExactText($0.lowercasedASCII)) }, .column)
      seen.formUnion(source.columns.map { ExactText($0.lowercasedASCII) })
    }
  }

  /// Adds the columns of tables, the tables of the innermost query first. A column of two tables gets its table's name.
  mutating func addColumns(of groups: [[UnfinishedStatement.Source]], _ aliases: [String]) {
    var inner: Set<ExactText> = []
    for group in groups {
      var counts: [ExactText: Int] = [:]
      for source in group where !source.needsName {
        for column in source.columns { counts[ExactText(column.lowercasedASCII), default: 0] += 1 }
      }
      for source in group where !source.needsName {
        for column in source.columns where isBegun(column) {
          let key = ExactText(column.lowercasedASCII)
          if counts[key] == 1, !inner.contains(key) {
            add(text: written(column), .column)
          } else if let name = source.name {
            add(text: "\(written(name, asTyped: false)).\(written(column))", .column)
          }
        }
      }
      inner.formUnion(counts.keys)
    }
    add(aliases, .column)
    for source in groups.joined() { if let name = source.name { add([name], .source) } }
  }

  mutating func addFunctions() {
    guard cursor.mark == nil else { return }
    let parenthesis = cursor.tokens.upper(cursor.place) == "(" ? "" : "("
    for function in schema.functions(beginning: cursor.typed) {
      add(text: inTypedCase(function.uppercasedASCII, isLower: true) + parenthesis, .function)
    }
  }

  mutating func addKeywords(_ keywords: [String]) {
    guard cursor.mark == nil else { return }
    for keyword in keywords where isBegun(keyword) { add(text: inTypedCase(keyword, isLower: isTextLower), .keyword) }
  }

  /// A word with the typed letters as they are, and the rest in their case; `isLower` is for nothing typed.
  private func inTypedCase(_ word: String, isLower: Bool) -> String {
    let isLower = cursor.typed.utf8.last.map { $0 >= 97 && $0 <= 122 } ?? isLower
    let rest = String(word.dropFirst(cursor.typed.count))
    return cursor.typed + (isLower ? rest.lowercasedASCII : rest)
  }

  /// Whether the keyword before the cursor is in small letters.
  private var isTextLower: Bool {
    let last = cursor.tokens[..<cursor.place].last { CompletionSchema.keywordSet.contains($0.upper) }
    return last.map { $0.text != $0.upper } ?? false
  }
}

extension String {
  /// The string as a name in SQL for a person to read: quoted only if it must be.
  package var nameForPeople: String { isPlainName ? self : sqlName }

  /// Whether SQL takes it for a name without quotation marks, wherever a name can be.
  fileprivate var isPlainName: Bool {
    guard let first = utf8.first, Tokenizer.isNameStart(first), utf8.allSatisfy(Tokenizer.isNamePart) else {
      return false
    }
    let upper = uppercasedASCII
    return !CompletionSchema.keywordSet.contains(upper) && !["TRUE", "FALSE"].contains(upper)
  }
}
