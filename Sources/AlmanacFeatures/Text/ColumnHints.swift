// What the name and the declared type of a column say about its values.
import AlmanacRecords
import Databases

/// What a column seems to hold before any value of it is known.
struct ColumnHints: Hashable {
  /// Whether it is declared to say yes or no.
  let isFlag: Bool
  /// Whether it is named or declared as one that holds moments: only then a number is taken for one.
  let isOfMoments: Bool

  /// `type`: the declared type, or nothing where that says no more than the values do.
  init(_ name: String, type: String) {
    let (lowercased, type) = (name.lowercasedASCII, type.lowercasedASCII)
    isFlag = ["bool", "boolean"].contains(type)
    isOfMoments =
      name.nameWords.last.map(Self.endings.contains) == true
      || ["time", "date", "created", "modified", "expires"].contains(where: lowercased.holds)
      || ["time", "date"].contains(where: type.holds)
  }

  /// A name that ends in one of these words is that of a moment.
  private static let endings: Set = ["at", "on", "since", "ts", "until", "when"]
}
