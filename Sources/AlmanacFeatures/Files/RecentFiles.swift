// The files that were opened last, from one run of the program to the next.
public import Containers

/// The files that were opened last.
public struct RecentFiles: Sendable {
  /// Their absolute paths, the last one first. Only files that are there.
  public var all: @Sendable () -> [String]
  /// Notes that a file is open now.
  public var note: @Sendable (_ path: String) -> Void

  /// Makes a list of two closures. Without them nothing is kept.
  public init(
    all: @escaping @Sendable () -> [String] = { [] }, note: @escaping @Sendable (_ path: String) -> Void = { _ in }
  ) { (self.all, self.note) = (all, note) }
}

extension Container {
  /// The files that were opened last. Without a list nothing is kept.
  public var recentFiles: Factory<RecentFiles> { self { RecentFiles() } }
  /// The open files; `nil` if the screen shows one file alone.
  var openFiles: Factory<OpenFiles?> { self { nil } }
}
