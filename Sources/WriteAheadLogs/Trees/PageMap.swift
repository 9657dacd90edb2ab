// A map from pages to numbers.

import Glibc
import Locks

/// A number for some pages; 0 for the others. Memory use depends on the pages that have a number, not on the size of
/// the file.
///
/// Neighbouring pages often have few different numbers: leaves of a table have one parent. So a chunk of pages begins
/// as a table of its numbers, with a byte per page, and gets four bytes per page when the numbers become many. A
/// million leaves take little more than a megabyte.
final class PageMap {
  /// A chunk in one of two forms. In a table a page's byte is 0, or the index of its number, from 1 on.
  ///
  ///     count | a byte for each page | the numbers
  ///     plain | the number of each page
  private typealias Chunk = UnsafeMutableRawPointer

  private static let chunkBits: UInt32 = 7
  private static let chunkSize = 1 << Int(chunkBits)
  private static let plain = UInt32.max
  /// A table has room for three numbers, then seven, fifteen, and at most this.
  private static let mostNumbers: UInt32 = 31

  /// The offsets of the pages, and of a table's numbers after its pages.
  private static let (pages, numbers) = (4, 4 + chunkSize)

  /// The chunks by index. The system provides its memory only as it is used, also if a damaged file has a page with a
  /// huge number.
  private var directory: UnsafeMutablePointer<Chunk?>?
  private var capacity = 0
  /// The indices of the existing chunks.
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
      return Self.number(at: Int(page) & (Self.chunkSize - 1), in: chunk)
    }
    set {
      let (place, page) = (Int(page >> Self.chunkBits), Int(page) & (Self.chunkSize - 1))
      if newValue == 0, place >= capacity || directory?[place] == nil { return }
      set(newValue, at: page, in: chunk(place), place)
    }
  }

  @inline(__always) private static func number(at page: Int, in chunk: Chunk) -> UInt32 {
    if chunk.load(as: UInt32.self) == plain { return chunk.load(fromByteOffset: pages + 4 * page, as: UInt32.self) }
    let index = chunk.load(fromByteOffset: pages + page, as: UInt8.self)
    return index == 0 ? 0 : chunk.load(fromByteOffset: numbers + 4 * (Int(index) - 1), as: UInt32.self)
  }

  private func set(_ number: UInt32, at page: Int, in chunk: Chunk, _ place: Int) {
    let count = chunk.load(as: UInt32.self)
    if count == Self.plain {
      return chunk.storeBytes(of: number, toByteOffset: Self.pages + 4 * page, as: UInt32.self)
    }
    if number == 0 { return chunk.storeBytes(of: 0, toByteOffset: Self.pages + page, as: UInt8.self) }
    // The newest first: the children of a page come one after the other.
    for index in stride(from: Int(count), to: 0, by: -1)
    where chunk.load(fromByteOffset: Self.numbers + 4 * (index - 1), as: UInt32.self) == number {
      return chunk.storeBytes(of: UInt8(index), toByteOffset: Self.pages + page, as: UInt8.self)
    }
    if count == Self.mostNumbers {
      let chunk = makePlain(chunk, place)
      return chunk.storeBytes(of: number, toByteOffset: Self.pages + 4 * page, as: UInt32.self)
    }
    let new = count + 1
    let isFull = count >= 3 && new & count == 0
    let chunk = isFull ? resized(chunk, place, to: Self.size(numbers: Int(2 * count + 1))) : chunk
    chunk.storeBytes(of: number, toByteOffset: Self.numbers + 4 * Int(count), as: UInt32.self)
    chunk.storeBytes(of: UInt8(new), toByteOffset: Self.pages + page, as: UInt8.self)
    chunk.storeBytes(of: new, as: UInt32.self)
  }

  private func makePlain(_ table: Chunk, _ place: Int) -> Chunk {
    let numbers = (0..<Self.chunkSize).map { Self.number(at: $0, in: table) }
    let chunk = resized(table, place, to: Self.pages + 4 * Self.chunkSize)
    chunk.storeBytes(of: Self.plain, as: UInt32.self)
    numbers.withUnsafeBytes { (chunk + Self.pages).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    return chunk
  }

  private func resized(_ chunk: Chunk, _ place: Int, to size: Int) -> Chunk {
    guard let resized = realloc(chunk, size) else { endProgram(because: Self.outOfMemory) }
    directory?[place] = resized
    return resized
  }

  private func chunk(_ place: Int) -> Chunk {
    if place < capacity, let chunk = directory?[place] { return chunk }
    if place >= capacity { grow(to: max(place + 1, 2 * capacity, 16)) }
    guard let chunk = calloc(1, Self.size(numbers: 3)) else { endProgram(because: Self.outOfMemory) }
    places.append(place)
    directory?[place] = chunk
    return chunk
  }

  private static func size(numbers count: Int) -> Int { numbers + 4 * count }

  private func grow(to count: Int) {
    guard let memory = calloc(count, MemoryLayout<Chunk?>.stride) else { endProgram(because: Self.outOfMemory) }
    let grown = memory.bindMemory(to: Chunk?.self, capacity: count)
    // Only the chunks: touching the rest would allocate its memory.
    for place in places { grown[place] = directory?[place] }
    free(directory)
    (directory, capacity) = (grown, count)
  }

  private static let outOfMemory: StaticString = "There is no memory for a map of the file's pages."
}
