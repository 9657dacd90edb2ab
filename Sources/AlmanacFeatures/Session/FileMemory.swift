// What a run of the screen leaves to the next one: a private copy of the file.
public import AlmanacRecords
public import Containers
public import Databases

/// Keeps a copy of a file from one run of the screen to the next.
public struct FileMemory: Sendable {
  /// The copy of the last run; nil if there is none.
  public var last: @Sendable () -> RememberedFile?
  /// Keeps a copy of the file of a connection. `isSame`: it has the content of the last one.
  public var keep: @Sendable (_ connection: SQLiteConnection, _ isSame: Bool) async -> Void

  /// Makes a memory of two closures.
  public init(
    last: @escaping @Sendable () -> RememberedFile?,
    keep: @escaping @Sendable (_ connection: SQLiteConnection, _ isSame: Bool) async -> Void
  ) { (self.last, self.keep) = (last, keep) }
}

extension Container {
  /// The record of the shown file's changes, which another program keeps. Nil: there is none.
  public var recordedCommits: Factory<RecordedCommits?> { self { nil } }
  /// Keeps a copy of the shown file when the person leaves. Nil: nothing is remembered.
  public var fileMemory: Factory<FileMemory?> { self { nil } }
}
