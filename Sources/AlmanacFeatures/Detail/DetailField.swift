// One field of a record's detail.
import AlmanacRecords
public import Databases

/// A value of a record, whole: one line, or more where it is long.
public struct DetailField: Hashable, Sendable {
  public var label: String
  let value: ShownValue

  /// The value as it stands in its column, or as what it is where it is no text; JSON is unfolded.
  public init(_ label: String, _ value: ExactValue?) {
    self.label = label
    var shown = ShownValue(value)
    if let unfolded = JSONOutline(shown.text)?.text, case .text = value, shown.note == nil, unfolded != shown.text {
      shown.text = unfolded
      shown.note = "JSON, unfolded"
    }
    self.value = shown
  }

  /// The moment, and how long ago it was.
  public init(_ label: String, moment value: ExactValue?, now: Double) {
    self.label = label
    var shown = ShownValue(value)
    if let text = value?.string { shown.text = Timestamp(text: text).detail(at: now) }
    self.value = shown
  }

  /// `yes` or `no`; any other value than a number as what it is.
  public init(_ label: String, isOn value: ExactValue?) {
    self.label = label
    var shown = ShownValue(value)
    if case .integer(let number) = value, number == 0 || number == 1 { shown.text = number == 0 ? "no" : "yes" }
    self.value = shown
  }
}
