// Statistics of figures.

/// The figures of one side of a measurement, in the order of measurement.
struct Figures: Hashable, Sendable {
  var values: [Double] = []

  /// The median; for an even number, the mean of the two in the middle. Zero if there are none.
  var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The smallest figure that `percent` of all figures do not exceed.
  func percentile(_ percent: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((Double(sorted.count) * percent / 100).rounded(.up))
    return sorted[max(0, min(sorted.count, rank) - 1)]
  }

  /// The figure that 99 % of all do not exceed.
  var p99: Double { percentile(99) }

  static func += (figures: inout Figures, more: Figures) { figures.values += more.values }
}

/// The figures of the floor and of the product, measured in turn.
struct Pair: Hashable, Sendable {
  var floor = Figures()
  var product = Figures()

  /// The ratio of the product's median to the floor's.
  var medianRatio: Double { Self.ratio(product.median, floor.median) }
  /// The ratio of the product's 99th percentile to the floor's.
  var p99Ratio: Double { Self.ratio(product.p99, floor.p99) }

  /// The ratio of two figures; `.infinity` if only `floor` is zero, 1 if both are.
  static func ratio(_ value: Double, _ floor: Double) -> Double {
    if floor == 0 { return value == 0 ? 1 : .infinity }
    return value / floor
  }

  static func += (pair: inout Pair, more: Pair) {
    pair.floor += more.floor
    pair.product += more.product
  }
}
