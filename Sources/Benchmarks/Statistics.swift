// What a report says about many figures.

/// The figures of one side of a measurement, in the order in which they were taken.
struct Figures: Hashable, Sendable {
  var values: [Double] = []

  /// The figure in the middle; of an even number, the mean of the two there. Zero where there are none.
  var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The figure that `percent` of all do not exceed: the smallest such.
  func percentile(_ percent: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((Double(sorted.count) * percent / 100).rounded(.up))
    return sorted[max(0, min(sorted.count, rank) - 1)]
  }

  /// Nine tenths and nine of all do not exceed it.
  var p99: Double { percentile(99) }

  static func += (figures: inout Figures, more: Figures) { figures.values += more.values }
}

/// The same thing measured of the floor and of the product, in turn.
struct Pair: Hashable, Sendable {
  var floor = Figures()
  var product = Figures()

  /// How many times the floor's median the product's is.
  var medianRatio: Double { Self.ratio(product.median, floor.median) }
  /// The same of the slowest hundredth.
  var p99Ratio: Double { Self.ratio(product.p99, floor.p99) }

  /// `.infinity` where something is held against nothing; 1 where both are nothing.
  static func ratio(_ value: Double, _ floor: Double) -> Double {
    if floor == 0 { return value == 0 ? 1 : .infinity }
    return value / floor
  }

  static func += (pair: inout Pair, more: Pair) {
    pair.floor += more.floor
    pair.product += more.product
  }
}
