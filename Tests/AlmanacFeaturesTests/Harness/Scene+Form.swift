// What a scene shows of a form.
import Terminals
import Testing

@testable import AlmanacFeatures

extension Scene {
  /// The inside of the form's frame, line by line, without the empty lines above the first; none without a form.
  var formLines: [String] {
    let inside = lines.compactMap { line -> String? in
      guard let start = line.firstIndex(of: "│"), let end = line.lastIndex(of: "│"), start < end else { return nil }
      let text = line[line.index(start, offsetBy: 2)..<line.index(before: end)]
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    return Array(inside.drop { $0.isEmpty })
  }

  /// The form is this, line by line.
  func showsForm(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectScreen(formLines, expected, sourceLocation)
  }

  /// What the status line says, without its keys and what stands at its right.
  var said: String { String(status.dropFirst().split(separator: /\ \ | ·/).first ?? "") }

  /// The keys that the bottom line offers.
  var keyLine: String { line(terminal.size.height - 1) }
}
