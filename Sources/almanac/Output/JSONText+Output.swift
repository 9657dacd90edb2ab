import AlmanacRecords

extension JSONText {
  /// JSON for standard output.
  static let output = JSONText(isASCII: StandardStreams.isTerminal && !Environment.isUnicode)
}
