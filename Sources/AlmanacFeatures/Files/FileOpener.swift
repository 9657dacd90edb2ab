// Opening one more file while the screen shows others.

/// Opens a file for a session of its own.
public struct FileOpener: Sendable {
  /// An opened file, and what its session needs.
  public struct Opened: Sendable {
    let content: OpenedFile
    let file: OpenFile
    let reopen: ScreenRun.Open

    /// Makes an opened file. `reopen` opens what replaces it at its path.
    public init(_ content: OpenedFile, _ file: OpenFile, reopen: @escaping ScreenRun.Open) {
      (self.content, self.file, self.reopen) = (content, file, reopen)
    }
  }

  /// Opens the file at a path, and registers in the present container what belongs to it. Throws an error whose
  /// description is a sentence.
  public var open: @MainActor @Sendable (_ path: String) async throws -> Opened

  /// The file at a path is shown again: registers the settings that hold now.
  public var shown: @MainActor @Sendable (_ path: String) -> Void

  /// Makes an opener of closures.
  public init(
    open: @escaping @MainActor @Sendable (_ path: String) async throws -> Opened,
    shown: @escaping @MainActor @Sendable (_ path: String) -> Void = { _ in }
  ) { (self.open, self.shown) = (open, shown) }
}
