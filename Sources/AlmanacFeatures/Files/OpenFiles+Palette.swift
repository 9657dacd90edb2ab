// What the palette offers of the disk: how a typed path can go on, and the files that were open last.
import Activities
import AlmanacRecords
import Containers
import Databases
import Stores

extension OpenFiles {
  /// Looks for the files that a text of the palette may mean. The screen goes on meanwhile.
  func look(for text: String) {
    let (all, recent, former) = (store.withState(\.all), Container.shared.recentFiles(), store.withState(\.found))
    let path = FilePaths.path(openedBy: text)
    guard text.isEmpty || path != nil else { return }
    looking?.cancel()
    activity.begin()
    looking = Task {
      var found = former
      if let path {
        let whole = FilePaths.whole(String(path).trimmedOfWhitespace)
        found.path = String(path)
        found.completions = await FilePaths.completions(of: path)
        found.isFolder = await FileReading.under(whole) { _ in DatabaseFolder.isFolder(whole) }
      } else {
        found.recent = await FileReading.under("") { _ in
          recent.all().filter { path in !all.contains { Self.isSameFile($0.path, path) } }
        }
      }
      if !Task.isCancelled { store.send(.found(found)) }
      activity.end()
    }
  }
}
