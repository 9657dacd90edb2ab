// The choice of faults to try.
import CSQLite
import Foundation
import TestSupport

/// All faults, a sample, or those whose names begin with a text.
enum FaultChoice: Sendable {
  case all
  case sample
  /// A whole name, or its first parts.
  case named(String)

  /// Whether no other test runs in the process. A request for memory does not show its file, so a refused one may
  /// belong to any test.
  static var isAlone: Bool { ProcessInfo.processInfo.environment["FAULTS"] != nil }

  static var current: FaultChoice {
    switch ProcessInfo.processInfo.environment["FAULTS"] {
    case nil, "sample": .sample
    case "all": .all
    case let text?: .named(text)
    }
  }

  /// The faults to try, from the count of each call.
  func faults(_ counts: [Fault.Call: Int], name: (Fault) -> String) -> [Fault] {
    var all: [Fault] = []
    for call in Fault.Call.allCases {
      let count = counts[call] ?? 0
      // Each run with locks that are never granted waits for seconds: a sample includes them only with all other calls.
      guard count > 0, !isSample || call != .everyLock else { continue }
      for code in isSample ? [call.codes[0]] : call.codes {
        let middle = (count + 1) / 2
        // About a hundred of the thousands of requests for memory are tried.
        let step = call == .memory ? count / 100 + 1 : 1
        for number in isSample ? Set([1, middle, count]).sorted() : Array(stride(from: 1, through: count, by: step)) {
          let isOfMany = call == .every || call == .everyLock
          // A single failure is tried only for calls of one kind.
          if !isOfMany { all.append(Fault(call, code, number: number, lasts: false)) }
          // A lasting lock makes each run wait five seconds.
          guard code != SQLITE_BUSY || isOfMany && [1, middle, count].contains(number), !isSample || number == middle
          else { continue }
          all.append(Fault(call, code, number: number, lasts: true))
        }
      }
    }
    guard case .named(let text) = self else { return all }
    return all.filter { name($0) == text || name($0).hasPrefix(text + "|") }
  }

  var isSample: Bool {
    if case .sample = self { true } else { false }
  }
}
