// Which files are open, in their order, and which one is shown.
//
//   A 1/3   B 2/3   C 3/3        `(` and `)` go round; a file that is opened comes last and is shown
public import Stores

/// The feature of several open files: each has a session of its own, which knows nothing of the others.
@Reducer
public struct Files {
  /// An open file.
  public struct File: Hashable, Sendable {
    /// Its number since the program began. No other file gets it.
    let number: Int
    let path: String
  }

  /// What the palette offers of the disk.
  public struct Found: Hashable, Sendable {
    /// The path for which it was looked last.
    var path = ""
    /// How the path can go on.
    var completions: [FilePaths.Completion] = []
    /// Whether the path is that of a folder.
    var isFolder = false
    /// The files that were open last and are not open now.
    var recent: [String] = []
  }

  /// The state of the open files.
  @ObservableState
  public struct State: Equatable {
    /// The open files in their order.
    var all: [File] = []
    /// The number of the shown one; `nil` if none is.
    var shown: Int?
    /// What was found for the palette.
    var found = Found()

    /// Makes the state without a file.
    public init() {}

    /// The place of the shown file; `nil` if there is only one.
    var place: String? {
      guard all.count > 1, let index = all.firstIndex(where: { $0.number == shown }) else { return nil }
      return "\(index + 1)/\(all.count)"
    }

    /// The name of a file, with its folder if another one has the same name.
    func name(of file: File) -> String {
      let parts = file.path.split(separator: "/")
      let isTaken = all.contains { $0 != file && $0.path.split(separator: "/").last == parts.last }
      let name = parts.suffix(isTaken ? 2 : 1).joined(separator: "/")
      return name.isEmpty ? file.path : name
    }

    /// The file that is so many places behind the shown one, round the end; `nil` if there is only one.
    func file(after count: Int) -> File? {
      guard all.count > 1, let index = all.firstIndex(where: { $0.number == shown }) else { return nil }
      return all[((index + count) % all.count + all.count) % all.count]
    }
  }

  /// An action of the open files.
  @CasePathable
  public enum Action: Sendable {
    /// A file was opened, and is shown from now on or not.
    case opened(File, isShown: Bool)
    /// The person goes to a file.
    case shown(Int)
    /// This was found for the palette.
    case found(Found)
    /// A file was closed. The one in front of it is shown, if it was.
    case closed(Int)
  }

  /// Makes the reducer of the open files.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened(let file, let isShown):
        state.all.append(file)
        if isShown { state.shown = file.number }
      case .shown(let number): if state.all.contains(where: { $0.number == number }) { state.shown = number }
      case .found(let found): state.found = found
      case .closed(let number):
        guard let index = state.all.firstIndex(where: { $0.number == number }) else { break }
        state.all.remove(at: index)
        if state.shown == number { state.shown = state.all.isEmpty ? nil : state.all[max(0, index - 1)].number }
      }
      return .none
    }
  }
}
