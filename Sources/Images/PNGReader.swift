// Reads PNG: all colour types and depths, interlaced too.

/// The reader of PNG files.
enum PNGReader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The most decompressed bytes.
  private static let mostBytes = 1 << 26

  /// The parts of a file.
  private struct Parts {
    var width = 0
    var height = 0
    var depth = 0
    var colours = Colours.grey
    var isInterlaced = false
    var palette: [Image.Pixel] = []
    /// The samples of the colour that is transparent; nil for none.
    var transparent: [Int]?
    var data: [UInt8] = []

    /// The number of bytes in a row of `width` pixels.
    func rowLength(_ width: Int) -> Int { (width * colours.samples * depth + 7) / 8 }
  }

  private enum Colours: Int {
    case grey = 0, rgb = 2, indexed = 3, greyWithOpacity = 4, rgbWithOpacity = 6

    /// The number of samples of a pixel.
    var samples: Int {
      switch self {
      case .grey, .indexed: 1
      case .greyWithOpacity: 2
      case .rgb: 3
      case .rgbWithOpacity: 4
      }
    }

    var depths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .indexed: [1, 2, 4, 8]
      case .rgb, .greyWithOpacity, .rgbWithOpacity: [8, 16]
      }
    }
  }

  /// A part of the pixels that is stored by itself: from these columns and rows on, in these steps.
  private struct Pass {
    var column, row, columnStep, rowStep: Int

    /// The number of its columns, of `width` of the picture.
    func width(_ width: Int) -> Int { max(0, (width - column + columnStep - 1) / columnStep) }

    /// The number of its rows, of `height` of the picture.
    func height(_ height: Int) -> Int { max(0, (height - row + rowStep - 1) / rowStep) }
  }

  private static let interlaced = [
    Pass(column: 0, row: 0, columnStep: 8, rowStep: 8), Pass(column: 4, row: 0, columnStep: 8, rowStep: 8),
    Pass(column: 0, row: 4, columnStep: 4, rowStep: 8), Pass(column: 2, row: 0, columnStep: 4, rowStep: 4),
    Pass(column: 0, row: 2, columnStep: 2, rowStep: 4), Pass(column: 1, row: 0, columnStep: 2, rowStep: 2),
    Pass(column: 0, row: 1, columnStep: 1, rowStep: 2),
  ]

  static func image(_ file: ImageBytes) throws -> Image {
    let parts = try parts(of: file)
    let passes = parts.isInterlaced ? interlaced : [Pass(column: 0, row: 0, columnStep: 1, rowStep: 1)]
    // An empty row has no filter.
    let length = passes.reduce(0) { sum, pass in
      let width = pass.width(parts.width)
      return sum + (width == 0 ? 0 : pass.height(parts.height) * (parts.rowLength(width) + 1))
    }
    guard length <= mostBytes else { throw Image.Problem.tooLarge }
    var rows = Rows(of: parts, passes.filter { $0.width(parts.width) > 0 && $0.height(parts.height) > 0 })
    try Inflater.inflate(zlib: parts.data, length: length) { try rows.take($0) }
    return rows.sums.image
  }

  /// Takes the rows of all passes, one after the other: undoes their filters and adds their pixels.
  private struct Rows {
    private let parts: Parts
    private var passes: ArraySlice<Pass>
    /// The number of finished rows of the first pass that is left.
    private var finished = 0
    /// The bytes of the present row so far, the number of its filter first.
    private var row: [UInt8] = []
    /// The row above; empty if there is none.
    private var above: [UInt8] = []
    private(set) var sums: PixelSums

    /// `passes`: those that have pixels.
    init(of parts: Parts, _ passes: [Pass]) {
      (self.parts, self.passes) = (parts, passes[...])
      sums = PixelSums(parts.width, parts.height, within: (Image.mostSide, Image.mostSide))
    }

    /// Takes the next bytes, at most as many as all rows have.
    mutating func take(_ bytes: ArraySlice<UInt8>) throws {
      var rest = bytes
      while !rest.isEmpty, let pass = passes.first {
        let length = 1 + parts.rowLength(pass.width(parts.width))
        let part = rest.prefix(length - row.count)
        row += part
        rest = rest.dropFirst(part.count)
        if row.count == length { try finishRow(of: pass) }
      }
    }

    private mutating func finishRow(of pass: Pass) throws {
      try PNGReader.unfilter(&row, above, step: max(1, parts.colours.samples * parts.depth / 8))
      sums.begin(row: pass.row + finished * pass.rowStep)
      for column in 0..<pass.width(parts.width) {
        sums.add(try PNGReader.pixel(column, row, parts), at: pass.column + column * pass.columnStep)
      }
      swap(&row, &above)
      row.removeAll(keepingCapacity: true)
      finished += 1
      if finished == pass.height(parts.height) {
        passes.removeFirst()
        (finished, above) = (0, [])
      }
    }
  }

  /// Reads the chunks, up to the end of the pixels.
  private static func parts(of file: ImageBytes) throws -> Parts {
    var parts = Parts()
    var offset = signature.count
    while true {
      let length = try file.big(offset, 4)
      let (name, start) = (String(decoding: try file.slice(offset + 4, 4), as: UTF8.self), offset + 8)
      guard (parts.width == 0) == (name == "IHDR") else { throw Image.Problem.damaged }
      switch name {
      case "IHDR":
        guard length == 13 else { throw Image.Problem.damaged }
        try readHeader(file, start, &parts)
      case "PLTE":
        guard length > 0, length % 3 == 0, length <= 768 else { throw Image.Problem.damaged }
        let bytes = Array(try file.slice(start, length))
        parts.palette = stride(from: 0, to: length, by: 3).map {
          Image.Pixel(bytes[$0], bytes[$0 + 1], bytes[$0 + 2])
        }
      case "tRNS": try readTransparency(file, start, length, &parts)
      case "IDAT": parts.data += try file.slice(start, length)
      case "IEND":
        guard parts.colours != .indexed || !parts.palette.isEmpty else { throw Image.Problem.damaged }
        return parts
      default: _ = try file.slice(start, length)
      }
      offset = start + length + 4
    }
  }

  private static func readHeader(_ file: ImageBytes, _ start: Int, _ parts: inout Parts) throws {
    (parts.width, parts.height) = try (file.big(start, 4), file.big(start + 4, 4))
    try ImageBytes.check(width: parts.width, height: parts.height)
    parts.depth = try file.byte(start + 8)
    guard let colours = Colours(rawValue: try file.byte(start + 9)), colours.depths.contains(parts.depth),
      try file.big(start + 10, 2) == 0, try file.byte(start + 12) <= 1
    else { throw Image.Problem.damaged }
    parts.colours = colours
    parts.isInterlaced = try file.byte(start + 12) == 1
  }

  private static func readTransparency(_ file: ImageBytes, _ start: Int, _ length: Int, _ parts: inout Parts) throws {
    let bytes = try file.slice(start, length)
    switch parts.colours {
    case .indexed:
      guard length <= parts.palette.count else { throw Image.Problem.damaged }
      for (index, opacity) in bytes.enumerated() { parts.palette[index].opacity = opacity }
    case .grey, .rgb:
      guard length == 2 * parts.colours.samples else { throw Image.Problem.damaged }
      parts.transparent = try (0..<parts.colours.samples).map { try file.big(start + 2 * $0, 2) }
    case .greyWithOpacity, .rgbWithOpacity: throw Image.Problem.damaged
    }
  }

  /// Undoes the filter of a row in place; its number is the first byte. `above`: the row above, which has the same
  /// length, or nothing. `step`: the bytes from a sample to that of the pixel before it.
  private static func unfilter(_ row: inout [UInt8], _ above: [UInt8], step: Int) throws {
    let filter = row[0]
    guard filter <= 4 else { throw Image.Problem.damaged }
    if filter == 0 { return }
    for place in 1..<row.count {
      let isAtStart = place <= step
      let left = isAtStart ? 0 : row[place - step]
      let up = above.isEmpty ? 0 : above[place]
      switch filter {
      case 1: row[place] &+= left
      case 2: row[place] &+= up
      case 3: row[place] &+= UInt8((Int(left) + Int(up)) / 2)
      default:
        let corner = isAtStart || above.isEmpty ? 0 : above[place - step]
        row[place] &+= predicted(Int(left), Int(up), Int(corner))
      }
    }
  }

  /// The neighbour that is nearest to `left + up - corner`.
  private static func predicted(_ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
    let (byLeft, byUp, byCorner) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
    return UInt8(byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner)
  }

  /// The pixel of a column, in a row with its filter first.
  private static func pixel(_ column: Int, _ row: [UInt8], _ parts: Parts) throws -> Image.Pixel {
    let (depth, count) = (parts.depth, parts.colours.samples)
    /// A sample as it is stored.
    func stored(_ index: Int) -> Int {
      let place = column * count + index
      switch depth {
      case 16: return Int(row[1 + 2 * place]) << 8 | Int(row[2 + 2 * place])
      case 8: return Int(row[1 + place])
      default:
        let bit = place * depth
        return Int(row[1 + bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
      }
    }
    /// A sample as 0-255.
    func value(_ index: Int) -> UInt8 {
      let sample = stored(index)
      return UInt8(depth == 16 ? sample >> 8 : depth == 8 ? sample : sample * 255 / (1 << depth - 1))
    }
    var pixel: Image.Pixel
    switch parts.colours {
    case .indexed:
      let index = stored(0)
      guard index < parts.palette.count else { throw Image.Problem.damaged }
      return parts.palette[index]
    case .grey: pixel = Image.Pixel(value(0), value(0), value(0))
    case .greyWithOpacity: return Image.Pixel(value(0), value(0), value(0), opacity: value(1))
    case .rgb: pixel = Image.Pixel(value(0), value(1), value(2))
    case .rgbWithOpacity: return Image.Pixel(value(0), value(1), value(2), opacity: value(3))
    }
    if let transparent = parts.transparent, transparent.indices.allSatisfy({ stored($0) == transparent[$0] }) {
      pixel.opacity = 0
    }
    return pixel
  }
}
