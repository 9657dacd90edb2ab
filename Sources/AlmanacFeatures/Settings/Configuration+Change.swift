// Changes one setting in the text of a configuration. All other lines stay as they are, byte by byte.
import AlmanacRecords

extension Configuration {
  /// A configuration's text with another value of a setting. `line`: what sets it. The line that holds for the file at
  /// an absolute path is replaced; otherwise the new line comes after the comment that shows the setting, or after the
  /// last line above the sections.
  @MainActor
  static func text(_ text: String, setting name: String, to line: String, for path: String?, home: String?) -> String {
    let configuration = Configuration(text)
    var lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }.map { String($0) }
    let end = lines[0].unicodeScalars.last == "\r" ? "\r" : ""
    let held = configuration.entries + configuration.sections(for: path, home: home).flatMap(\.entries)
    if let entry = held.last(where: { $0.name == name }) {
      let old = lines[entry.line - 1]
      let indentation = old.unicodeScalars.prefix { $0 == " " || $0 == "\t" }
      lines[entry.line - 1] = String(indentation) + line + (old.unicodeScalars.last == "\r" ? "\r" : "")
      return lines.joined(separator: "\n")
    }
    let words = lines.map(\.trimmedOfWhitespace)
    let top = words.firstIndex { $0.hasPrefix("[") } ?? lines.count
    let comment = words[..<top].firstIndex { $0.hasPrefix("# \(name) =") }
    if let place = comment ?? words[..<top].lastIndex(where: { !$0.isEmpty && !$0.hasPrefix("#") }) {
      lines.insert(line + end, at: place + 1)
      if place + 2 == lines.count { lines.append("") }
    } else if top == lines.count {
      lines.insert(line + end, at: words.last == "" ? top - 1 : top)
      if words.last != "" { lines.append("") }
    } else {
      lines.insert(contentsOf: [line + end, end], at: 0)
    }
    return lines.joined(separator: "\n")
  }
}
