// One place of the screen: what stands there, how it looks, how wide it is.
import Locks

/// One place of the screen, in eight bytes without references: rows are compared as memory.
public struct Cell: Hashable, Sendable {
  /// A scalar's value, or `clusterFlag` and a number of `ClusterTable`, or 0: nothing, the right half of a wide cell.
  @usableFromInline let content: UInt32
  /// How it looks.
  public var style: StyleID
  /// 1 or 2 columns; 0 for the right half of the wide cell on its left.
  public let width: UInt8
  /// Makes the eighth byte one that is compared, not one that is left to chance.
  private let filler: UInt8 = 0

  @usableFromInline static var clusterFlag: UInt32 { 0x8000_0000 }

  init(content: UInt32, width: UInt8, style: StyleID) {
    self.content = content
    self.style = style
    self.width = width
  }

  /// A space.
  static func blank(_ style: StyleID) -> Cell { Cell(content: 0x20, width: 1, style: style) }

  /// The right half of a wide cell.
  static func rightHalf(_ style: StyleID) -> Cell { Cell(content: 0, width: 0, style: style) }

  /// Whether this is the right half of the wide cell on its left.
  @inlinable public var isRightHalf: Bool { width == 0 }

  /// The scalar, if there is just one.
  @inlinable public var scalar: Unicode.Scalar? {
    content & Self.clusterFlag == 0 && width > 0 ? Unicode.Scalar(content) : nil
  }

  /// All scalars; none for the right half of a wide cell.
  public var scalars: [Unicode.Scalar] {
    if width == 0 { return [] }
    if content & Self.clusterFlag == 0 { return [Unicode.Scalar(content)!] }
    return ClusterTable.scalars(number: Int(content & ~Self.clusterFlag))
  }
}

extension Cell {
  /// What every terminal draws in this cell's columns: the base and the marks over it. Of joined emoji it is the first;
  /// tones of skin, tags and variation selectors are left out, since terminals differ in how wide they make them. A
  /// flag is its two letters, of one column each.
  package var portableScalars: [Unicode.Scalar] {
    let all = scalars
    guard let base = all.first, all.count > 1 else { return all }
    if base.value.isRegionalIndicator { return all }
    return [base] + all.dropFirst().filter { ScalarClass($0.value) == .mark && !$0.value.isVariationSelector }
  }
}

/// The clusters of several scalars that cells of this process show.
struct ClusterTable {
  /// Protected by its own lock.
  private static let shared = Lock(ClusterTable())
  /// Past this many, a cluster is shown by one scalar of its width: a hostile file must not fill the memory.
  let limit: Int

  private var clusters: [[Unicode.Scalar]] = []
  private var numbers: [[Unicode.Scalar]: UInt32] = [:]

  init(limit: Int = 65_536) { self.limit = limit }

  /// A cell's content for these scalars.
  static func content(base: UInt32, followers: [UInt32]) -> UInt32 {
    shared.withLock { $0.content(base: base, followers: followers) }
  }

  /// The scalars of the cluster with this number.
  static func scalars(number: Int) -> [Unicode.Scalar] {
    shared.withLock { $0.clusters[number] }
  }

  mutating func content(base: UInt32, followers: [UInt32]) -> UInt32 {
    let scalars = [Unicode.Scalar(base)!] + followers.map { Unicode.Scalar($0)! }
    if let number = numbers[scalars] { return Cell.clusterFlag | number }
    // The base has the cluster's columns, save in a flag: one letter of it has one column of the two. In its place
    // stands the geta mark, which is as wide, and the printers' sign for a letter that they do not have.
    guard clusters.count < limit else { return base.isRegionalIndicator ? 0x3013 : base }
    let number = UInt32(clusters.count)
    clusters.append(scalars)
    numbers[scalars] = number
    return Cell.clusterFlag | number
  }
}
