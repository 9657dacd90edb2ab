// The form in a scene.
import Terminals
import Testing

@testable import AlmanacFeatures

extension Scene {
  /// The inside of the form's frame, line by line, without the empty lines above the first; empty without a form.
  var formLines: [String] {
    let inside = lines.compactMap { line -> String? in
      guard let start = line.firstIndex(of: "│"), let end = line.lastIndex(of: "│"), start < end else { return nil }
      let text = line[line.index(start, offsetBy: 2)..<line.index(before: end)]
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    return Array(inside.drop { $0.isEmpty })
  }

  /// Expects the form to have these lines.
  func showsForm(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectScreen(formLines, expected, sourceLocation)
  }

  /// The text of the status line, without its keys and the part at its right.
  var said: String { String(status.dropFirst().split(separator: /\ \ | ·/).first ?? "") }

  /// The keys in the bottom line.
  var keyLine: String { line(terminal.size.height - 1) }
}
