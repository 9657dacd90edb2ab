// Draws screens that follow one another as one SVG, which moves without a script.
import Terminals

/// Some screens of one size, one after the other, again and again: equal frames produce equal bytes.
///
/// Each row is drawn once for all frames that have it alike; a style sheet shows it while they last. A viewer that shows
/// no animation, or whose owner wants none, shows the last frame.
public struct ScreenFilm {
  /// A screen, and how long it is shown.
  public struct Frame {
    /// The screen.
    public var picture: ScreenPicture
    /// How long it is shown, in seconds.
    public var seconds: Double

    /// Makes a frame.
    public init(_ picture: ScreenPicture, seconds: Double) { (self.picture, self.seconds) = (picture, seconds) }
  }

  /// The frames, in the order in which they are shown; at least one.
  public var frames: [Frame]
  /// A description of the film for screen readers.
  public var title: String

  /// Makes a film of screens of one size, with a title for screen readers.
  public init(_ frames: [Frame], title: String) { (self.frames, self.title) = (frames, title) }

  /// A drawn row or cursor, and the frames that have it.
  private struct Part {
    let elements: String
    var frames: Set<Int>
  }

  /// The whole document.
  public var svg: String {
    var classes: [Set<Int>] = []
    var lines: [String] = []
    for part in parts {
      guard part.frames.count < frames.count else {
        lines.append(part.elements)
        continue
      }
      let number = classes.firstIndex(of: part.frames) ?? classes.count
      if number == classes.count { classes.append(part.frames) }
      let isLast = part.frames.contains(frames.count - 1)
      lines.append(#"<g class="f\#(number)"\#(isLast ? "" : #" visibility="hidden""#)>"#)
      lines += [part.elements, "</g>"]
    }
    return frames[0].picture.document(lines, title: title, style: styleSheet(classes))
  }

  /// The rows and cursors of all frames, each once.
  private var parts: [Part] {
    var parts: [Part] = []
    for row in 0..<frames[0].picture.cells.size.height {
      var ofRow: [Part] = []
      for (index, frame) in frames.enumerated() {
        var elements = frame.picture.elements(ofRow: row)
        if let cursor = frame.picture.cursor, cursor.row == row { elements.append(frame.picture.drawn(cursor)) }
        guard !elements.isEmpty else { continue }
        let drawn = elements.joined(separator: "\n")
        if let known = ofRow.firstIndex(where: { $0.elements == drawn }) {
          ofRow[known].frames.insert(index)
        } else {
          ofRow.append(Part(elements: drawn, frames: [index]))
        }
      }
      parts += ofRow
    }
    return parts
  }

  /// The style sheet that shows each class while its frames last.
  private func styleSheet(_ classes: [Set<Int>]) -> [String] {
    let total = frames.reduce(0) { $0 + $1.seconds }
    var lines = ["<style>"]
    for (number, shown) in classes.enumerated() {
      var (keys, seconds, before) = ("", 0.0, Bool?.none)
      for (index, frame) in frames.enumerated() {
        let isShown = shown.contains(index)
        if isShown != before {
          keys += "\(Self.percent(seconds / total)){visibility:\(isShown ? "visible" : "hidden")}"
        }
        (before, seconds) = (isShown, seconds + frame.seconds)
      }
      lines.append("@keyframes f\(number){\(keys)}")
      lines.append(".f\(number){animation:f\(number) \(Self.hundredths(total))s step-end infinite}")
    }
    return lines + ["@media (prefers-reduced-motion:reduce){g{animation:none!important}}", "</style>"]
  }

  private static func percent(_ share: Double) -> String { hundredths(share * 100) + "%" }

  /// The number with at most two decimals.
  private static func hundredths(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    if rest == 0 { return "\(hundredths / 100)" }
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
  }
}
