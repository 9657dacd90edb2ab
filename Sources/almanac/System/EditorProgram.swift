// Opening a value in the person's own editor.
import AlmanacFeatures
import Containers
import CursesTerminals

extension TextEditor {
  /// The editor of the settings, otherwise in `VISUAL` or `EDITOR`, otherwise `vi`, on a terminal. The text passes
  /// through a file that only the person can read, in a folder that is removed afterwards.
  static func program(on terminal: CursesTerminal) -> TextEditor {
    TextEditor { text in
      let words = Container.shared.settings().editor
      let command = words.first ?? Environment["VISUAL"] ?? Environment["EDITOR"] ?? "vi"
      let folder = try PrivateFolder()
      defer { folder.remove() }
      let path = folder.path + "/value.txt"
      try PrivateFolder.write(text, to: path)
      let status: Int32
      do {
        // A variable by a shell, because it may contain options too. The settings have them as words.
        status = try await terminal.lend(
          to: words.isEmpty ? ["/bin/sh", "-c", "\(command) \"$1\"", "sh", path] : words + [path])
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
