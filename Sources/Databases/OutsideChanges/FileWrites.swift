// Whether the file itself was written, by whichever program.

import Glibc

/// Notes each write of the file that a connection has open: also of a program that copies pages into it, takes no lock and
/// counts no commit.
///
/// The kernel reports a write when its bytes are in the file: who asks first and reads the pages then misses none. The time
/// of the last write would not do: it moves before the bytes do, and on older kernels only every few milliseconds.
///
/// It opens no file: to close one drops SQLite's locks. Not Sendable: it stands behind the lock of the detector that owns it.
final class FileWrites {
  private let presence: FilePresence
  /// The number of the file in the kernel's reports, and how many writes of it were known; `nil` where the kernel does not
  /// report everything, or has no watch to give.
  private var reported: (file: CInt, writes: Int)?
  /// Without reports, what the last look has found.
  private var known: FileVersion?
  private struct Noticed {
    let first: ContinuousClock.Instant
    var last: ContinuousClock.Instant
    /// Whether connections know that what they keep of the file is old.
    var areTold = false
    /// Whether a program has certainly copied them: what comes later explains them no more.
    var areCopied = false
  }

  /// Writes that nothing has explained yet.
  private var noticed: Noticed?

  /// A program that copies pages is taken to be done when it has not written for so long.
  static let pause = Duration.milliseconds(50)
  /// What it has written so far is read after so long, done or not.
  private static let patience = Duration.seconds(1)

  /// Begins to watch the file.
  init(_ presence: FilePresence) {
    self.presence = presence
    if (try? FileCalls.hidesChangesOfOthers(presence.path)) == false, let file = WriteReports.begin(presence.path) {
      reported = (file, WriteReports.writes(of: file))
    }
    known = reported == nil ? presence.openedVersion : nil
  }

  deinit { if let reported { WriteReports.end(reported.file) } }

  /// Notices what has been written up to now.
  func look() {
    guard isWritten else { return }
    var noticed = noticed ?? Noticed(first: .now, last: .now)
    (noticed.last, noticed.areTold) = (.now, false)
    self.noticed = noticed
  }

  private var isWritten: Bool {
    guard let reported else {
      // While another file stands at the path, nothing tells.
      guard let version = presence.openedVersion, version != known else { return false }
      known = version
      return true
    }
    let writes = WriteReports.writes(of: reported.file)
    defer { self.reported?.writes = writes }
    return writes != reported.writes
  }

  /// Whether there are writes that nothing has explained.
  var isUnexplained: Bool { noticed != nil }

  /// Whether a program has certainly copied them.
  var areCopied: Bool { noticed?.areCopied == true }

  /// Nothing of SQLite's can have made them.
  func noteCopied() { noticed?.areCopied = true }

  /// Whether they are to be read now.
  var isOver: Bool {
    guard let noticed else { return true }
    let now = ContinuousClock.now
    return now - noticed.last >= Self.pause || now - noticed.first >= Self.patience
  }

  /// Lets connections drop what they keep of the file, if there are writes that nothing has explained.
  func dropOldPages() {
    guard noticed?.areTold == false else { return }
    noticed?.areTold = true
    presence.noteRewritten()
  }

  /// What has been noticed is explained, or has been read.
  func settle() { noticed = nil }
}
