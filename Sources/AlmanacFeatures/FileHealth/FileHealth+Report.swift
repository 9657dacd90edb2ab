// Whether the file is live, and why not, for the doctor.
public import AlmanacRecords
public import Databases
import Glibc

extension FileHealth.State {
  /// The health of a file that Almanac has opened read-only. The restriction then comes from the file system, not from
  /// the connection.
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
    let found = connection.status
    (status.condition, status.keepsLitestreamOut, status.keptOut) = (
      found.condition, found.keepsLitestreamOut, found.keptOut
    )
  }

  /// Reasons why the screen can't follow the file, or a person can't change it. Tracked.
  public var report: DoctorReport {
    if let message = conditionMessage {
      var report = DoctorReport(.trouble, message.text)
      if status.condition == .damaged {
        report.add(.note, "If a program copies into it, end all that have it open, and let it copy the file again.")
        report.add(.note, "Otherwise put a backup in its place; sqlite3 FILE .recover prints what is left.")
      }
      return report
    }
    var report = DoctorReport()
    if case .because(let sentence)? = editRefusal { report.add(.note, sentence) }
    if restriction == .folder || restriction == .disk {
      report.add(.note, "Other programs' commits are not seen.")
    } else if !status.isLive {
      for sentence in status.whyNotLive(opened.name) { report.add(.note, sentence) }
    } else {
      report.add(.ok, "The file is live: the screen follows other programs' commits.")
    }
    return report
  }
}
