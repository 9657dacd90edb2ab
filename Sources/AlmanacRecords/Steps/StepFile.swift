// The file of steps on the disk: entries are only added, until the whole file is replaced.
//
//   almanac steps 1          the version
//   1764300000.123           when the database file was made: a reused inode is noticed
//   length, check            four bytes each, the check belongs to the length
//   entry, checksum          the checksum has eight bytes
//   ...
//
// `flock` keeps the programs that have the same database open from writing at the same time.
import Databases
import Glibc

/// Where the steps of a database file are kept.
public struct StepPlace: Hashable, Sendable {
  /// The file.
  public var path: String
  /// The folders on the way to it that may have to be made, the outermost first.
  public var folders: [String]
  /// When the database file was made; empty if the system doesn't say.
  public var birth: String

  /// Makes a place.
  public init(path: String, folders: [String], birth: String) {
    (self.path, self.folders, self.birth) = (path, folders, birth)
  }
}

/// Why steps can't be kept or read, as the rest of a sentence.
enum StepFileTrouble: Error, Hashable {
  /// A call failed, with its number.
  case system(CInt)
  /// A newer version of the program has written it.
  case newer
  /// Another program holds it.
  case held
}

/// The file of steps. Each call locks it, and first reads what others have added.
struct StepFile {
  /// What was read.
  struct News {
    var entries: [(id: StepID, entry: StepEntry)] = []
    /// Whether all of the file was read: what was known before doesn't count any more.
    var isWhole = false
    /// Whether a part of the file is damaged, so that steps are lost.
    var isDamaged = false
  }

  /// The file as it is on the disk, to notice that it has changed.
  struct Version: Hashable {
    var inode: UInt = 0
    var length = 0
  }

  let place: StepPlace
  private var descriptor: CInt = -1
  /// What is known of the file.
  private(set) var version = Version()

  /// The time to wait for another program that writes to the file, in milliseconds.
  private static let patience = 200
  private static let title = "almanac steps "
  private static let number = 1

  init(_ place: StepPlace) { self.place = place }

  /// The version that is at the path now.
  static func version(at path: String) -> Version {
    var status = stat()
    guard stat(path, &status) == 0 else { return Version() }
    return Version(inode: UInt(status.st_ino), length: Int(status.st_size))
  }

  mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    (descriptor, version) = (-1, Version())
  }

  // MARK: Reading

  /// Reads what has been added. Nothing is read if there is no file. Throws `StepFileTrouble`.
  mutating func read() throws -> News {
    guard try lock(creates: false) else {
      defer { version = Version() }
      return News(isWhole: version != Version())
    }
    defer { unlock() }
    return try readNews()
  }

  /// Adds entries. Returns what others have added before them. Throws `StepFileTrouble`.
  mutating func append(_ entries: [(id: StepID, entry: StepEntry)], syncs: Bool) throws -> News {
    _ = try lock(creates: true)
    defer { unlock() }
    let news = try readNews()
    var bytes: [UInt8] = version.length == 0 ? header : []
    for (id, entry) in entries { Self.add(entry.bytes(id), to: &bytes) }
    try write(bytes, to: descriptor, at: version.length, syncs: syncs)
    version.length += bytes.count
    return news
  }

  /// Replaces the file. `entries` returns its content, from what others have added meanwhile. Returns what they added.
  /// Throws `StepFileTrouble`; `held` also if another program has replaced the file meanwhile.
  mutating func rewrite(_ entries: (News) -> [(id: StepID, entry: StepEntry)]) throws -> News {
    _ = try lock(creates: true)
    defer { unlock() }
    let news = try readNews()
    if news.isWhole {
      version = Version()
      throw StepFileTrouble.held
    }
    var bytes = header
    for (id, entry) in entries(news) { Self.add(entry.bytes(id), to: &bytes) }
    let path = place.path + ".new"
    unlink(path)
    let new = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard new >= 0 else { throw StepFileTrouble.system(errno) }
    do {
      try write(bytes, to: new, at: 0, syncs: true)
      guard Glibc.rename(path, place.path) == 0 else { throw StepFileTrouble.system(errno) }
    } catch {
      Glibc.close(new)
      unlink(path)
      throw error
    }
    // The next call opens and locks the new file; its length is known already.
    Glibc.close(descriptor)
    var status = stat()
    fstat(new, &status)
    (descriptor, version) = (new, Version(inode: UInt(status.st_ino), length: bytes.count))
    return news
  }

  /// Reads from the known end on. Leaves `version.length` at the end of what is whole.
  private mutating func readNews() throws -> News {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw StepFileTrouble.system(errno) }
    let (inode, length) = (UInt(status.st_ino), Int(status.st_size))
    var news = News()
    if inode != version.inode || length < version.length {
      news.isWhole = true
      version = Version(inode: inode, length: 0)
    }
    if length == version.length { return news }
    let bytes = try bytes(from: version.length, to: length)
    var place = 0
    if version.length == 0 {
      guard let begun = try readHeader(bytes) else {
        news.isDamaged = !header.starts(with: bytes)
        return news
      }
      place = begun
      // The file belongs to another database that had the inode.
      if place == 0 { return news }
    }
    while place < bytes.count {
      // A torn end is a change that was not committed.
      guard bytes.count - place >= 8 else { break }
      let count = Int(Self.word(bytes, place))
      guard Self.word(bytes, place + 4) == Self.check(UInt32(count)) else {
        news.isDamaged = true
        break
      }
      guard bytes.count - place >= count + 16 else { break }
      let entry = bytes[place + 8..<place + 8 + count]
      let sum = UInt64(Self.word(bytes, place + 8 + count)) | UInt64(Self.word(bytes, place + 12 + count)) << 32
      guard entry.stepChecksum == sum, let known = try? StepEntry.read(entry) else {
        news.isDamaged = true
        break
      }
      news.entries.append(known)
      place += count + 16
    }
    version.length += place
    return news
  }

  /// The length of the header; 0 if it is that of another database file, nil if there is none. Throws if it is of a
  /// newer version.
  private func readHeader(_ bytes: [UInt8]) throws -> Int? {
    let lines = bytes.prefix(128).split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3 else { return nil }
    let (title, birth) = (String(decoding: lines[0], as: UTF8.self), String(decoding: lines[1], as: UTF8.self))
    guard title.hasPrefix(Self.title), let number = Int(title.dropFirst(Self.title.count)) else { return nil }
    if number > Self.number { throw StepFileTrouble.newer }
    if !birth.isEmpty, !place.birth.isEmpty, birth != place.birth { return 0 }
    return lines[2].startIndex
  }

  // MARK: Bytes

  private var header: [UInt8] { Array("\(Self.title)\(Self.number)\n\(place.birth)\n".utf8) }

  private static func check(_ count: UInt32) -> UInt32 { (count ^ 0x616C_6D61) &* 0x9E37_79B1 }

  private static func add(_ entry: [UInt8], to bytes: inout [UInt8]) {
    let count = UInt32(entry.count)
    let sum = entry.stepChecksum
    bytes.reserveCapacity(bytes.count + entry.count + 16)
    for word in [count, check(count)] { append(word, to: &bytes) }
    bytes += entry
    for word in [UInt32(truncatingIfNeeded: sum), UInt32(truncatingIfNeeded: sum >> 32)] { append(word, to: &bytes) }
  }

  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  private func bytes(from start: Int, to end: Int) throws -> [UInt8] {
    let descriptor = descriptor
    return try [UInt8](unsafeUninitializedCapacity: end - start) { buffer, filled in
      while filled < end - start {
        let count = pread(descriptor, buffer.baseAddress! + filled, end - start - filled, start + filled)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw StepFileTrouble.system(errno) }
        if count == 0 { break }
        filled += count
      }
    }
  }

  /// Writes all of the bytes at a place, and nothing after them. If that fails, the file ends at the place.
  private func write(_ bytes: [UInt8], to descriptor: CInt, at place: Int, syncs: Bool) throws {
    // The bytes after the place are torn, or belong to another database file.
    guard ftruncate(descriptor, place) == 0 else { throw StepFileTrouble.system(errno) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + written, $0.count - written, place + written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let number = count == 0 ? ENOSPC : errno
        ftruncate(descriptor, place)
        throw StepFileTrouble.system(number)
      }
      written += count
    }
    if syncs, fdatasync(descriptor) != 0 { throw StepFileTrouble.system(errno) }
  }

  // MARK: The lock

  /// Opens the file that is at the path, and locks it. Returns whether there is one. Throws `StepFileTrouble`.
  private mutating func lock(creates: Bool) throws -> Bool {
    while true {
      if descriptor < 0 { guard try open(creates: creates) else { return false } }
      try waitForLock()
      // Another program may have replaced the file, or a person removed it.
      var mine = stat()
      guard fstat(descriptor, &mine) == 0 else { throw StepFileTrouble.system(errno) }
      if Self.version(at: place.path).inode == UInt(mine.st_ino) { return true }
      Glibc.close(descriptor)
      descriptor = -1
    }
  }

  private mutating func open(creates: Bool) throws -> Bool {
    if creates { for folder in place.folders { mkdir(folder, 0o700) } }
    descriptor = Glibc.open(place.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creates ? O_CREAT : 0), 0o600)
    if descriptor < 0, !creates, errno == EACCES || errno == EROFS {
      descriptor = Glibc.open(place.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    }
    if descriptor >= 0 { return true }
    if !creates, errno == ENOENT || errno == ENOTDIR { return false }
    throw StepFileTrouble.system(errno)
  }

  private func waitForLock() throws {
    for _ in 0..<Self.patience {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw StepFileTrouble.system(errno) }
      usleep(1000)
    }
    throw StepFileTrouble.held
  }

  private func unlock() { if descriptor >= 0 { flock(descriptor, LOCK_UN) } }
}
