// Detects writes of the file itself, by any program.

import Glibc

/// Notices each write of the file that a connection has open, including those of a program that copies pages into it
/// without a lock or a commit count.
///
/// The kernel reports a write after its bytes are in the file: a program that asks first and reads the pages then
/// misses none. The file's modification time would not do: it changes before the bytes do, and on older kernels only
/// every few milliseconds.
///
/// It opens no file, because closing one drops SQLite's locks. Not Sendable: the lock of the detector that owns it
/// protects it.
final class FileWrites {
  private let presence: FilePresence
  /// The number of the file in the kernel's reports, and the number of known writes; nil if the kernel does not report
  /// everything, or has no watch left.
  private var reported: (file: CInt, writes: Int)?
  /// The version that the last look has found, if there are no reports.
  private var known: FileVersion?
  private struct Noticed {
    let first: ContinuousClock.Instant
    var last: ContinuousClock.Instant
    /// Whether connections have been told that their caches are outdated.
    var areTold = false
    /// Whether a program has certainly copied pages: no later event explains these writes.
    var areCopied = false
  }

  /// Writes that nothing has explained yet.
  private var noticed: Noticed?

  /// A program that copies pages counts as done when it has not written for this time.
  static let pause = Duration.milliseconds(50)
  /// Its writes so far are read after this time, done or not.
  private static let patience = Duration.seconds(1)

  /// Starts to watch the file.
  init(_ presence: FilePresence) {
    self.presence = presence
    if (try? FileCalls.hidesChangesOfOthers(presence.path)) == false, let file = WriteReports.begin(presence.path) {
      reported = (file, WriteReports.writes(of: file))
    }
    known = reported == nil ? presence.openedVersion : nil
  }

  deinit { if let reported { WriteReports.end(reported.file) } }

  /// Notices the writes so far.
  func look() {
    guard isWritten else { return }
    var noticed = noticed ?? Noticed(first: .now, last: .now)
    (noticed.last, noticed.areTold) = (.now, false)
    self.noticed = noticed
  }

  private var isWritten: Bool {
    guard let reported else {
      // While another file is at the path, there is no way to tell.
      guard let version = presence.openedVersion, version != known else { return false }
      known = version
      return true
    }
    let writes = WriteReports.writes(of: reported.file)
    defer { self.reported?.writes = writes }
    return writes != reported.writes
  }

  /// Whether there are unexplained writes.
  var isUnexplained: Bool { noticed != nil }

  /// Whether a program has certainly copied them.
  var areCopied: Bool { noticed?.areCopied == true }

  /// SQLite can't have made these writes.
  func noteCopied() { noticed?.areCopied = true }

  /// Whether it is time to read them.
  var isOver: Bool {
    guard let noticed else { return true }
    let now = ContinuousClock.now
    return now - noticed.last >= Self.pause || now - noticed.first >= Self.patience
  }

  /// Makes connections drop their caches, if there are unexplained writes.
  func dropOldPages() {
    guard noticed?.areTold == false else { return }
    noticed?.areTold = true
    presence.noteRewritten()
  }

  /// The noticed writes are explained, or have been read.
  func settle() { noticed = nil }
}
