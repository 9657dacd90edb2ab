import AlmanacRecords

extension Timestamp {
  /// How long ago the moment was; the unchanged text if it is not a moment.
  func age(at now: Double) -> String {
    secondsSince1970.map { Age.text(from: $0, to: now) } ?? text
  }

  /// The same in a sentence: `5 d ago`.
  func agePhrase(at now: Double) -> String {
    secondsSince1970.map { Age.phrase(from: $0, to: now) } ?? text
  }

  /// The moment in a time zone and how long ago it was; the unchanged text if it is not a moment.
  func detail(at now: Double, in zone: CivilZone) -> String {
    secondsSince1970.map { Age.detail(of: $0, at: now, in: zone) } ?? text
  }
}
