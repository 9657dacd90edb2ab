// The distribution of numbers over their range, in one pass: neither range nor count is known before.
//
// Numbers are counted in bins whose width is a power of ten. If they span too many bins, ten neighbours at a time are
// merged, so that no number is in the wrong bin. At the end the bins are combined into a few wide bars.

/// Counts numbers in bins.
struct DecimalHistogram: Hashable {
  /// The most bins; more are merged.
  private static let mostBins = 200
  /// Up to this magnitude a real number distinguishes all whole numbers.
  private static let wholeLimit = 1e15
  /// The possible numbers of bins in a bar.
  private static let groups = [1, 2, 5, 10, 20, 50, 100, 200, 500]

  private var bins: [Int: Int] = [:]
  private var (least, greatest) = (Int.max, Int.min)
  /// The power of ten that is the width of a bin.
  private var exponent = 0
  /// Ten to the power of the exponent's magnitude.
  private var scale = 1.0
  private var isOfIntegers = true
  /// How many numbers were counted.
  private(set) var count = 0

  mutating func add(_ number: Int) {
    while true {
      if exponent < 0 {
        if let bin = bin(of: Double(number)) { return add(toBin: bin) }
      } else if exponent < 19 {
        return add(toBin: number.dividedDown(by: Self.power(exponent)))
      } else {
        return add(toBin: number < 0 ? -1 : 0)
      }
      coarsen()
    }
  }

  /// Adds a real number; infinities are not counted.
  mutating func add(_ number: Double) {
    guard number.isFinite else { return }
    if count == 0 {
      // As fine as a real number can be; later numbers make it as coarse as needed.
      setExponent(number == 0 ? -15 : max(-300, Int(number.exponent) * 3 / 10 - 14))
    }
    isOfIntegers = false
    while true {
      if let bin = bin(of: number) { return add(toBin: bin) }
      coarsen()
    }
  }

  private mutating func add(toBin bin: Int) {
    count += 1
    bins[bin, default: 0] += 1
    (least, greatest) = (min(least, bin), max(greatest, bin))
    while true {
      let (span, overflow) = greatest.subtractingReportingOverflow(least)
      if !overflow, span < Self.mostBins { return }
      coarsen()
    }
  }

  /// Merges ten bins into one.
  private mutating func coarsen() {
    var coarse: [Int: Int] = [:]
    for (bin, count) in bins { coarse[bin.dividedDown(by: 10), default: 0] += count }
    bins = coarse
    if !bins.isEmpty { (least, greatest) = (least.dividedDown(by: 10), greatest.dividedDown(by: 10)) }
    setExponent(exponent + 1)
  }

  private mutating func setExponent(_ exponent: Int) {
    self.exponent = exponent
    // Parsed from text, because a product of tens might not be the nearest number.
    scale = Double("1e\(exponent.magnitude)") ?? 1
  }

  /// The bin of a real number; nil if the bins are too fine for it.
  private func bin(of number: Double) -> Int? {
    let scaled = exponent < 0 ? number * scale : number / scale
    guard scaled.magnitude < Self.wholeLimit else { return nil }
    let bin = Int(scaled.rounded(.down))
    // The product may be slightly off: 0.29 is not less than 29 hundredths.
    if start(of: bin + 1) <= number { return bin + 1 }
    return start(of: bin) > number ? bin - 1 : bin
  }

  private func start(of bin: Int) -> Double { exponent < 0 ? Double(bin) / scale : Double(bin) * scale }

  private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  /// At most `limit` bars of equal width, from the least number to the greatest; none if all numbers are in one bin.
  func bars(atMost limit: Int) -> [ColumnProfile.Histogram.Bar] {
    guard least < greatest,
      let group = Self.groups.first(where: {
        greatest.dividedDown(by: $0) - least.dividedDown(by: $0) < limit
      })
    else { return [] }
    let (first, last) = (least.dividedDown(by: group), greatest.dividedDown(by: group))
    var counts = [Int](repeating: 0, count: last - first + 1)
    for (bin, count) in bins { counts[bin.dividedDown(by: group) - first] += count }
    return counts.enumerated().map { place, count in
      // A bar may begin or end outside the integers of 64 bits.
      let start = (Int128(first) + Int128(place)) * Int128(group)
      return ColumnProfile.Histogram.Bar(label: label(from: start, to: start + Int128(group)), count: count)
    }
  }

  /// The label of the bins from `first` up to, but without, `end`.
  private func label(from first: Int128, to end: Int128) -> String {
    guard isOfIntegers else { return "\(start(of: Int(first))) to \(start(of: Int(end)))" }
    let width = (0..<exponent).reduce(1 as Int128) { width, _ in width * 10 }
    let (start, last) = (first * width, end * width - 1)
    return start == last ? "\(start)" : "\(start) to \(last)"
  }
}

extension Int {
  /// The quotient, rounded down.
  fileprivate func dividedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
