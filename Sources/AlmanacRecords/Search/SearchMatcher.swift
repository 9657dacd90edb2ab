// Tests the bytes of a record's texts against a search, without making a string for a row that does not match.
import Glibc

/// Tests texts against a search. For one pass over rows; not Sendable, since it folds into its own buffer.
///
/// Swift does not check its fields for overlapping accesses (see `SearchFolder`).
public final class SearchMatcher {
  private enum Test {
    /// A folded word.
    case word([UInt8])
    /// Nil: there was no memory for the machine, and nothing matches.
    case pattern(SearchPattern.Machine?)
    /// SQLite has tested it: the field is `1` if it holds.
    case comparison
  }

  private struct Part {
    let test: Test
    /// The fields that are tested; nil for all texts.
    let fields: Set<Int>?
    let isExcluded: Bool
    /// The clause that it belongs to.
    let clause: Int
  }

  private let parts: [Part]
  /// The number of fields with texts; those behind them are comparisons.
  private let textCount: Int
  /// Whether each part was found in the fields of the present record.
  @exclusivity(unchecked) private var found: [Bool]
  /// Whether each clause holds; for `isMatch` alone.
  @exclusivity(unchecked) private var holds: [Bool]
  private let folder = SearchFolder()
  private let folds: Bool
  /// The number of bytes tested so far.
  @exclusivity(unchecked) private(set) var byteCount = 0
  /// The number of records tested so far, with the present one.
  @exclusivity(unchecked) private(set) var recordCount = 0

  /// Makes a matcher for a search without columns.
  public convenience init(_ query: SearchQuery) { self.init(query, SearchFields()) }

  /// Makes a matcher for a search that reads these fields of a record.
  init(_ query: SearchQuery, _ fields: SearchFields) {
    var comparisons = fields.columns.count
    parts = query.clauses.enumerated().flatMap { clause, parts in
      parts.map { part in
        var places = part.column.map { column in Set(fields.columns.indices.filter { fields.columns[$0] == column }) }
        let test: Test
        switch part.test {
        case .word(let word, _): test = .word(Array(word.utf8))
        case .pattern(let pattern, _): test = .pattern(SearchPattern.Machine(pattern))
        case .comparison:
          test = .comparison
          places = [comparisons]
          comparisons += 1
        }
        // The exclusion of a comparison is a part of its SQL.
        return Part(test: test, fields: places, isExcluded: part.isExcluded && part.filter == nil, clause: clause)
      }
    }
    textCount = fields.columns.isEmpty ? .max : fields.columns.count
    found = Array(repeating: false, count: parts.count)
    holds = Array(repeating: false, count: query.clauses.count)
    folds = parts.contains { if case .word = $0.test { true } else { false } }
  }

  /// Begins a new record.
  public func begin() {
    recordCount += 1
    for index in found.indices { found[index] = false }
  }

  /// Tests the next field of the record, in SQLite's own bytes.
  func look(in field: UnsafeRawBufferPointer, _ place: Int) {
    byteCount += field.count
    let count = folds && place < textCount ? folder.fold(field) : 0
    for index in parts.indices where !found[index] {
      if let fields = parts[index].fields, !fields.contains(place) { continue }
      switch parts[index].test {
      case .word(let word): found[index] = place < textCount && contains(word, in: count)
      case .pattern(let machine): found[index] = place < textCount && machine?.matches(field) == true
      case .comparison: found[index] = field.count == 1 && field[0] == UInt8(ascii: "1")
      }
    }
  }

  /// Whether the present record matches.
  var isMatch: Bool {
    for index in holds.indices { holds[index] = false }
    for index in parts.indices where found[index] != parts[index].isExcluded { holds[parts[index].clause] = true }
    return holds.allSatisfy { $0 }
  }

  /// Whether a record with these fields matches.
  public func matches(_ fields: String...) -> Bool {
    begin()
    for (place, field) in fields.enumerated() {
      var field = field
      field.withUTF8 { look(in: UnsafeRawBufferPointer($0), place) }
    }
    return isMatch
  }

  /// Whether `term` occurs in the first `count` bytes of the folded text. `memchr` finds its possible starts.
  private func contains(_ term: [UInt8], in count: Int) -> Bool {
    let buffer = folder.bytes
    return term.withUnsafeBytes { term in
      let first = Int32(term[0])
      var start = 0
      while count - start >= term.count {
        guard let found = memchr(buffer + start, first, count - start - term.count + 1) else { return false }
        if memcmp(found, term.baseAddress!, term.count) == 0 { return true }
        start = UnsafeMutableRawPointer(buffer).distance(to: found) + 1
      }
      return false
    }
  }
}
