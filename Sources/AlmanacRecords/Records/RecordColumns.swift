// The columns of a table, as its records are written out.
public import Databases

/// The columns of a table.
public struct RecordColumns: Sendable {
  /// What they are called.
  public let names: [String]
  /// Those that say yes or no.
  private let flags: Set<Int>
  /// Those that hold a moment.
  private let moments: Set<Int>
  /// What each column means, where that is known and it is no key.
  private let meanings: [ValueMeaning?]
  /// The same of each column that is one.
  private let meaningsOfKeys: [ValueMeaning?]

  /// Takes down how the values of a table are written; `meanings` are for a person's eyes.
  package init(_ table: ListedTable, _ meanings: TableMeanings? = nil) {
    let names = table.columns
    self.names = names
    flags = Set(names.indices.filter { table.isFlag(table.columns[$0]) })
    let times = table.style.listColumns.filter { [.age, .agePhrase, .time].contains($0.format) }.map(\.column)
    moments = Set(names.indices.filter { times.contains(names[$0]) })
    self.meanings = names.map { table.isTyped($0) ? nil : meanings?[$0] }
    meaningsOfKeys = names.map { table.isTyped($0) ? meanings?[$0] : nil }
  }

  /// Gives a record as one object of JSON, in pieces, with real types: a flag that is 1 or 0 is true or false, and any
  /// other value what it is.
  public func writeJSON(
    _ values: [SQLiteValue], as json: JSONText, _ output: (String) throws -> Void
  ) rethrows {
    for (index, value) in values.enumerated() {
      try output("\(index == 0 ? "{" : ",")\(json.quoted(names[index])):")
      if flags.contains(index), value == .integer(0) || value == .integer(1) {
        try output(value == .integer(1) ? "true" : "false")
      } else {
        try value.writeJSON(as: json, output)
      }
    }
    try output("}")
  }

  /// How a person reads values.
  public enum Form {
    /// In a line of a list: a moment to the minute replaces the value.
    case listed
    /// In a record: a moment to the second. What only seems to be one is shown too.
    case whole
  }

  /// The values as a person reads them: a flag as yes or no, a moment in a time zone; what is neither there, as it
  /// stands.
  public func texts(_ values: [ExactValue], _ form: Form, in zone: CivilZone) -> [String] {
    values.indices.map { index in
      let value = SQLiteValue(values[index])
      if flags.contains(index), let isOn = value.isOn { return isOn ? "yes" : "no" }
      if moments.contains(index), let moment = Timestamp(text: value.plainText).secondsSince1970 {
        let time = zone.listed(moment)
        return form == .listed ? Self.toMinutes(time) : time
      }
      let excerpt = Excerpt(values[index])
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

  /// `2026-10-25 02:30 CET`: what tells apart the hour that comes twice is behind the seconds.
  private static func toMinutes(_ time: String) -> String { String(time.prefix(16) + time.dropFirst(19)) }
}

extension SQLiteValue {
  /// Whether it says yes: any integer but 0; `nil` for what is no integer.
  fileprivate var isOn: Bool? {
    if case .integer(let number) = self { number != 0 } else { nil }
  }
}
