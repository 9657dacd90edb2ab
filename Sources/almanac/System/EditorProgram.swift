// Opening a value in the person's own editor.
import AlmanacFeatures
import CursesTerminals

extension TextEditor {
  /// The editor in `VISUAL` or `EDITOR`, otherwise `vi`, on a terminal. The text passes through a file that only the
  /// person can read, in a folder that is removed afterwards.
  static func program(on terminal: CursesTerminal) -> TextEditor {
    let command = Environment["VISUAL"] ?? Environment["EDITOR"] ?? "vi"
    return TextEditor { text in
      let folder = try PrivateFolder()
      defer { folder.remove() }
      let path = folder.path + "/value.txt"
      try PrivateFolder.write(text, to: path)
      let status: Int32
      do {
        // By a shell, because the variable may contain options too.
        status = try await terminal.lend(to: ["/bin/sh", "-c", "\(command) \"$1\"", "sh", path])
      } catch let error as GuestNotStarted {
        throw EditorFailure("\(error).")
      }
      switch status {
      case 0: return try PrivateFolder.read(path)
      case 126, 127: throw EditorFailure("The editor '\(command)' can't be started.")
      default: throw EditorFailure("The editor '\(command)' ended with status \(status).")
      }
    }
  }
}
