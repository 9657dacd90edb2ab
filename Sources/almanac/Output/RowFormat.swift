import AlmanacRecords

extension DataFormat {
  /// The options that name a format.
  static let names = ["json", "jsonl", "csv", "tsv", "markdown"]
  static let options = names.map(Arguments.Option.flag)
  static let usage = names.map { "--\($0)" }.joined(separator: " | ")
}

/// A format for rows on standard output.
enum RowFormat {
  /// Aligned columns under a heading, with lines of at most `width`, and times in a time zone.
  case table(width: Int, zone: CivilZone)
  /// One line per row, values separated by tabs, control characters made visible.
  case plain
  /// A format for other programs.
  case data(DataFormat)

  /// The format that an option names; without one, for a person on a terminal, and otherwise as the file holds it.
  init(named name: String?, _ zone: CivilZone) {
    if let format = name.flatMap(DataFormat.init(named:)) {
      self = .data(format)
    } else {
      self = StandardStreams.isTerminal ? .table(width: StandardStreams.width, zone: zone) : .plain
    }
  }

  /// Whether it is for a person, not for a program.
  var isForEyes: Bool { if case .table = self { true } else { false } }
}
