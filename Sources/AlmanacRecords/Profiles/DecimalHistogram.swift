// How numbers are spread over their range, found in one pass: neither the range nor the count is known before.
//
// Numbers are counted in bins whose width is a power of ten. When they come to span too many bins, ten neighbours at a
// time become one, so no number is counted wrong. A few wide bars are made of the bins at the end.

/// Counts numbers by where they lie.
struct DecimalHistogram: Hashable {
  /// More bins than these are made fewer.
  private static let mostBins = 200
  /// Between such numbers a real number tells all whole ones apart.
  private static let wholeLimit = 1e15
  /// How many bins make a bar.
  private static let groups = [1, 2, 5, 10, 20, 50, 100, 200, 500]

  private var bins: [Int: Int] = [:]
  private var (least, greatest) = (Int.max, Int.min)
  /// The width of a bin is ten to the power of this.
  private var exponent = 0
  /// Ten to the power of the exponent without its sign.
  private var scale = 1.0
  private var isOfIntegers = true
  /// How many numbers there are.
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

  /// What is not finite is counted nowhere.
  mutating func add(_ number: Double) {
    guard number.isFinite else { return }
    if count == 0 {
      // As fine as a real number can tell; what follows makes it as coarse as need be.
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

  /// Makes one bin of ten.
  private mutating func coarsen() {
    var coarse: [Int: Int] = [:]
    for (bin, count) in bins { coarse[bin.dividedDown(by: 10), default: 0] += count }
    bins = coarse
    if !bins.isEmpty { (least, greatest) = (least.dividedDown(by: 10), greatest.dividedDown(by: 10)) }
    setExponent(exponent + 1)
  }

  private mutating func setExponent(_ exponent: Int) {
    self.exponent = exponent
    // As text is read: a product of tens would not be the nearest number.
    scale = Double("1e\(exponent.magnitude)") ?? 1
  }

  /// The bin of a real number; `nil` where bins are too fine to tell.
  private func bin(of number: Double) -> Int? {
    let scaled = exponent < 0 ? number * scale : number / scale
    guard scaled.magnitude < Self.wholeLimit else { return nil }
    let bin = Int(scaled.rounded(.down))
    // The product may be a little off: 0.29 is no less than 29 hundredths.
    if start(of: bin + 1) <= number { return bin + 1 }
    return start(of: bin) > number ? bin - 1 : bin
  }

  private func start(of bin: Int) -> Double { exponent < 0 ? Double(bin) / scale : Double(bin) * scale }

  private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  /// At most so many bars, from the least number to the greatest, each as wide as the others; none where all numbers lie
  /// in one bin.
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
      // A bar may begin or end beyond the integers of 64 bits.
      let start = (Int128(first) + Int128(place)) * Int128(group)
      return ColumnProfile.Histogram.Bar(label: label(from: start, to: start + Int128(group)), count: count)
    }
  }

  /// What lies in the bins from one to before another.
  private func label(from first: Int128, to end: Int128) -> String {
    guard isOfIntegers else { return "\(start(of: Int(first))) to \(start(of: Int(end)))" }
    let width = (0..<exponent).reduce(1 as Int128) { width, _ in width * 10 }
    let (start, last) = (first * width, end * width - 1)
    return start == last ? "\(start)" : "\(start) to \(last)"
  }
}

extension Int {
  /// The greatest integer that is no more than the quotient.
  fileprivate func dividedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
