// Finds the processes that have a file open, read it or write to it.
import Databases
import Glibc

/// Reports the processes with SQLite's locks on a file. For that it only takes the lock of a read.
///
/// SQLite's description of its file format defines the locked bytes. A rollback journal uses bytes of the file itself;
/// a write-ahead log uses bytes of its index.
enum LockCheck {
  /// The access that a lock permits.
  enum Role: Comparable {
    case open, reads, moves
    /// The process keeps new readers out, and waits until the present ones have left.
    case waits
    case writes
    /// The process writes, or keeps the lock of a write, as browsers do: the list does not tell which.
    case locksAll
  }

  typealias Holder = (process: Int, role: Role)

  static func run(_ db: Database, path: String?, isWaiting: Bool, isFrozen: Bool) throws -> DoctorReport {
    guard let path else { return DoctorReport(.ok, "This is a copy that no other program can open.") }
    if isFrozen { return DoctorReport(.note, "The file is frozen: Almanac takes no locks and sees none.") }
    // Takes the lock of a read, which shows whether the kernel lists the locks of this file.
    try db.runOnce("SELECT count(*) FROM main.sqlite_schema")
    var mode = ""
    try db.runOnce("PRAGMA main.journal_mode") { mode = $0.text(0) }
    guard let locks = FileLock.all() else { return .unknown }
    var report = DoctorReport()
    let (file, log) = (try? FileCalls.statusIfThere(path), try? FileCalls.statusIfThere(path + "-shm"))
    report.add(
      locks, file: file.map { Int($0.st_ino) }, log: log.map { Int($0.st_ino) }, hasLog: mode == "wal",
      own: Int(getpid()), name: FileLock.name)
    if (try? FileCalls.hidesChangesOfOthers(path)) == true {
      report.add(.note, "Other machines may have the file open: their locks are not listed here.")
    }
    if isWaiting { report.add(.note, "Almanac itself waits for a lock.") }
    return report
  }

  /// The strongest role of each process with a lock, and the processes that wait for one. Nil if the device is unknown.
  static func roles(
    _ locks: [FileLock], file: Int?, log: Int?, device: String? = nil, hasLog: Bool, own: Int
  ) -> (held: [Holder], waiting: [Int])? {
    // Our own lock shows the kernel's notation of the device: a file system may report another number to us.
    guard let device = locks.first(where: { $0.process == own && $0.file == file })?.device ?? device else {
      return nil
    }
    var (roles, waiting): ([Int: Role], Set<Int>) = ([:], [])
    let locks = locks.filter { $0.device == device && ($0.file == file || $0.file == log) }
    for lock in locks where lock.isAwaited { waiting.insert(lock.process) }
    for lock in locks where !lock.isAwaited {
      var role = lock.file == log ? role(inLog: lock) : role(inFile: lock, hasLog: hasLog)
      if lock.file == file, role == .writes, lock.bytes.contains(Self.pending), waiting.remove(lock.process) != nil {
        role = .waits
      }
      roles[lock.process] = max(roles[lock.process] ?? .open, role)
    }
    return (roles.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, waiting.sorted())
  }

  /// The pending byte, after the first gigabyte: a process that will commit locks it to keep new readers out. The
  /// reserved byte of a writer and the shared bytes of all readers follow.
  private static let pending = 0x4000_0000

  private static func role(inFile lock: FileLock, hasLog: Bool) -> Role {
    if lock.isExclusive { return lock.bytes.overlaps(0x4000_0002...0x4000_01ff) ? .locksAll : .writes }
    return hasLog ? .open : .reads
  }

  private static func role(inLog lock: FileLock) -> Role {
    // One byte for the writer, one for the checkpoint, one for recovery, five for readers, and one for every
    // connection.
    if lock.isExclusive { return lock.bytes.contains(120) ? .writes : lock.bytes.contains(121) ? .moves : .reads }
    return lock.bytes.overlaps(123...127) ? .reads : .open
  }
}

extension DoctorReport {
  fileprivate static let unknown = DoctorReport(.note, "The system does not tell who holds locks of this file.")

  /// Reports on a program that writes to the file at `path`, or waits to write. It makes no read, since that might have
  /// to wait for the program. Nil if there is none.
  public init?(ofWriterTo path: String) {
    guard let locks = FileLock.all(), let file = try? FileCalls.statusIfThere(path) else { return nil }
    let (log, own) = ((try? FileCalls.statusIfThere(path + "-shm")).map { Int($0.st_ino) }, Int(getpid()))
    let found = LockCheck.roles(
      locks, file: Int(file.st_ino), log: log, device: FileLock.name(ofDevice: UInt(file.st_dev)), hasLog: log != nil,
      own: own)
    guard let found, found.held.contains(where: { $0.role >= .waits }) else { return nil }
    self.init()
    add(found.held, found.waiting, hasLog: log != nil, own: own, name: FileLock.name)
  }

  /// Adds the findings from locks on a file and on the index of its log.
  mutating func add(
    _ locks: [FileLock], file: Int?, log: Int?, hasLog: Bool, own: Int, name: (Int) -> String
  ) {
    if let (held, waiting) = LockCheck.roles(locks, file: file, log: log, hasLog: hasLog, own: own) {
      add(held, waiting, hasLog: hasLog, own: own, name: name)
    } else {
      self = .unknown
    }
  }

  private mutating func add(
    _ held: [LockCheck.Holder], _ waiting: [Int], hasLog: Bool, own: Int, name: (Int) -> String
  ) {
    func names(_ isWanted: (LockCheck.Holder) -> Bool) -> String {
      held.filter(isWanted).map { name($0.process) }.joined(separator: ", ")
    }
    let (writers, holders) = (names { $0.role == .writes }, names { $0.role == .locksAll })
    if !writers.isEmpty { add(.note, "\(writers) writes: other changes wait until that is done.") }
    if !holders.isEmpty {
      add(.note, "\(holders) has locked the whole file: it writes, or keeps the file locked until it ends.")
    }
    let waiters = names { $0.role == .waits }
    if !waiters.isEmpty {
      let what = hasLog ? "has the file open" : "reads"
      add(.note, "\(waiters) waits to write until no other program \(what), and keeps new ones out until then.")
    }
    if writers.isEmpty, holders.isEmpty, waiters.isEmpty { add(.ok, "No program writes.") }
    let movers = names { $0.role == .moves }
    if !movers.isEmpty { add(.ok, "\(movers) moves the log into the file.") }
    let readers = names { $0.role == .reads && $0.process != own }
    if !readers.isEmpty { add(hasLog ? .ok : .note, "\(readers) reads\(hasLog ? "" : ": a commit waits for that").") }
    let others = names { $0.process != own }
    // Without a log, a program that only has the file open holds no lock.
    let none = hasLog ? "No other program has the file open." : "No other program reads or writes."
    add(.ok, others.isEmpty ? none : "Open in \(others).")
    if !waiting.isEmpty { add(.note, "\(waiting.map(name).joined(separator: ", ")) waits for a lock.") }
  }
}
