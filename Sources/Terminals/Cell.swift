// One cell of the screen: its character, style and width.
import Locks

/// One cell of the screen, in eight bytes without references, so that rows can be compared as memory.
public struct Cell: Hashable, Sendable {
  /// A scalar's value, or `clusterFlag` and a number of `ClusterTable`, or 0 for the right half of a wide cell.
  @usableFromInline let content: UInt32
  /// The style.
  public var style: StyleID
  /// 1 or 2 columns; 0 for the right half of the wide cell on its left.
  public let width: UInt8
  /// Gives the eighth byte a defined value, because rows are compared as memory.
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

  /// The scalar, if there is only one.
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
  /// The scalars that every terminal draws in this cell's columns: the base and the marks over it. Of joined emoji it
  /// is the first. Skin tones, tags and variation selectors are omitted, because terminals differ in the width they use
  /// for them. A flag is its two letters, of one column each.
  package var portableScalars: [Unicode.Scalar] {
    let all = scalars
    guard let base = all.first, all.count > 1 else { return all }
    if base.value.isRegionalIndicator { return all }
    return [base] + all.dropFirst().filter { ScalarClass($0.value) == .mark && !$0.value.isVariationSelector }
  }
}

/// The clusters of several scalars in the cells of this process.
struct ClusterTable {
  /// Protected by its own lock.
  private static let shared = Lock(ClusterTable())
  /// Beyond this number, a cluster is shown as one scalar of its width, so that a hostile file can't fill the memory.
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
    // The base is as wide as the cluster, except for a flag, whose single letter is one column wide instead of two. The
    // geta mark replaces it: it is two columns wide, and printers use it for a missing letter.
    guard clusters.count < limit else { return base.isRegionalIndicator ? 0x3013 : base }
    let number = UInt32(clusters.count)
    clusters.append(scalars)
    numbers[scalars] = number
    return Cell.clusterFlag | number
  }
}
