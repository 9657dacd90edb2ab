// Compares bytes, and reads numbers of variable length.

import Glibc

@inline(__always)
func bytesAreEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
  memcmp(left, right, count) == 0
}

/// Reads a number of 1 to 9 bytes, and moves the offset past it. Nil if it goes beyond the end.
@inline(__always)
func readVarint(_ base: UnsafeRawPointer, _ offset: inout Int, _ end: Int) -> UInt64? {
  guard offset < end else { return nil }
  var byte = base.load(fromByteOffset: offset, as: UInt8.self)
  offset += 1
  if byte < 128 { return UInt64(byte) }
  var value = UInt64(byte & 127)
  for _ in 0..<7 {
    guard offset < end else { return nil }
    byte = base.load(fromByteOffset: offset, as: UInt8.self)
    offset += 1
    value = value << 7 | UInt64(byte & 127)
    if byte < 128 { return value }
  }
  guard offset < end else { return nil }
  byte = base.load(fromByteOffset: offset, as: UInt8.self)
  offset += 1
  return value << 8 | UInt64(byte)
}
