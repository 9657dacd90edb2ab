// Reads payloads that continue on other pages.

extension PageVersions {
  /// Visits the pages of a cell's overflow chain in order, as many as the payload needs.
  func visitChain(
    of cell: Cell, _ visit: (Page, _ size: Int) throws(UnknownReason) -> Void
  ) throws(UnknownReason) {
    guard cell.overflow != 0 else { return }
    let each = format.usableSize - 4
    var left = cell.payloadSize - Int(cell.localSize)
    // A payload that needs more pages than the file has is invalid.
    guard (left + each - 1) / each <= Int(pageCount) else { throw .damaged }
    var next = cell.overflow
    var circle = CircleGuard()
    while left > 0 {
      try circle.pass(next)
      let page = try pointedPage(next)
      try visit(page, min(left, each))
      left -= each
      next = try page.u32(0)
    }
  }

  /// The whole payload of a cell with an overflow chain. `visit` receives the number of each page of the chain.
  func chainedPayload(
    of cell: Cell, on page: Page, _ visit: (UInt32) -> Void = { _ in }
  ) throws(UnknownReason) -> [UInt8] {
    var bytes: [UInt8] = []
    // Memory grows with the pages read: a damaged size allocates nothing.
    bytes.reserveCapacity(min(cell.payloadSize, 1 << 20))
    try page.append(Int(cell.start)..<Int(cell.start) + Int(cell.localSize), to: &bytes)
    try visitChain(of: cell) { (page, size) throws(UnknownReason) in
      visit(page.number)
      try page.append(4..<4 + size, to: &bytes)
    }
    return bytes
  }

  /// The values of a cell. `visit` receives the number of each page of its overflow chain.
  func values(of cell: Cell, on page: Page, _ visit: (UInt32) -> Void = { _ in }) throws(UnknownReason) -> [RecordValue]
  {
    if cell.overflow == 0 { return try page.values(of: cell) }
    return try Record.values(ofChained: try chainedPayload(of: cell, on: page, visit))
  }
}

extension Page {
  /// The values of a cell that the page holds whole.
  func values(of cell: Cell) throws(UnknownReason) -> [RecordValue] {
    guard cell.overflow == 0, Int(cell.start) + Int(cell.localSize) <= size else { throw .damaged }
    return try Record.values(UnsafeRawBufferPointer(start: base + Int(cell.start), count: Int(cell.localSize)))
  }
}

extension Record {
  static func values(ofChained payload: [UInt8]) throws(UnknownReason) -> [RecordValue] {
    let result: Result<[RecordValue], UnknownReason> = payload.withUnsafeBytes { bytes in
      do throws(UnknownReason) { return .success(try values(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
