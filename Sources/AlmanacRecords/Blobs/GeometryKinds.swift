// Geometries: of GeoPackage, of SpatiaLite, and in well-known binary.

enum GeometryKinds {
  static let signatures: [BlobSignature] = [
    BlobSignature("GeoPackage geometry", "bin", [0x47, 0x50, 0], detail: packageDetail),
    BlobSignature("SpatiaLite geometry", "bin", [0, 0], if: isSpatiaLite) { spatiaLiteDetail($0, isBigEndian: true) },
    BlobSignature("SpatiaLite geometry", "bin", [0, 1], if: isSpatiaLite) { spatiaLiteDetail($0, isBigEndian: false) },
  ]

  /// Recognises a geometry in well-known binary: all available bytes must be valid.
  static func wellKnown(_ blob: BlobStart) -> ValueKind? {
    var walk = WellKnownGeometry(blob, at: 0)
    guard let type = walk.read(), !blob.isWhole || walk.isAtEnd else { return nil }
    let envelope = walk.isCut ? nil : walk.envelope
    return ValueKind("WKB", "wkb", detail: detail(type, envelope, srs: walk.srs))
  }

  private static func detail(_ type: String?, _ envelope: Envelope?, srs: Int?) -> String? {
    let parts = [type, envelope?.text, srs.flatMap { $0 > 0 ? "SRS \($0)" : nil }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The header has the reference system and, optionally, the envelope; the geometry after it has its type.
  @Sendable private static func packageDetail(_ blob: BlobStart) -> String? {
    guard let flags = blob.integer(3, 1) else { return nil }
    let isBigEndian = flags & 1 == 0
    let lengths = [0, 32, 48, 48, 64]
    let code = flags >> 1 & 7
    guard code < lengths.count else { return nil }
    func side(_ place: Int) -> Double? { blob.real(8 + place * 8, isBigEndian: isBigEndian) }
    var walk = WellKnownGeometry(blob, at: 8 + lengths[code])
    let type = walk.read()
    let given = code == 0 ? nil : Envelope(side(0), side(1), side(2), side(3))
    let read = type != nil && !walk.isCut ? walk.envelope : nil
    let isEmpty = flags & 0x10 != 0
    return detail(
      type.map { isEmpty ? "\($0) empty" : $0 }, isEmpty ? nil : given ?? read,
      srs: blob.integer(4, 4, isBigEndian: isBigEndian).map { Int(Int32(truncatingIfNeeded: $0)) })
  }

  @Sendable private static func isSpatiaLite(_ blob: BlobStart) -> Bool {
    blob.has([0x7C], at: 38) && blob.count >= 44 && (!blob.isWhole || blob.bytes.last == 0xFE)
  }

  private static func spatiaLiteDetail(_ blob: BlobStart, isBigEndian: Bool) -> String? {
    func side(_ place: Int) -> Double? { blob.real(6 + place * 8, isBigEndian: isBigEndian) }
    return detail(
      blob.integer(39, 4, isBigEndian: isBigEndian).flatMap(WellKnownGeometry.name),
      Envelope(side(0), side(2), side(1), side(3)), srs: blob.integer(2, 4, isBigEndian: isBigEndian))
  }
}

/// The bounds of a geometry.
struct Envelope {
  private(set) var x: ClosedRange<Double>?
  private(set) var y: ClosedRange<Double>?

  init() {}

  /// Makes bounds; nil if the numbers are not bounds.
  init?(_ minX: Double?, _ maxX: Double?, _ minY: Double?, _ maxY: Double?) {
    guard let minX, let maxX, let minY, let maxY, minX <= maxX, minY <= maxY else { return nil }
    (x, y) = (minX...maxX, minY...maxY)
  }

  mutating func add(_ x: Double, _ y: Double) {
    // An empty point is written with values that are not finite.
    guard x.isFinite, y.isFinite else { return }
    self.x = self.x.map { min($0.lowerBound, x)...max($0.upperBound, x) } ?? x...x
    self.y = self.y.map { min($0.lowerBound, y)...max($0.upperBound, y) } ?? y...y
  }

  /// `7.5 51` for a point, otherwise `7.5 51 to 8 52`.
  var text: String? {
    guard let x, let y else { return nil }
    let start = "\(Self.text(x.lowerBound)) \(Self.text(y.lowerBound))"
    let isPoint = x.lowerBound == x.upperBound && y.lowerBound == y.upperBound
    return isPoint ? start : "\(start) to \(Self.text(x.upperBound)) \(Self.text(y.upperBound))"
  }

  private static func text(_ number: Double) -> String {
    let text = String(number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Reads a geometry in well-known binary from front to back, until the available bytes end.
struct WellKnownGeometry {
  private let blob: BlobStart
  private var offset: Int
  private(set) var envelope = Envelope()
  /// The reference system, if the geometry names one.
  private(set) var srs: Int?
  /// Whether the geometry continues after the available bytes.
  private(set) var isCut = false

  private static let names = [
    "Geometry", "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon",
    "GeometryCollection", "CircularString", "CompoundCurve", "CurvePolygon", "MultiCurve", "MultiSurface", "Curve",
    "Surface", "PolyhedralSurface", "TIN", "Triangle",
  ]

  private static let depthLimit = 16

  /// The name of a type: `Point`, `LineString Z`.
  static func name(_ type: Int) -> String? {
    let (dimension, base) = (type / 1000, type % 1000)
    guard base < names.count, dimension < 4 else { return nil }
    return names[base] + ["", " Z", " M", " ZM"][dimension]
  }

  init(_ blob: BlobStart, at offset: Int) { (self.blob, self.offset) = (blob, offset) }

  var isAtEnd: Bool { offset == blob.count }

  /// The type of the geometry; nil if the bytes are not a geometry.
  mutating func read() -> String? { read(depth: 0) }

  private mutating func read(depth: Int) -> String? {
    guard depth < Self.depthLimit, let order = blob.integer(offset, 1), order <= 1,
      var type = blob.integer(offset + 1, 4, isBigEndian: order == 0)
    else { return depth > 0 ? cut() : nil }
    let isBigEndian = order == 0
    offset += 5
    // PostGIS encodes in bits what the standard encodes in thousands.
    let bits = type >> 28
    type &= 0x0FFF_FFFF
    if bits & 2 != 0 {
      guard let id = blob.integer(offset, 4, isBigEndian: isBigEndian) else { return nil }
      (srs, offset) = (id, offset + 4)
    }
    if bits != 0, type < 1000 { type += (bits & 8 != 0 ? 1000 : 0) + (bits & 4 != 0 ? 2000 : 0) }
    guard type % 1000 > 0, let name = Self.name(type) else { return nil }
    let reals = [2, 3, 3, 4][type / 1000]
    let isSound =
      switch type % 1000 {
      case 1: points(1, reals, isBigEndian)
      case 2, 8: counted(isBigEndian) { $0.points($1, reals, isBigEndian) }
      case 3, 17:
        counted(isBigEndian) { walk, rings in
          walk.each(rings) { $0.counted(isBigEndian) { $0.points($1, reals, isBigEndian) } }
        }
      case 4...7, 9...12, 15, 16: counted(isBigEndian) { $0.each($1) { $0.read(depth: depth + 1) != nil } }
      default: false
      }
    return isSound ? name : nil
  }

  /// Ends at the last available byte, which is valid if the rest of the blob was not read.
  private mutating func cut() -> String? {
    guard !blob.isWhole, offset + 5 > blob.bytes.count else { return nil }
    isCut = true
    return ""
  }

  private mutating func counted(
    _ isBigEndian: Bool, _ body: (inout WellKnownGeometry, Int) -> Bool
  ) -> Bool {
    guard let count = blob.integer(offset, 4, isBigEndian: isBigEndian) else { return cut() != nil }
    offset += 4
    return body(&self, count)
  }

  private mutating func each(_ count: Int, _ body: (inout WellKnownGeometry) -> Bool) -> Bool {
    // Each element takes at least four bytes.
    guard count <= (blob.count - offset) / 4 else { return false }
    for _ in 0..<count {
      guard body(&self) else { return false }
      if isCut { break }
    }
    return true
  }

  private mutating func points(_ count: Int, _ reals: Int, _ isBigEndian: Bool) -> Bool {
    guard count <= (blob.count - offset) / (8 * reals) else { return false }
    for _ in 0..<count {
      guard let x = blob.real(offset, isBigEndian: isBigEndian),
        let y = blob.real(offset + 8, isBigEndian: isBigEndian)
      else {
        isCut = true
        return true
      }
      envelope.add(x, y)
      offset += 8 * reals
    }
    return true
  }
}
