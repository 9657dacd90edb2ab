// Classifies Unicode scalars for a screen of cells.

/// The kind of a Unicode scalar on a screen.
enum ScalarClass: UInt32 {
  /// Drawn over the previous character, without a column of its own.
  case mark = 0
  /// One column.
  case narrow = 1
  /// Two columns.
  case wide = 2
  /// Controls, line separators, surrogates, unassigned scalars: C `wcwidth` returns -1.
  case unprintable = 3
  /// Invisible: joiners, directions, soft hyphens, fillers, tags.
  case format = 4

  /// The class of the scalar with this value, which must be below 0x110000.
  init(_ value: UInt32) {
    if value &- 0x20 < 0x5F || (value >= 0xAE && value < 0x300) {
      self = .narrow
      return
    }
    let key = value << 3 | 7
    self = ScalarClassTable.boundaries.withUnsafeBufferPointer { boundaries in
      var (low, high) = (0, boundaries.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if boundaries[middle] <= key { low = middle } else { high = middle }
      }
      return ScalarClass(rawValue: boundaries[low] & 7)!
    }
  }
}

extension UInt32 {
  /// Whether it selects text or picture, or a form of a character; it has no width.
  var isVariationSelector: Bool {
    (0xFE00...0xFE0F).contains(self) || (0xE0100...0xE01EF).contains(self) || (0x180B...0x180D).contains(self)
      || self == 0x180F
  }

  /// Whether it is half of a flag.
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(self) }

  /// Whether it is a skin tone for the emoji before it.
  var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(self) }

  /// Whether it is a letter of a region's flag, after the black flag.
  var isTag: Bool { (0xE0020...0xE007F).contains(self) }

  /// Whether it is a picture that can be joined with others.
  var isEmoji: Bool { self > 0xA8 && Unicode.Scalar(self)?.properties.isEmoji == true }
}
