// Reads JPEG with Huffman codes, sequential or progressive.
//
// Each block of 8x8 samples begins with its mean. For a large or progressive picture the means are the picture: an eighth
// of its size is still more than the cells of a pane. Of a small one all coefficients count.

/// The reader of JPEG files.
struct JPEGReader {
  static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]
  /// The greatest sum of width and height of a picture whose blocks are drawn in full.
  private static let mostWhole = 1280

  /// A colour component.
  private struct Component {
    var id, across, down, quantization: Int
    /// The blocks of each row, and the rows of blocks. The blocks that fill up the last unit count too.
    var blocksAcross = 0
    var blocksDown = 0
    var dcCode = 0
    var acCode = 0
    var last = 0
    var isRead = false
  }

  private let file: ImageBytes
  private var (width, height) = (0, 0)
  private var components: [Component] = []
  /// The samples of each component.
  private var planes: [[UInt8]] = []
  /// The coefficients of a block, then its samples.
  private var block = [Float](repeating: 0, count: 64)
  private var (mostAcross, mostDown) = (1, 1)
  private var isProgressive = false
  /// The side of a block in the result: 8, or 1 if only its mean counts.
  private var side = 1
  private var quantizations = [[Int]](repeating: [], count: 4)
  private var dcCodes = [JPEGCode?](repeating: nil, count: 4)
  private var acCodes = [JPEGCode?](repeating: nil, count: 4)
  private var restartInterval = 0
  /// Whether three components are red, green and blue, by Adobe's marker.
  private var isRGB = false
  private var hasAdobeMarker = false

  static func image(_ file: ImageBytes) throws -> Image {
    var reader = JPEGReader(file: file)
    try reader.readSegments()
    return try reader.image()
  }

  private init(file: ImageBytes) { self.file = file }

  // MARK: Segments

  private mutating func readSegments() throws {
    var offset = 2
    while true {
      guard try file.byte(offset) == 0xFF else { throw Image.Problem.damaged }
      let marker = try file.byte(offset + 1)
      offset += 2
      switch marker {
      case 0xFF: offset -= 1
      case 0x01, 0xD0...0xD7: break
      case 0xD9: throw Image.Problem.damaged
      default:
        let length = try file.big(offset, 2)
        guard length >= 2 else { throw Image.Problem.damaged }
        let (start, end) = (offset + 2, offset + length)
        _ = try file.slice(offset, length)
        offset = end
        switch marker {
        case 0xC0, 0xC1, 0xC2: try readFrame(start, end, isProgressive: marker == 0xC2)
        case 0xC4: try readCodes(start, end)
        case 0xC3, 0xC5...0xCF: throw Image.Problem.unknown
        case 0xDB: try readQuantizations(start, end)
        case 0xDD: restartInterval = try file.big(start, 2)
        case 0xEE:
          if length >= 14, file.has(Array("Adobe".utf8), at: start) {
            (hasAdobeMarker, isRGB) = (true, try file.byte(start + 11) == 0)
          }
        case 0xDA:
          offset = try readScan(start, end)
          if components.allSatisfy(\.isRead) { return }
        default: break
        }
      }
    }
  }

  private mutating func readFrame(_ start: Int, _ end: Int, isProgressive: Bool) throws {
    guard components.isEmpty else { throw Image.Problem.damaged }
    self.isProgressive = isProgressive
    guard try file.byte(start) == 8 else { throw Image.Problem.unknown }
    (height, width) = try (file.big(start + 1, 2), file.big(start + 3, 2))
    try ImageBytes.check(width: width, height: height)
    let count = try file.byte(start + 5)
    guard [1, 3, 4].contains(count) else { throw Image.Problem.unknown }
    guard end - start == 6 + 3 * count else { throw Image.Problem.damaged }
    for place in stride(from: start + 6, to: end, by: 3) {
      let sampling = try file.byte(place + 1)
      let component = try Component(
        id: file.byte(place), across: sampling >> 4, down: sampling & 0xF, quantization: file.byte(place + 2))
      guard (1...4).contains(component.across), (1...4).contains(component.down), component.quantization < 4 else {
        throw Image.Problem.damaged
      }
      components.append(component)
    }
    mostAcross = components.map(\.across).max()!
    mostDown = components.map(\.down).max()!
    side = !isProgressive && width + height <= Self.mostWhole ? 8 : 1
    let (unitsAcross, unitsDown) = units
    for index in components.indices {
      components[index].blocksAcross = unitsAcross * components[index].across
      components[index].blocksDown = unitsDown * components[index].down
      let count = components[index].blocksAcross * components[index].blocksDown
      planes.append(Array(repeating: 128, count: count * side * side))
    }
  }

  /// The number of units of a scan with all components.
  private var units: (across: Int, down: Int) {
    let (unitWidth, unitHeight) = (8 * mostAcross, 8 * mostDown)
    return ((width + unitWidth - 1) / unitWidth, (height + unitHeight - 1) / unitHeight)
  }

  private mutating func readQuantizations(_ start: Int, _ end: Int) throws {
    var offset = start
    while offset < end {
      let info = try file.byte(offset)
      let size = info >> 4 == 0 ? 1 : 2
      guard info & 0xF < 4, offset + 1 + 64 * size <= end else { throw Image.Problem.damaged }
      quantizations[info & 0xF] = try (0..<64).map { try file.big(offset + 1 + $0 * size, size) }
      offset += 1 + 64 * size
    }
  }

  private mutating func readCodes(_ start: Int, _ end: Int) throws {
    var offset = start
    while offset < end {
      let info = try file.byte(offset)
      let counts = try file.slice(offset + 1, 16).map(Int.init)
      let count = counts.reduce(0, +)
      guard info & 0xF < 4, info >> 4 < 2, count <= 256, offset + 17 + count <= end else {
        throw Image.Problem.damaged
      }
      let code = try JPEGCode(counts, Array(file.slice(offset + 17, count)))
      if info >> 4 == 0 { dcCodes[info & 0xF] = code } else { acCodes[info & 0xF] = code }
      offset += 17 + count
    }
  }

  // MARK: Blocks

  /// Reads a scan. Returns the position after it.
  private mutating func readScan(_ start: Int, _ end: Int) throws -> Int {
    let count = try file.byte(start)
    guard (1...4).contains(count), end - start == 4 + 2 * count else { throw Image.Problem.damaged }
    var places: [Int] = []
    for place in stride(from: start + 1, to: start + 1 + 2 * count, by: 2) {
      let (id, codes) = try (file.byte(place), file.byte(place + 1))
      guard let index = components.firstIndex(where: { $0.id == id }), !places.contains(index), codes >> 4 < 4,
        codes & 0xF < 4
      else { throw Image.Problem.damaged }
      (components[index].dcCode, components[index].acCode, components[index].last) = (codes >> 4, codes & 0xF, 0)
      places.append(index)
    }
    let (first, shifts) = try (file.byte(end - 3), file.byte(end - 1))
    // Of a progressive picture only the scans with the means are read. Others may come before them.
    if isProgressive, first > 0 || shifts >> 4 > 0 { return try endOfScan(from: end) }
    var bits = JPEGBits(file, at: end)
    guard !places.contains(where: { components[$0].isRead }) else { throw Image.Problem.damaged }
    let shift = isProgressive ? shifts & 0xF : 0
    var left = restartInterval
    func restart(_ reader: inout JPEGReader) throws {
      guard reader.restartInterval > 0 else { return }
      if left == 0 {
        try bits.restart()
        for index in places { reader.components[index].last = 0 }
        left = reader.restartInterval
      }
      left -= 1
    }
    if places.count == 1 {
      // The blocks of one component alone are only those with samples of the picture.
      let component = components[places[0]]
      let (across, down) = (
        (width * component.across + mostAcross * 8 - 1) / (mostAcross * 8),
        (height * component.down + mostDown * 8 - 1) / (mostDown * 8)
      )
      for row in 0..<down {
        try Task.checkCancellation()
        for column in 0..<across {
          try restart(&self)
          try readBlock(&bits, places[0], column, row, shift)
        }
      }
    } else {
      for row in 0..<units.down {
        try Task.checkCancellation()
        for column in 0..<units.across {
          try restart(&self)
          for index in places {
            let (across, down) = (components[index].across, components[index].down)
            for y in 0..<down {
              for x in 0..<across { try readBlock(&bits, index, column * across + x, row * down + y, shift) }
            }
          }
        }
      }
    }
    for index in places { components[index].isRead = true }
    return bits.end
  }

  /// The position of the marker after a scan that is passed over.
  private func endOfScan(from start: Int) throws -> Int {
    var place = start
    while true {
      if try file.byte(place) == 0xFF {
        // 0 after 255 tells that it is no marker, and a restart marker is within the scan.
        let marker = try file.byte(place + 1)
        if marker != 0, !(0xD0...0xD7).contains(marker) { return place }
      }
      place += 1
    }
  }

  /// The place of each coefficient in the order of the file.
  private static let zigzag = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
  ]

  private mutating func readBlock(
    _ bits: inout JPEGBits, _ index: Int, _ column: Int, _ row: Int, _ shift: Int
  ) throws {
    let component = components[index]
    let quantization = quantizations[component.quantization]
    guard let dcCode = dcCodes[component.dcCode], !quantization.isEmpty else { throw Image.Problem.damaged }
    let length = try bits.symbol(dcCode)
    guard length <= 11 else { throw Image.Problem.damaged }
    let mean = try component.last + bits.number(length)
    guard abs(mean) < 1 << 15 else { throw Image.Problem.damaged }
    components[index].last = mean
    let first = (mean << shift) * quantization[0]
    for place in 1..<64 { block[place] = 0 }
    block[0] = Float(first)
    if !isProgressive {
      guard let acCode = acCodes[component.acCode] else { throw Image.Problem.damaged }
      var place = 1
      while place < 64 {
        let symbol = try bits.symbol(acCode)
        let (run, length) = (symbol >> 4, symbol & 0xF)
        if length == 0, run < 15 { break }
        place += run
        guard place < 64 else { throw Image.Problem.damaged }
        let value = try bits.number(length)
        block[Self.zigzag[place]] = Float(value * quantization[place])
        place += 1
      }
    }
    func sample(_ value: Float) -> UInt8 { UInt8(min(max(value.rounded() + 128, 0), 255)) }
    let start = (row * side * component.blocksAcross + column) * side
    if side == 1 {
      planes[index][start] = sample(Float(first) / 8)
      return
    }
    transformBlock()
    for y in 0..<8 {
      let line = start + y * component.blocksAcross * 8
      for x in 0..<8 { planes[index][line + x] = sample(block[8 * y + x]) }
    }
  }

  /// For each x the cosines of (2x + 1)u pi / 16, halved; that of u = 0 is divided by the square root of two as well.
  private static let cosines: [SIMD8<Float>] = {
    // The cosines of multiples of pi / 16 in the first quadrant.
    let quarter: [Float] = [
      1, 0.980_785_3, 0.923_879_5, 0.831_469_6, 0.707_106_8, 0.555_570_2, 0.382_683_4, 0.195_090_3, 0,
    ]
    func cosine(_ sixteenths: Int) -> Float {
      let place = sixteenths % 32
      return place <= 8
        ? quarter[place] : place <= 16 ? -quarter[16 - place] : place <= 24 ? -quarter[place - 16] : quarter[32 - place]
    }
    return (0..<8).map { x in
      SIMD8((0..<8).map { u in (u == 0 ? quarter[4] : cosine((2 * x + 1) * u)) / 2 })
    }
  }()

  /// Makes the samples of a block from its coefficients: first along the rows, then along the columns.
  private mutating func transformBlock() {
    let cosines = Self.cosines
    for (step, line) in [(1, 8), (8, 1)] {
      for start in stride(from: 0, to: 8 * line, by: line) {
        var old = SIMD8<Float>()
        for u in 0..<8 { old[u] = block[start + u * step] }
        for x in 0..<8 { block[start + x * step] = (old * cosines[x]).sum() }
      }
    }
  }

  // MARK: Colours

  private func image() throws -> Image {
    // An eighth, rounded up, or the size itself.
    let (width, height) = ((width * side + 7) / 8, (height * side + 7) / 8)
    var sums = PixelSums(width, height, within: (Image.mostSide, Image.mostSide))
    for y in 0..<height {
      try Task.checkCancellation()
      sums.begin(row: y)
      for x in 0..<width {
        func sample(_ index: Int) -> Int {
          let component = components[index]
          let (column, row) = (x * component.across / mostAcross, y * component.down / mostDown)
          return Int(planes[index][row * component.blocksAcross * side + column])
        }
        sums.add(pixel(sample), at: x)
      }
    }
    return sums.image
  }

  private func pixel(_ sample: (Int) -> Int) -> Image.Pixel {
    func part(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    if components.count == 1 {
      let grey = UInt8(sample(0))
      return Image.Pixel(grey, grey, grey)
    }
    var (red, green, blue) = (Double(sample(0)), Double(sample(1)), Double(sample(2)))
    // Without Adobe's marker, four components are inks.
    if components.count == 4 ? hasAdobeMarker && !isRGB : !isRGB {
      let (light, toBlue, toRed) = (red, green - 128, blue - 128)
      red = light + 1.402 * toRed
      green = light - 0.344_136 * toBlue - 0.714_136 * toRed
      blue = light + 1.772 * toBlue
    }
    guard components.count == 4 else { return Image.Pixel(part(red), part(green), part(blue)) }
    // Adobe stores inks inverted.
    let black = Double(sample(3))
    func printed(_ ink: Double) -> UInt8 {
      hasAdobeMarker ? part(ink * black / 255) : part((255 - ink) * (255 - black) / 255)
    }
    return Image.Pixel(printed(red), printed(green), printed(blue))
  }
}
