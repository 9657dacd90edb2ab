// Reads the text of a search line.
//
//   rock !live          words: one must occur somewhere, the other nowhere; `-live` excludes too
//   "in the"            a text with spaces
//   genre:rock          the word occurs in one column; genre:null has no value there
//   ms>300000           a comparison of a column: = != < <= > >=; ms>long is a word, as ms has numbers
//   ~/^a.*z$/           a regular expression; name~/^a/ in one column
//   rock OR jazz        one of both
//
// Any text is a search: what is no condition is a word, and what is not finished yet has no effect.
import Databases

/// Reads one text from front to back.
struct SearchParser {
  /// The most parts of a search. A person types fewer, but may paste a text.
  static let capacity = 64
  /// The most parts that are read, including repeated ones.
  private static let mostRead = 1000
  /// The most characters of the name of a column.
  private static let longestName = 200

  private let table: ListedTable?
  private let zone: CivilZone
  private var rest: Substring.UnicodeScalarView
  /// The clauses so far, each once.
  private(set) var clauses: [[SearchQuery.Part]] = []

  init(_ text: String, _ table: ListedTable?, _ zone: CivilZone) {
    (self.table, self.zone) = (table, zone)
    rest = text[...].unicodeScalars
  }

  /// Reads the whole text.
  mutating func parse() {
    var (count, read) = (0, 0)
    // The clause that further parts may join.
    var open: [SearchQuery.Part] = []
    var joins = false
    while skipSpace(), count < Self.capacity, read < Self.mostRead {
      read += 1
      if !open.isEmpty, takeOr() {
        joins = true
        continue
      }
      guard let part = takePart() else { continue }
      count += 1
      if joins { open.append(part) } else { close(&open, before: part) }
      joins = false
    }
    add(open)
  }

  private mutating func close(_ open: inout [SearchQuery.Part], before part: SearchQuery.Part) {
    add(open)
    open = [part]
  }

  private mutating func add(_ clause: [SearchQuery.Part]) {
    if !clause.isEmpty, !clauses.contains(clause) { clauses.append(clause) }
  }

  // MARK: Parts

  /// Takes the word `OR`.
  private mutating func takeOr() -> Bool {
    guard rest.starts(with: "OR".unicodeScalars), rest.dropFirst(2).first?.isWhitespace != false else { return false }
    rest.removeFirst(2)
    return true
  }

  /// Takes one part. Nil if it has no effect yet.
  private mutating func takePart() -> SearchQuery.Part? {
    let isExcluded = takeExclusion()
    if let test = takePattern(in: nil) ?? takeCondition() {
      return test.map { .init(test: $0, isExcluded: isExcluded) }
    }
    let word = SearchFold.fold(Substring(takeTerm().text))
    return word.isEmpty ? nil : .init(test: .word(word, column: nil), isExcluded: isExcluded)
  }

  /// Takes `!`, or a `-` that begins neither a number nor a lone dash.
  private mutating func takeExclusion() -> Bool {
    let next = rest.dropFirst().first
    let isDash = rest.first == "-" && next.map { !$0.isWhitespace && !("0"..."9").contains($0) && $0 != "." } == true
    guard rest.first == "!" || isDash else { return false }
    rest.removeFirst()
    return true
  }

  /// A test, or nil for one that is not finished.
  private typealias Found = SearchQuery.Part.Test?

  /// Takes `~/…/`; nil if there is none, or if it is no regular expression.
  private mutating func takePattern(in column: String?) -> Found? {
    guard rest.starts(with: "~/".unicodeScalars) else { return nil }
    let start = rest.index(rest.startIndex, offsetBy: 2)
    var (end, isEscaped) = (start, false)
    while end < rest.endIndex, isEscaped || rest[end] != "/" {
      isEscaped = !isEscaped && rest[end] == "\\"
      end = rest.index(after: end)
    }
    let source = String(rest[start..<end])
    let pattern = SearchPattern(source)
    if pattern == nil, !source.isEmpty { return nil }
    rest = rest[end...]
    if !rest.isEmpty { rest.removeFirst() }
    return .some(pattern.map { .pattern($0, column: column) })
  }

  /// Takes a condition on a column; nil if there is none.
  private mutating func takeCondition() -> Found? {
    guard let table else { return nil }
    let start = rest
    guard let column = takeColumn(of: table) else {
      rest = start
      return nil
    }
    if rest.first == "~" {
      if let pattern = takePattern(in: column) { return pattern }
      rest = start
      return nil
    }
    // A completed column has its colon already: `ms:>5` means `ms>5`.
    let behind = rest.dropFirst()
    let isSigned = ComparisonSign.allCases.contains { behind.starts(with: $0.rawValue.unicodeScalars) }
    if rest.first == ":", isSigned { rest = behind }
    if rest.first == ":" {
      rest.removeFirst()
      return .some(test(table, column, of: takeTerm()))
    }
    guard let sign = ComparisonSign.allCases.first(where: { rest.starts(with: $0.rawValue.unicodeScalars) }) else {
      rest = start
      return nil
    }
    rest.removeFirst(sign.rawValue.unicodeScalars.count)
    let value = takeTerm()
    if value.text.isEmpty, !value.isQuoted { return .some(nil) }
    if sign.isOfEquality, value.meansNull {
      let filter = RecordFilter(column: column, value: .null)
      return .comparison(sign == .equal ? filter : filter.inverse)
    }
    guard let filter = RecordFilter(table, column, sign, String(value.text), zone: zone) else {
      rest = start
      return nil
    }
    return .comparison(filter)
  }

  /// The test of a word in one column; nil if the word has no effect yet.
  private func test(_ table: ListedTable, _ column: String, of value: Term) -> SearchQuery.Part.Test? {
    if value.meansNull { return .comparison(RecordFilter(column: column, value: .null)) }
    if table.isFlag(column) || table.meaning(of: column) == .flag, let isOn = EditableColumn.flag(String(value.text)) {
      return .comparison(.flag(column, is: isOn))
    }
    let text = String(value.text)
    if TypedMoments(column, of: table, zone: zone)?.interval(of: text) != nil {
      return RecordFilter(table, column, .equal, text, zone: zone).map { .comparison($0) }
    }
    let word = SearchFold.fold(Substring(value.text))
    return word.isEmpty ? nil : .word(word, column: column)
  }

  /// Takes the name of a column and leaves the sign behind it; nil if the text begins otherwise.
  private mutating func takeColumn(of table: ListedTable) -> String? {
    let name: Substring.UnicodeScalarView
    if rest.first == "\"" {
      let term = takeTerm()
      name = term.text
    } else {
      var end = rest.startIndex
      var count = 0
      while end < rest.endIndex, count < Self.longestName, !Self.signs.contains(rest[end]), !rest[end].isWhitespace {
        end = rest.index(after: end)
        count += 1
      }
      name = rest[..<end]
      rest = rest[end...]
    }
    guard let first = rest.first, Self.signs.contains(first), !name.isEmpty else { return nil }
    if first == "!", rest.dropFirst().first != "=" { return nil }
    if first == "~", rest.dropFirst().first != "/" { return nil }
    return table.column(searchedAs: String(name))
  }

  private static let signs: Set<Unicode.Scalar> = [":", "=", "<", ">", "!", "~"]

  // MARK: Terms

  private struct Term {
    let text: Substring.UnicodeScalarView
    let isQuoted: Bool

    /// Whether it is the word for no value, not a text.
    var meansNull: Bool { !isQuoted && String(text).lowercasedASCII == "null" }
  }

  /// Takes a text up to the closing quote or to white space.
  private mutating func takeTerm() -> Term {
    let isQuoted = rest.first == "\""
    if isQuoted { rest.removeFirst() }
    let text = rest[..<Self.end(ofTermIn: Substring(rest), isQuoted: isQuoted)]
    rest = rest[text.endIndex...]
    if isQuoted, !rest.isEmpty { rest.removeFirst() }
    return Term(text: text, isQuoted: isQuoted)
  }

  /// The end of the term at the start of `text`. It reads bytes rather than characters, because a megabyte may be
  /// pasted.
  private static func end(ofTermIn text: Substring, isQuoted: Bool) -> String.Index {
    var rest = text.utf8[...]
    while let index = rest.firstIndex(where: { isQuoted ? $0 == 0x22 : $0 <= 0x20 || $0 >= 0x80 }) {
      let scalar = text.unicodeScalars[index]
      if isQuoted || scalar.isWhitespace { return index }
      rest = text.utf8[text.unicodeScalars.index(after: index)...]
    }
    return text.endIndex
  }

  /// Skips white space; returns whether anything is left.
  private mutating func skipSpace() -> Bool {
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    return !rest.isEmpty
  }
}

extension ListedTable {
  /// The column that a search calls so: its name in any case, with or without its `_`, its spaces and an `Id` or `At`
  /// at its end. Nil if none or several have the name.
  public func column(searchedAs name: String) -> String? {
    if let column = columns.first(where: { $0.isSameName(as: name) }) { return column }
    let letters = name.nameWords.joined()
    guard !letters.isEmpty else { return nil }
    for endings in [[""], ["id", "at"]] {
      let found = columns.filter { column in endings.contains { column.nameWords.joined() == letters + $0 } }
      if found.count == 1 { return found[0] }
    }
    return nil
  }
}

extension Unicode.Scalar {
  fileprivate var isWhitespace: Bool {
    isASCII ? self == " " || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
