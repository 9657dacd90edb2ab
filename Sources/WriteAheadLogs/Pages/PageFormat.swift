// The properties of all pages, from page 1.

/// The measures of a file's pages, and other values of its header.
struct PageFormat: Equatable {
  enum Encoding: UInt32 { case utf8 = 1, utf16Little, utf16Big }

  let pageSize: Int
  /// The bytes of a page that SQLite uses, without the bytes that extensions reserve at its end.
  let usableSize: Int
  let encoding: Encoding
  /// Whether the file is an auto-vacuum one: it has pages with the parent of each page.
  let hasPointerMap: Bool
  let schemaCookie: UInt32
  let freelistTrunk: UInt32
  let freelistCount: UInt32

  init(_ first: Page, pageSize: Int) throws(UnknownReason) {
    guard first.size == pageSize, first.beginsLikeDatabase else { throw .damaged }
    let reserved = Int(try first.byte(20))
    self.pageSize = pageSize
    usableSize = pageSize - reserved
    guard usableSize >= 480 else { throw .damaged }
    let encoding = try first.u32(56)
    // A file without tables has no encoding yet.
    guard let known = Encoding(rawValue: max(encoding, 1)) else { throw .damaged }
    self.encoding = known
    hasPointerMap = try first.u32(52) != 0
    schemaCookie = try first.u32(40)
    freelistTrunk = try first.u32(32)
    freelistCount = try first.u32(36)
  }

  /// The page with SQLite's locks, a gigabyte into the file. It never holds anything else.
  var lockPage: UInt32 { UInt32(1 << 30 / pageSize) + 1 }

  func isPointerMap(_ page: UInt32) -> Bool {
    guard hasPointerMap, page >= 2 else { return false }
    return pointerMap(for: page) == page
  }

  /// The pointer-map page with the entry of a page.
  func pointerMap(for page: UInt32) -> UInt32 {
    let group = UInt32(usableSize / 5) + 1
    let map = (page - 2) / group * group + 2
    return map == lockPage ? map + 1 : map
  }

  static func isPageSize(_ size: Int) -> Bool { size >= 512 && size <= 65536 && size & (size - 1) == 0 }

  func string(_ bytes: [UInt8]) -> String {
    switch encoding {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .utf16Little, .utf16Big:
      let high = encoding == .utf16Big ? 0 : 1
      var units: [UInt16] = []
      for place in stride(from: 0, to: bytes.count - 1, by: 2) {
        units.append(UInt16(bytes[place + high]) << 8 | UInt16(bytes[place + 1 - high]))
      }
      return String(decoding: units, as: UTF16.self)
    }
  }
}
