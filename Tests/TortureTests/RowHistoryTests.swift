// The lines of a watch against the written states.
import Harnesses
import Testing

@testable import Torture

@Suite("What a watch tells of rows that change without a pause") struct RowHistoryTests {
  /// The problem with the lines of a watch, given the successive states of row 3; `nil` if there is none.
  private func trouble(_ states: [Int?], _ lines: String...) -> String? {
    var history = RowHistory()
    for state in states { history.write(3, state) }
    do {
      for line in lines { try history.take(Array(line.utf8)[...]) }
      try history.end()
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static let gap = #"{"change":"unknown","reason":"the log was restarted","commit":2}"#

  /// A line of the watch.
  private func line(_ old: Int?, _ new: Int?) -> String {
    func part(_ name: String, _ number: Int?) -> String {
      number.map { #","\#(name)":{"id":3,"n":\#($0),"body":"x"}"# } ?? ""
    }
    return #"{"change":"update","table":"fast","key":{"id":3}"# + part("old", old) + part("new", new) + #","commit":1}"#
  }

  @Test("CHG-07: all changes, and those of joined commits, are what was written")
  func whole() {
    #expect(trouble([1, 2, nil, 4], line(nil, 1), line(1, 2), line(2, nil), line(nil, 4)) == nil)
    #expect(trouble([1, 2, nil, 4, 5], line(nil, 2), line(2, 5)) == nil)
    #expect(trouble([1, nil, 2, nil, 4], line(nil, 1), line(1, nil), line(nil, 4)) == nil)
    #expect(trouble([1, 2, 3], line(2, 3)) == nil)
  }

  @Test("CHG-07: behind a gap a row may be anything that it was meanwhile")
  func gaps() {
    #expect(trouble([1, 2, 3, 4], line(nil, 1), Self.gap, line(3, 4)) == nil)
    #expect(trouble([1, 2, nil], line(nil, 1), Self.gap) == nil)
    #expect(trouble([1, 2, 3], line(nil, 1), Self.gap) == "The watch does not tell what became of row 3.")
    let late = line(1, 3)
    #expect(trouble([1, 2, 3], line(1, 2), Self.gap, late) == "The watch has left out what came before \(late)")
  }

  @Test("CHG-07: a change that was left out, one that never was, and one that is told twice are found")
  func wrong() {
    #expect(trouble([1, 2, 3], line(nil, 1), line(2, 3)) == "The watch has left out what came before \(line(2, 3))")
    #expect(trouble([1, 2], line(nil, 1), line(1, 7)) == "This never was: \(line(1, 7))")
    #expect(trouble([1, 2], line(nil, 2), line(2, 2)) == "This never was: \(line(2, 2))")
    #expect(trouble([1, 2], line(nil, 1)) == "The watch does not tell what became of row 3.")
    #expect(trouble([1], line(nil, 1), line(nil, 1)) == "The watch has left out what came before \(line(nil, 1))")
  }
}
