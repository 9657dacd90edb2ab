// A value before and after a change, as readable text on one line: of long values only the part that differs.
import Databases

extension ExactValue {
  /// The most bytes of a common part that are shown whole.
  private static let commonLimit = 32
  /// The bytes that remain of a longer common part, next to the difference.
  private static let context = 12

  /// Both values as readable text. If texts or blobs have a long part in common, `…` replaces most of it.
  static func shown(before: ExactValue, after: ExactValue, limit: Int = 100) -> (before: String, after: String) {
    let (old, new): ([UInt8], [UInt8])
    switch (before, after) {
    case (.text(let a), .text(let b)), (.blob(let a), .blob(let b)): (old, new) = (a, b)
    default: return (before.shown(limit: limit), after.shown(limit: limit))
    }
    let shorter = min(old.count, new.count)
    var (start, end) = (0, 0)
    while start < shorter, old[start] == new[start] { start += 1 }
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    func part(_ value: ExactValue, _ bytes: [UInt8]) -> String {
      var range = bytes.indices
      if start > commonLimit { range = start - context..<range.upperBound }
      if end > commonLimit { range = range.lowerBound..<bytes.count - end + context }
      return value.shown(in: range, limit: limit)
    }
    return (part(before, old), part(after, new))
  }

  /// The value as readable text; of a text or a blob only the bytes in `range`, with `…` for the others.
  private func shown(in range: Range<Int>, limit: Int) -> String {
    switch self {
    case .text(let bytes) where range != bytes.indices:
      let isInside: (Int) -> Bool = { bytes.indices.contains($0) && bytes[$0] & 0xC0 == 0x80 }
      let start = (max(0, range.lowerBound - 3)...range.lowerBound).last { !isInside($0) } ?? range.lowerBound
      let end = (range.upperBound...range.upperBound + 3).first { !isInside($0) } ?? range.upperBound
      let text = ExactValue.text(Array(bytes[start..<end])).shown(limit: limit)
      return (start > 0 ? "…" : "") + text + (end < bytes.count && !text.hasSuffix("…") ? "…" : "")
    case .blob(let bytes) where range != bytes.indices:
      let part = Self.hexadecimal(Array(bytes[range]), limit: limit)
      let digits = part.dropFirst(2).dropLast()
      let isWhole = range.upperBound == bytes.count && part.hasSuffix("'")
      return "x'" + (range.lowerBound > 0 ? "…" : "") + digits + (isWhole ? "'" : "…")
    default: return shown(limit: limit)
    }
  }
}
