// A number for each page of a file that has one.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Numbers by page, 0 where there is none. Memory follows the pages that have a number, not the size of the file, and a
/// look-up costs two loads.
final class PageMap {
  private typealias Chunk = UnsafeMutablePointer<UInt32>

  private static let chunkBits: UInt32 = 8
  private static let chunkSize = 1 << Int(chunkBits)

  /// The chunks by their place. The system gives memory for it as it is used, also where a damaged file has a page with
  /// a huge number.
  private var directory: UnsafeMutablePointer<Chunk?>?
  private var capacity = 0
  private var chunks: [Chunk] = []

  deinit { removeAll() }

  func removeAll() {
    for chunk in chunks { chunk.deallocate() }
    chunks.removeAll()
    free(directory)
    (directory, capacity) = (nil, 0)
  }

  @inline(__always) subscript(page: UInt32) -> UInt32 {
    get {
      let place = Int(page >> Self.chunkBits)
      guard place < capacity, let chunk = directory?[place] else { return 0 }
      return chunk[Int(page) & (Self.chunkSize - 1)]
    }
    set {
      if let chunk = chunk(Int(page >> Self.chunkBits), isMade: newValue != 0) {
        chunk[Int(page) & (Self.chunkSize - 1)] = newValue
      }
    }
  }

  private func chunk(_ place: Int, isMade: Bool) -> Chunk? {
    if place < capacity, let chunk = directory?[place] { return chunk }
    guard isMade else { return nil }
    if place >= capacity { grow(to: max(place + 1, 2 * capacity, 16)) }
    let chunk = Chunk.allocate(capacity: Self.chunkSize)
    chunk.initialize(repeating: 0, count: Self.chunkSize)
    chunks.append(chunk)
    directory?[place] = chunk
    return chunk
  }

  private func grow(to count: Int) {
    guard let memory = calloc(count, MemoryLayout<Chunk?>.stride) else { fatalError("There is no memory for a map.") }
    let grown = memory.bindMemory(to: Chunk?.self, capacity: count)
    if let directory { grown.update(from: directory, count: capacity) }
    free(directory)
    (directory, capacity) = (grown, count)
  }
}
