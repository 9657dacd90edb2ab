// A number for each page of a file that has one.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Numbers by page, 0 where there is none. Memory follows the pages that have a number, not the size of the file, and a
/// look-up costs three loads.
///
/// Pages that stand side by side mostly have few numbers among them, such as that of their parent. So a chunk of pages has
/// one byte for each, and behind these the numbers themselves: a million pages take little more than a megabyte.
final class PageMap {
  /// The places of the pages' numbers, a byte each, then the numbers: at place 0, which means none, how many there are.
  private typealias Chunk = UnsafeMutableRawPointer

  private static let chunkBits: UInt32 = 7
  private static let chunkSize = 1 << Int(chunkBits)
  private static let mostNumbers = Int(UInt8.max)

  /// The chunks by their place. The system gives memory for it as it is used, also where a damaged file has a page with
  /// a huge number.
  private var directory: UnsafeMutablePointer<Chunk?>?
  private var capacity = 0
  /// The places of the chunks that there are.
  private var places: [Int] = []

  deinit { removeAll() }

  func removeAll() {
    for place in places { free(directory?[place]) }
    places.removeAll()
    free(directory)
    (directory, capacity) = (nil, 0)
  }

  @inline(__always) subscript(page: UInt32) -> UInt32 {
    get {
      let place = Int(page >> Self.chunkBits)
      guard place < capacity, let chunk = directory?[place] else { return 0 }
      let index = chunk.load(fromByteOffset: Self.offset(of: page), as: UInt8.self)
      return index == 0 ? 0 : Self.numbers(chunk)[Int(index)]
    }
    set {
      let place = Int(page >> Self.chunkBits)
      if newValue == 0, place >= capacity || directory?[place] == nil { return }
      let index = newValue == 0 ? 0 : index(of: newValue, inChunkAt: place)
      directory?[place]?.storeBytes(of: index, toByteOffset: Self.offset(of: page), as: UInt8.self)
    }
  }

  private static func offset(of page: UInt32) -> Int { Int(page) & (chunkSize - 1) }

  private static func numbers(_ chunk: Chunk) -> UnsafeMutablePointer<UInt32> {
    (chunk + chunkSize).assumingMemoryBound(to: UInt32.self)
  }

  /// The place of a number among those of a chunk, where it is put if it is not there yet.
  private func index(of number: UInt32, inChunkAt place: Int) -> UInt8 {
    let chunk = chunk(place)
    var numbers = Self.numbers(chunk)
    var count = Int(numbers[0])
    // The newest first: the children of a page come one after the other.
    for index in stride(from: count, to: 0, by: -1) where numbers[index] == number { return UInt8(index) }
    if count == Self.mostNumbers {
      Self.dropUnused(chunk)
      count = Int(numbers[0])
    }
    count += 1
    // There is room for four at first, and for twice as many whenever it is full.
    if count >= 4, count & (count - 1) == 0 {
      let grown: Chunk! = realloc(chunk, Self.size(slots: 2 * count))
      precondition(grown != nil, Self.outOfMemory)
      directory?[place] = grown
      numbers = Self.numbers(grown)
    }
    numbers[count] = number
    numbers[0] = UInt32(count)
    return UInt8(count)
  }

  /// Drops the numbers that no page has any more: the pages have at most half as many as there is room for.
  private static func dropUnused(_ chunk: Chunk) {
    let numbers = numbers(chunk)
    var newIndexes = [UInt8](repeating: 0, count: mostNumbers + 1)
    let pages = chunk.assumingMemoryBound(to: UInt8.self)
    var isUsed = [Bool](repeating: false, count: mostNumbers + 1)
    for page in 0..<chunkSize { isUsed[Int(pages[page])] = true }
    var count = 0
    for index in 1...mostNumbers where isUsed[index] {
      count += 1
      numbers[count] = numbers[index]
      newIndexes[index] = UInt8(count)
    }
    numbers[0] = UInt32(count)
    for page in 0..<chunkSize { pages[page] = newIndexes[Int(pages[page])] }
  }

  private func chunk(_ place: Int) -> Chunk {
    if place < capacity, let chunk = directory?[place] { return chunk }
    if place >= capacity { grow(to: max(place + 1, 2 * capacity, 16)) }
    guard let chunk = calloc(1, Self.size(slots: 4)) else { fatalError(Self.outOfMemory) }
    places.append(place)
    directory?[place] = chunk
    return chunk
  }

  private static func size(slots: Int) -> Int { chunkSize + slots * MemoryLayout<UInt32>.stride }

  private func grow(to count: Int) {
    guard let memory = calloc(count, MemoryLayout<Chunk?>.stride) else { fatalError(Self.outOfMemory) }
    let grown = memory.bindMemory(to: Chunk?.self, capacity: count)
    if let directory { grown.update(from: directory, count: capacity) }
    free(directory)
    (directory, capacity) = (grown, count)
  }

  private static let outOfMemory = "There is no memory for a map."
}
