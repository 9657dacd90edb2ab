import AlmanacRecords

/// How rows are written.
enum RowFormat {
  /// Aligned columns under a heading, no line longer than `width`, times in a time zone.
  case table(width: Int, zone: CivilZone)
  /// A line a row, values separated by tabs, control characters made visible.
  case plain
  /// One array of objects.
  case json
  /// RFC 4180: quoted where need be, lines end in CRLF, a line of headings first.
  case csv
  /// Tabs between values, `\t`, `\n`, `\r` and `\\` escaped in them, a line of headings first.
  case tsv

  /// Whether a person reads it, and no program.
  var isForEyes: Bool { if case .table = self { true } else { false } }
}
