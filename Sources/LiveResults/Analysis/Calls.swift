// Calls of functions in an expression: aggregates, and those whose value changes by itself.

import Databases

/// A call of an aggregate function.
struct AggregateCall {
  /// Its tokens, in the expression that it is in.
  var range: Range<Int>
  var name: String
  var isDistinct: Bool
  var arguments: [Token]
  /// The condition of its FILTER clause.
  var filter: [Token]?
}

extension [Token] {
  /// The calls of aggregates that are no window functions. An aggregate in another one's arguments is not among them.
  func aggregateCalls(_ aggregates: Set<String>) throws -> [AggregateCall] {
    var (calls, place): ([AggregateCall], Int) = ([], 0)
    while place < count {
      defer { place += 1 }
      guard let name = self[place].key, aggregates.contains(name), upper(place + 1) == "(", upper(place - 1) != "."
      else { continue }
      var (arguments, end) = try inside(place + 1)
      let isDistinct = arguments.upper(0) == "DISTINCT"
      if isDistinct { arguments.removeFirst() }
      var filter: [Token]?
      if upper(end) == "FILTER", upper(end + 1) == "(" {
        let condition = try inside(end + 1)
        (filter, end) = (Array(condition.tokens.dropFirst()), condition.end)
      }
      // With several arguments, min and max are not aggregates.
      let isScalar = ["min", "max"].contains(name) && arguments.partsBetweenCommas.count > 1
      guard upper(end) != "OVER", !isScalar else { continue }
      calls.append(
        AggregateCall(range: place..<end, name: name, isDistinct: isDistinct, arguments: arguments, filter: filter))
      place = end - 1
    }
    return calls
  }

  /// Functions whose value may be the present moment.
  static let clockFunctions = dateFunctions.union(presentMoments)

  /// Whether it calls the present moment.
  var callsClock: Bool { (try? volatileFunction([])) != nil }

  /// Whether it asks about the file itself, which each commit may change.
  var asksFile: Bool {
    upper(0) == "PRAGMA"
      || contains { $0.key.map { $0.hasPrefix("pragma_") || ["dbstat", "sqlite_dbpage"].contains($0) } ?? false }
  }

  private static let dateFunctions: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
  ]
  private static let presentMoments: Set<String> = ["current_date", "current_time", "current_timestamp"]

  /// The name of a function whose value may change without a commit; nil if there is none.
  func volatileFunction(_ volatile: Set<String>) throws -> String? {
    for (place, token) in enumerated() where upper(place - 1) != "." {
      guard let name = token.key else { continue }
      if Self.presentMoments.contains(name), token.kind == .word { return name }
      guard upper(place + 1) == "(" else { continue }
      if volatile.contains(name) { return name }
      if Self.dateFunctions.contains(name), try inside(place + 1).tokens.isOfPresent(name) { return name }
    }
    return nil
  }

  /// Whether these arguments of a date function mean the present moment.
  private func isOfPresent(_ function: String) -> Bool {
    if isEmpty || (function == "strftime" && partsBetweenCommas.count == 1) { return true }
    // SQLite takes a quoted name that no column has for a text.
    return contains {
      [.text, .quotedName].contains($0.kind) && ExactValue.isPresentMoment($0.text.dropFirst().dropLast())
    }
  }

  /// The calls that mean the present moment and whose arguments are literal, and the tokens with `value` of each call
  /// in its place.
  func freezing(_ value: (String) throws -> String) throws -> (tokens: [Token], frozen: [FrozenCall]) {
    var (tokens, frozen, place): ([Token], [FrozenCall], Int) = ([], [], 0)
    while place < count {
      let name = self[place].key ?? ""
      var end = place
      if Self.dateFunctions.contains(name), upper(place + 1) == "(", upper(place - 1) != "." {
        let arguments = try inside(place + 1)
        let isLiteral = arguments.tokens.allSatisfy {
          [.text, .number, .parameter].contains($0.kind) || [",", "-", "+", "||"].contains($0.upper)
        }
        if isLiteral, arguments.tokens.isOfPresent(name) { end = arguments.end }
      } else if Self.presentMoments.contains(name), self[place].kind == .word, !["AS", "."].contains(upper(place - 1)) {
        end = place + 1
      }
      if end > place {
        let call = FrozenCall(sql: Array(self[place..<end]).sql, value: try value(Array(self[place..<end]).sql))
        frozen.append(call)
        tokens.append(Token(.text, call.value, at: self[place].place))
        place = end
      } else {
        tokens.append(self[place])
        place += 1
      }
    }
    return (tokens, frozen)
  }
}

extension ExactValue {
  /// Whether it means the present moment to a function of dates.
  var isPresentMoment: Bool { if case .text = self, let string { Self.isPresentMoment(string) } else { false } }

  fileprivate static func isPresentMoment(_ text: some StringProtocol) -> Bool {
    ["now", "subsec", "subsecond"].contains(text.lowercased())
  }
}

/// A call like `date('now')`, and its value when the result was read.
struct FrozenCall {
  var sql: String
  var value: String
}
