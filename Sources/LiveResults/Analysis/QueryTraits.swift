// What a query's words say beyond the tables that it reads.

/// What a query asks besides tables.
struct QueryTraits {
  /// The calls in the query that mean the present moment and whose arguments are literal.
  let frozen: [FrozenCall]
  /// Whether it calls a function that may mean the present moment.
  let callsClock: Bool
  /// Whether it reads the clock in another way than by `frozen`.
  let readsClock: Bool
  /// Whether it asks about the file itself, so that every commit concerns it.
  let readsAll: Bool
  /// Whether the query or a view may join tables by the names of columns.
  let joinsByNames: Bool

  /// - Parameters:
  ///   - tokens: The query with values in the place of `frozen`.
  ///   - functions: The functions that SQLite reports.
  ///   - isOfClock: Whether the query is known to read the clock, though its text does not show it.
  init(
    _ text: QueryText, _ tokens: [Token], frozen: [FrozenCall], functions: Set<String>, isOfClock: Bool,
    _ shadows: ShadowDatabase
  ) {
    let views = shadows.views.values.map { try? Tokenizer.tokens($0) }
    self.frozen = frozen
    callsClock = functions.contains(where: [Token].clockFunctions.contains)
    readsClock = isOfClock || callsClock && ([tokens] + views).contains { $0?.callsClock ?? true }
    readsAll = ([text.tokens] + views).contains { $0?.asksFile ?? true }
    joinsByNames = ([text.tokens] + views).contains { $0?.joinsByNames ?? true }
  }
}
