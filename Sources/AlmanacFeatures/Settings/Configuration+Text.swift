// A configuration as text: with what holds without it, and with what each setting does.
import AlmanacRecords
import Terminals

extension Configuration {
  /// The configuration with a comment for each setting. What it does not set is in comments, as it holds then.
  @MainActor
  public func text(path: String) -> String {
    var lines = [
      "# Almanac reads this at its start from \(path)",
      "# A line is NAME = VALUE. A line that begins with # is a comment; here it shows what holds by itself.",
    ]
    for setting in Setting.all {
      let entry = entries.first { $0.name == setting.name }
      lines += [""] + WrappedText.lines(of: setting.effect, width: 110).map { "# " + String($0).trimmedOfWhitespace }
      lines.append(entry.map { "\($0.name) = \($0.value)" } ?? "# " + setting.line(Settings()))
    }
    lines += [""] + WrappedText.lines(of: KeyMap.effect, width: 110).map { "# " + String($0).trimmedOfWhitespace }
    lines.append("# The keys, and what they usually do:")
    lines += entries.filter { $0.key != nil }.map { "\($0.name) = \($0.value)" }
    for (name, key) in KeyReference.actions where !entries.contains(where: { $0.key != nil && $0.value == name }) {
      lines.append(key.map { "# key \($0.caption(isUnicode: false)) = \(name)" } ?? "# without a usual key: \(name)")
    }
    lines += [""] + WrappedText.lines(of: UserCommand.effect, width: 110).map { "# " + String($0).trimmedOfWhitespace }
    let commands = entries.filter { $0.command != nil }
    lines += commands.isEmpty ? ["# command \"Open in browser\" = xdg-open {Url}"] : []
    lines += commands.map { "\($0.name) = \($0.value)" }
    lines += [
      "", "# [file GLOB]: the settings below it hold for files whose path matches, or whose name if it has no slash; *",
      "# is any text, ? any character, ~/ your home.",
    ]
    for section in sections {
      lines += ["", "[file \(section.pattern)]"] + section.entries.map { "\($0.name) = \($0.value)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
