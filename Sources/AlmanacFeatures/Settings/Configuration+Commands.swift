// The lines of a configuration that make commands of the person's own.
import AlmanacRecords

extension Configuration {
  /// Reads `command "NAME" = TEXT`.
  @MainActor
  mutating func readCommand(_ line: String, _ number: Int) {
    func complain(_ clause: String) { complaints.append(Complaint(line: number, setting: "command", clause: clause)) }
    guard let (name, text) = Self.command(line), !name.isEmpty else {
      return complain("'\(Self.cut(line))' is no command: write command \"NAME\" = PROGRAM WORDS")
    }
    if KeyReference.hasAction(name) {
      return complain("Almanac has an action '\(Self.cut(name))' already: give the command another name")
    }
    if let former = former({ $0.command?.name == name }) {
      return complain("line \(former.line) makes the command '\(Self.cut(name))' already")
    }
    do {
      append(Entry(name: "command \"\(name)\"", value: text, line: number, command: try UserCommand(name, text)))
    } catch {
      complain("the command '\(Self.cut(name))' can't run: \(error.clause)")
    }
  }

  /// The name and the text of a command; nil if the line makes none.
  static func command(_ line: String) -> (name: String, text: String)? {
    guard line.hasPrefix("command") else { return nil }
    let rest = String(line.dropFirst(7)).trimmedOfWhitespace
    guard rest.hasPrefix("\""), let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
    let behind = String(rest[rest.index(after: end)...]).trimmedOfWhitespace
    guard behind.hasPrefix("=") else { return nil }
    let name = String(rest[rest.index(after: rest.startIndex)..<end]).trimmedOfWhitespace
    return (name, String(behind.dropFirst()).trimmedOfWhitespace)
  }
}
