// Tests the bytes of a record's texts against a search, without making a string for a row that does not match.
import Glibc

/// Tests texts against a search. For one pass over rows; not Sendable, since it folds into its own buffer.
///
/// Swift does not check its fields for overlapping accesses (see `SearchFolder`).
public final class SearchMatcher {
  private let terms: [[UInt8]]
  private let excluded: [[UInt8]]
  /// Whether each term was found in the fields of the present record.
  @exclusivity(unchecked) private var found: [Bool]
  @exclusivity(unchecked) private var hasExcluded = false
  private let folder = SearchFolder()
  /// The number of bytes tested so far.
  @exclusivity(unchecked) private(set) var byteCount = 0
  /// The number of records tested so far, with the present one.
  @exclusivity(unchecked) private(set) var recordCount = 0

  /// Makes a matcher for the terms of a search.
  public init(_ query: SearchQuery) {
    terms = query.terms.map { Array($0.utf8) }
    excluded = query.excluded.map { Array($0.utf8) }
    found = Array(repeating: false, count: terms.count)
  }

  /// Begins a new record.
  public func begin() {
    recordCount += 1
    for index in found.indices { found[index] = false }
    hasExcluded = false
  }

  /// Looks for the terms in one field of the record, in SQLite's own bytes.
  public func look(in field: UnsafeRawBufferPointer) {
    byteCount += field.count
    let count = folder.fold(field)
    for index in terms.indices where !found[index] {
      found[index] = contains(terms[index], in: count)
    }
    if !hasExcluded { hasExcluded = excluded.contains { contains($0, in: count) } }
  }

  /// Whether the present record matches.
  var isMatch: Bool { !hasExcluded && found.allSatisfy { $0 } }

  /// Whether a record with these fields matches.
  public func matches(_ fields: String...) -> Bool {
    begin()
    for var field in fields {
      field.withUTF8 { look(in: UnsafeRawBufferPointer($0)) }
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
