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

  /// Takes down how the values of a table are written.
  public init(_ table: ListedTable) {
    let names = table.columns
    self.names = names
    flags = Set(names.indices.filter { table.isFlag(table.columns[$0]) })
    let times = table.style.listColumns.filter { [.age, .agePhrase, .time].contains($0.format) }.map(\.column)
    moments = Set(names.indices.filter { times.contains(names[$0]) })
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

  /// How exactly a moment is shown to a person, in the form in which the book writes it.
  public enum Precision: Int {
    /// To the minute.
    case minutes = 16
    /// To the second.
    case seconds = 19
  }

  /// The values as a person reads them: a flag as yes or no, a moment in a time zone; what is neither there, as it
  /// stands.
  public func texts(_ values: [SQLiteValue], to precision: Precision, in zone: CivilZone) -> [String] {
    values.indices.map { index in
      let value = values[index]
      if flags.contains(index), let isOn = value.isOn { return isOn ? "yes" : "no" }
      if moments.contains(index), let moment = Timestamp(text: value.plainText).secondsSince1970 {
        let time = zone.listed(moment)
        // What tells apart the hour that comes twice is behind the seconds.
        return String(time.prefix(precision.rawValue) + time.dropFirst(Precision.seconds.rawValue))
      }
      return value.plainText
    }
  }
}

extension SQLiteValue {
  /// Whether it says yes: any integer but 0; `nil` for what is no integer.
  fileprivate var isOn: Bool? {
    if case .integer(let number) = self { number != 0 } else { nil }
  }
}
