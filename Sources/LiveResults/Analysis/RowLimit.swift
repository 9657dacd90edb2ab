// LIMIT and OFFSET.

/// The rows of an ordered result that a query shows.
struct RowLimit {
  /// The most rows shown.
  let count: Int
  /// The number of rows left out in front.
  let offset: Int

  /// The greatest count, and the greatest offset, of a result that is kept.
  private static let greatest = 100_000

  /// The limit of a SELECT; nil: it shows all rows. Throws `NotKept` if it has one that can't be followed: which rows it
  /// shows is open without ORDER BY, and all of them move behind an OFFSET alone.
  init?(_ select: SelectClauses, _ shadows: ShadowDatabase) throws {
    let (count, offset) = (
      try Self.number(select.limit, shadows), try Self.number(select.offset, shadows) ?? 0
    )
    guard count != nil || offset > 0 else { return nil }
    guard !select.order.isEmpty else { throw NotKept("LIMIT without ORDER BY") }
    guard let count else { throw NotKept("OFFSET without LIMIT") }
    (self.count, self.offset) = (count, offset)
  }

  /// The number after LIMIT or OFFSET; nil: there is none, or it is negative and has no effect.
  private static func number(_ tokens: [Token]?, _ shadows: ShadowDatabase) throws -> Int? {
    guard let tokens else { return nil }
    guard !tokens.hasSubquery, let number = Int(try shadows.quotedValue(tokens.sql)) else {
      throw NotKept("a LIMIT of another form")
    }
    guard number <= greatest else { throw NotKept("a LIMIT of more than 100,000") }
    return number < 0 ? nil : number
  }
}
