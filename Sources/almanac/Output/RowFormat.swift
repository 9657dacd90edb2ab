import AlmanacRecords

/// A format for rows.
enum RowFormat {
  /// Aligned columns under a heading, with lines of at most `width`, and times in a time zone.
  case table(width: Int, zone: CivilZone)
  /// One line per row, values separated by tabs, control characters made visible.
  case plain
  /// One array of objects.
  case json
  /// One object per line.
  case jsonLines
  /// A table of Markdown.
  case markdown
  /// RFC 4180: quoted if needed, lines end in CRLF, a line of headings first.
  case csv
  /// Values separated by tabs, with `\t`, `\n`, `\r` and `\\` as escapes, a line of headings first.
  case tsv

  /// Whether it is for a person, not for a program.
  var isForEyes: Bool { if case .table = self { true } else { false } }
}
