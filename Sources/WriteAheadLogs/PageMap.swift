// A number for each page of a file that has one.

/// Numbers by page, 0 where there is none. Memory follows the pages that have a number, not the size of the file, and a
/// look-up costs two loads.
final class PageMap {
  private static let chunkBits: UInt32 = 10
  private static let chunkSize = 1 << Int(chunkBits)

  private var chunks: ContiguousArray<UnsafeMutablePointer<UInt32>?> = []

  deinit { removeAll() }

  func removeAll() {
    for chunk in chunks { chunk?.deallocate() }
    chunks.removeAll()
  }

  subscript(page: UInt32) -> UInt32 {
    get {
      let place = Int(page >> Self.chunkBits)
      guard place < chunks.count, let chunk = chunks[place] else { return 0 }
      return chunk[Int(page) & (Self.chunkSize - 1)]
    }
    set {
      let place = Int(page >> Self.chunkBits)
      if place >= chunks.count {
        guard newValue != 0 else { return }
        chunks.append(contentsOf: repeatElement(nil, count: place + 1 - chunks.count))
      }
      let chunk: UnsafeMutablePointer<UInt32>
      if let present = chunks[place] {
        chunk = present
      } else {
        guard newValue != 0 else { return }
        chunk = .allocate(capacity: Self.chunkSize)
        chunk.initialize(repeating: 0, count: Self.chunkSize)
        chunks[place] = chunk
      }
      chunk[Int(page) & (Self.chunkSize - 1)] = newValue
    }
  }
}
