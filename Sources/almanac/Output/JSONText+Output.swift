import AlmanacRecords
import Terminals

extension JSONText {
  /// JSON for standard output. On a terminal it has escapes for what the screen shows by a sign.
  static let output =
    StandardStreams.isTerminal
    ? JSONText(isASCII: !Environment.isUnicode) { SafeText.string($0) == $0 } : JSONText()
}
