// Whether the file is live, and why not, for the doctor.
public import AlmanacRecords
public import Databases
import Glibc

extension FileHealth.State {
  /// How a file is that was opened for reading alone, where that says nothing of what a person may do with it.
  public init(_ connection: SQLiteConnection, path: String, isReadOnly: Bool) {
    var file = OpenFile(path: path, isReadOnly: isReadOnly)
    if let error = connection.frozenBy {
      file.restriction = error.isFull ? .disk : .folder
    } else if file.restriction == nil {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { String(path[...$0]) } ?? "."
      if (try? FileCalls.access(path, W_OK)) == nil {
        file.restriction = .file
      } else if (try? FileCalls.access(folder, W_OK)) == nil {
        file.restriction = .journal
      }
    }
    self.init(file)
    (status.condition, status.keepsLitestreamOut) = (connection.status.condition, connection.status.keepsLitestreamOut)
  }

  /// What keeps the screen from following the file, or a person from changing it. Tracked.
  public var report: DoctorReport {
    if let message = conditionMessage { return DoctorReport(.trouble, message.text) }
    var report = DoctorReport()
    if case .because(let sentence)? = editRefusal { report.add(.note, sentence) }
    if restriction == .folder || restriction == .disk {
      report.add(.note, "Other programs' commits are not seen.")
    } else if status.keepsLitestreamOut {
      for sentence in FileStatus.onLitestream(opened.name) { report.add(.note, sentence) }
    } else {
      report.add(.ok, "The file is live: the screen follows other programs' commits.")
    }
    return report
  }
}

extension FileStatus {
  /// That a file in write-ahead mode is not live which Litestream keeps as a copy, and what to do.
  public static func onLitestream(_ name: String) -> [String] {
    [
      "\(name) is not live: Litestream keeps it as a copy, and can't write it in WAL mode while a program has it open.",
      "End the programs that have it open, this one too; then run sqlite3 FILE 'PRAGMA journal_mode=delete' on it.",
      "If Litestream no longer keeps it, remove \(name)-txid.",
    ]
  }
}
