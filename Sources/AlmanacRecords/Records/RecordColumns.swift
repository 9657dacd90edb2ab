// Writes the values of a table's records as text.
public import Databases

/// The columns of a table, and how their values are written.
public struct RecordColumns: Sendable {
  /// The names of the columns.
  public let names: [String]
  /// The columns with yes or no.
  private let flags: Set<Int>
  /// The columns with a moment.
  private let moments: Set<Int>
  /// The meaning of each column, if known, except for keys.
  private let meanings: [ValueMeaning?]
  /// The meaning of each column that belongs to a key, if known.
  private let meaningsOfKeys: [ValueMeaning?]

  /// Takes the formats of columns of a table, of all if `columns` is nil; `meanings` are only for display.
  package init(_ table: ListedTable, columns: [String]? = nil, _ meanings: TableMeanings? = nil) {
    let names = columns ?? table.columns
    self.names = names
    flags = Set(names.indices.filter { table.isFlag(names[$0]) })
    let times = table.style.listColumns.filter { [.age, .agePhrase, .time].contains($0.format) }.map(\.column)
    moments = Set(names.indices.filter { times.contains(names[$0]) })
    self.meanings = names.map { table.isTyped($0) ? nil : meanings?[$0] }
    meaningsOfKeys = names.map { table.isTyped($0) ? meanings?[$0] : nil }
  }

  /// Takes columns that are known only by their names.
  package init(names: [String]) {
    self.names = names
    (flags, moments) = ([], [])
    meanings = Array(repeating: nil, count: names.count)
    meaningsOfKeys = meanings
  }

  /// Writes a record as one JSON object, in pieces, with JSON types: a flag that is 1 or 0 becomes true or false, and
  /// any other value is kept.
  public func writeJSON(
    _ values: [ExactValue], as json: JSONText, _ output: (String) throws -> Void
  ) rethrows {
    for (index, value) in values.enumerated() {
      try output("\(index == 0 ? "{" : ",")\(json.quoted(names[index])):")
      if flags.contains(index), value == .integer(0) || value == .integer(1) {
        try output(value == .integer(1) ? "true" : "false")
      } else {
        try value.writeJSON(as: json, output)
      }
    }
    try output(values.isEmpty ? "{}" : "}")
  }

  /// The kind of display for values.
  public enum Form {
    /// A line of a list: a moment to the minute replaces the value.
    case listed
    /// A whole record: a moment to the second. A number that may be a moment is shown as well.
    case whole
  }

  /// The values as readable text: a flag as yes or no, a moment in a time zone. Other values in such columns are
  /// unchanged.
  public func texts(_ values: [ExactValue], _ form: Form, in zone: CivilZone) -> [String] {
    values.indices.map { index in
      let value = values[index]
      if flags.contains(index), let isOn = value.isOn { return isOn ? "yes" : "no" }
      if moments.contains(index), let moment = Timestamp(text: value.plainText).secondsSince1970 {
        let time = zone.listed(moment)
        return form == .listed ? Self.toMinutes(time) : time
      }
      let excerpt = Excerpt(value)
      switch form {
      case .whole:
        let words = (meanings[index] ?? meaningsOfKeys[index])?.words(for: excerpt, in: zone)
        return value.plainText + (words.map { "  \($0)" } ?? "")
      case .listed:
        guard let meaning = meanings[index] else { return value.plainText }
        if meaning == .flag, value == .integer(0) || value == .integer(1) { return value.isOn == true ? "yes" : "no" }
        let text = meaning.text(of: excerpt, in: zone)
        return text.map(meaning.isToldInZone ? Self.toMinutes : { $0 }) ?? value.plainText
      }
    }
  }

  /// Removes the seconds of a time, but keeps a zone after them: `2026-10-25 02:30 CET`.
  private static func toMinutes(_ time: String) -> String {
    // A year may have five digits, in a time zone to the east of the last moment of 9999.
    let hour = time.prefix { $0 != ":" }.count
    return String(time.prefix(hour + 3) + time.dropFirst(hour + 6))
  }
}

extension ExactValue {
  /// Whether it means yes: any integer but 0; nil if it is not an integer.
  fileprivate var isOn: Bool? {
    if case .integer(let number) = self { number != 0 } else { nil }
  }
}
