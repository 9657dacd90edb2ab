// Tests the raw bytes of a record's text against a search: no string is made for a row that does not match.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tests texts against a search. Made for one pass over rows; not Sendable, since it folds into a buffer of its own.
///
/// Swift does not check its fields for overlapping accesses (see `SearchFolder`).
public final class SearchMatcher {
  private let terms: [[UInt8]]
  private let excluded: [[UInt8]]
  /// Which terms the fields of the present record have shown.
  @exclusivity(unchecked) private var found: [Bool]
  @exclusivity(unchecked) private var hasExcluded = false
  private let folder = SearchFolder()
  /// How many bytes it has looked at.
  @exclusivity(unchecked) private(set) var byteCount = 0

  /// Makes a matcher for the words of a search.
  public init(_ query: SearchQuery) {
    terms = query.terms.map { Array($0.utf8) }
    excluded = query.excluded.map { Array($0.utf8) }
    found = Array(repeating: false, count: terms.count)
  }

  /// Begins with a new record.
  public func begin() {
    for index in found.indices { found[index] = false }
    hasExcluded = false
  }

  /// Looks for the terms in one field of the record, given as SQLite holds it.
  public func look(in field: UnsafeRawBufferPointer) {
    byteCount += field.count
    let count = folder.fold(field)
    for index in terms.indices where !found[index] {
      found[index] = contains(terms[index], in: count)
    }
    if !hasExcluded { hasExcluded = excluded.contains { contains($0, in: count) } }
  }

  /// Whether the record whose fields were looked at matches.
  public var isMatch: Bool { !hasExcluded && found.allSatisfy { $0 } }

  /// Whether a record with these fields matches.
  public func matches(_ fields: String...) -> Bool {
    begin()
    for var field in fields {
      field.withUTF8 { look(in: UnsafeRawBufferPointer($0)) }
    }
    return isMatch
  }

  /// Whether `term` occurs in the first `count` bytes of the folded text: `memchr` finds where it may begin.
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
