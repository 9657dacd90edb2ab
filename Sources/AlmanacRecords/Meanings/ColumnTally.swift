// Infers the meaning of a column from several of its values.

/// The state of knowledge about a column.
enum ColumnVerdict: Hashable, Sendable {
  /// Its values tell nothing so far: there are none, or only NULLs.
  case open
  /// Its meaning; nil: no more than its values say.
  case decided(ValueMeaning?)
}

/// Values of one column, counted by their possible meanings.
struct ColumnTally {
  let hints: ColumnHints
  private var zeros = 0
  private var ones = 0
  private var numbers: [Excerpt] = []
  private var zoned = 0
  private var unzoned = 0
  private var json = 0
  private var blobs: [(start: [UInt8], count: Int)] = []
  /// Texts and blobs without a further meaning.
  private var others = 0

  init(_ hints: ColumnHints) { self.hints = hints }

  init(_ hints: ColumnHints, _ values: some Sequence<Excerpt>) {
    self.hints = hints
    for value in values { count(value) }
  }

  mutating func count(_ value: Excerpt) {
    switch value {
    case .null, .text(""), .blob(_, count: 0): break
    case .integer(0): zeros += 1
    case .integer(1): ones += 1
    case .integer(let number) where Self.never.contains(number): if !hints.isOfMoments { numbers.append(value) }
    case .real(0), .real(-1): if !hints.isOfMoments { numbers.append(value) }
    case .integer, .real: numbers.append(value)
    case .text(let text): count(text)
    case .blob(let start, let count): blobs.append((start, count))
    }
  }

  /// The numbers that programs write for an event that never happened, or never will.
  private static let never: Set = [-1, .max, .min]

  private mutating func count(_ text: String) {
    let time = Timestamp(text: text)
    if time.secondsSince1970 != nil {
      if time.isZoned { zoned += 1 } else { unzoned += 1 }
    } else if JSONOutline.line(text) != nil {
      json += 1
    } else {
      others += 1
    }
  }

  /// The number of values that are neither yes nor no.
  private var rest: Int { numbers.count + zoned + unzoned + json + others + blobs.count }

  /// Whether a value tells the meaning of the column, or that it has none. In a column of moments 0 and 1 do not.
  private var isTelling: Bool { rest > 0 || !hints.isOfMoments && zeros + ones > 0 }

  /// The verdict of all values. A column has a meaning if at least half of them fit it: some programs write anything
  /// into some rows, and other values are shown unchanged.
  var verdict: ColumnVerdict {
    if hints.isFlag { return .decided(.flag) }
    if hints.isNamedFlag, zeros > 0, ones > 0, rest == 0 { return .decided(.flag) }
    guard isTelling else { return .open }
    if let (unit, isSure) = unit { return .decided(isSure ? .number(unit) : nil) }
    if zoned + unzoned > 0, (zoned + unzoned) * 2 >= rest { return .decided(.moment(isZoned: unzoned == 0)) }
    if json > 0, json * 2 >= rest { return .decided(.json) }
    let count = numbers.count + zeros + ones
    if hints.isOfQuantities, count > 0, count * 2 >= rest + zeros + ones { return .decided(.quantity) }
    return .decided(blobs.count == rest ? meaningOfBlobs : nil)
  }

  /// The meaning of blobs that all have one length. They are UUIDs by the name of the column, or if several have the
  /// standard form. They are vectors by the name, or if they are long.
  private var meaningOfBlobs: ValueMeaning? {
    guard let count = blobs.first?.count, blobs.allSatisfy({ $0.count == count }) else { return nil }
    let isSaid = hints.isOfUUIDs || blobs.count >= 3 && blobs.allSatisfy { NumberKinds.isUUID($0.start, count: count) }
    if count == 16, isSaid { return .uuid }
    guard hints.isOfVectors || count >= 4 * NumberKinds.sureLength else { return nil }
    let areVectors = blobs.allSatisfy { blob in
      ValueKind(blob.start, count: count) == .unknown
        && NumberKinds.dimensions(BlobStart(bytes: blob.start, count: count)) != nil
    }
    return areVectors ? .vector : nil
  }

  /// The unit in which most numbers are moments, and whether they are enough. Numbers that would be moments in the
  /// distant past or future count neither for nor against the unit.
  private var unit: (MomentUnit, isSure: Bool)? {
    var counts: [MomentUnit: Int] = [:]
    for number in numbers { if let unit = MomentUnit(of: number, in: hints) { counts[unit, default: 0] += 1 } }
    guard let (unit, count) = counts.max(by: { $0.value < $1.value }) else { return nil }
    let isOneAlone = counts.values.count { $0 == count } == 1
    return (unit, isOneAlone && count >= rest - fitting(unit))
  }

  /// The number of numbers that are moments of any time in a unit.
  private func fitting(_ unit: MomentUnit) -> Int {
    numbers.count { $0.number.flatMap(unit.plausibleMoment) != nil }
  }

  // MARK: Columns whose names suggest nothing

  /// Whether the values may be moments though the column's name does not suggest it: all are numbers, and the name
  /// suggests nothing else.
  var mayBeOfMoments: Bool { hints.takesUnitOfFile && !numbers.isEmpty && rest == numbers.count && ones == 0 }

  /// Whether they may be seconds: there are several, and the column is neither a key nor a quantity.
  var mayBeOfSeconds: Bool { !hints.isKey && !hints.isQuantity && Set(numbers).count > 1 }

  /// Whether the values are moments in a unit that another column of the file has: at least half of them are of our
  /// time, or are births, and the others are of another time or mean never.
  func isOfMoments(_ unit: MomentUnit) -> Bool {
    let usual = numbers.count { number in
      guard let number = number.number else { return false }
      return areBirths
        ? unit.isBirth(number) : MomentUnit(number, countsFrom2001: hints.countsFrom2001, reach: .ourTime) == unit
    }
    let never = numbers.count { if case .integer(let number) = $0 { Self.never.contains(number) } else { false } }
    return usual * 2 >= numbers.count - never && fitting(unit) + never == numbers.count
  }

  /// Whether the name suggests births.
  var areBirths: Bool { hints.reach == .past }

  /// The least and the greatest number that can be a moment of our time in seconds; nil if there is none.
  var span: ClosedRange<Double>? {
    let known = numbers.lazy.compactMap(\.number).filter { number in
      MomentUnit(number, countsFrom2001: hints.countsFrom2001, reach: .ourTime) == .seconds
    }
    guard let least = known.min(), let greatest = known.max() else { return nil }
    return least...greatest
  }
}
