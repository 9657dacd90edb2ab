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
    status.condition = connection.status.condition
  }

  /// What keeps the screen from following the file, or a person from changing it. Tracked.
  public var report: DoctorReport {
    if let message = conditionMessage { return DoctorReport(.trouble, message.text) }
    let live = "The file is live: the screen follows other programs' commits."
    guard case .because(let sentence)? = editRefusal else { return DoctorReport(.ok, live) }
    let isFrozen = restriction == .folder || restriction == .disk
    return DoctorReport(.note, sentence, isFrozen ? "Other programs' commits are not seen." : live)
  }
}
