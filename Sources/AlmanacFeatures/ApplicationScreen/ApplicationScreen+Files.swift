// The other open files on the screen of one of them: their keys, their names, and their entries in the palette.
import AlmanacRecords
import Containers
import Stores
import Terminals

extension ApplicationScreen {
  /// The keys of several open files. Tracked.
  var fileKeys: [KeyBinding<ApplicationScreen>] { files?.store.place == nil ? [] : Self.keysOfFiles }

  static let keysOfFiles: [KeyBinding<ApplicationScreen>] = {
    let keys: [KeyBinding<ApplicationScreen>] = [
      KeyBinding(.character(")"), does: "next file", of: "next, previous file") { $0.goToFile(1) },
      KeyBinding(.character("("), does: "previous file", of: "next, previous file") { $0.goToFile(-1) },
      KeyBinding(.character("Q"), does: "close this file", answers: { $0.quitQuestion }) { screen in
        screen.store.send(.work(.leaveKeyPressed(isOfFile: true, elsewhere: [])))
      },
    ]
    return keys.about(.places)
  }()

  private func goToFile(_ count: Int) {
    if let files, let file = files.store.withState({ $0.file(after: count) }) { files.show(file.number) }
  }

  /// Quits, or asks first if that would lose something in any file.
  func quit() {
    guard let files, files.store.withState(\.place) != nil else { return _ = store.send(.work(.quitKeyPressed)) }
    store.send(.work(.leaveKeyPressed(isOfFile: false, elsewhere: files.lossesElsewhere)))
  }

  /// Tells the open files what the palette is about, and follows what would be lost in them while the question is asked.
  func followFiles() {
    guard let files else { return }
    if let text = store.palette?.input.text { files.look(for: text) }
    guard store.quitting.isAsked, !store.quitting.isOfFile else { return }
    let losses = files.lossesElsewhere
    if losses != store.withState(\.quitting.elsewhere) { store.send(.work(.elsewhereChanged(losses))) }
  }

  /// The name of the file, with its folder if another open file has the same name. Tracked.
  var fileName: String {
    guard let files, files.store.place != nil,
      let file = files.store.all.first(where: { $0.number == files.store.shown })
    else { return store.file.opened.name }
    return files.store.state.name(of: file)
  }

  /// The place of the file among several open ones: `1/2`. Tracked.
  var filePlace: String? { files?.store.place }

  // MARK: The palette

  /// The other open files with their tabs, the opening of further ones, and the files that were open last. Tracked.
  func fileEntries(_ typed: String) -> [PalettePane.Entry] {
    guard let files else { return [] }
    return opening(typed, files) + others(files) + recent(files)
  }

  private func others(_ files: OpenFiles) -> [PalettePane.Entry] {
    let state = files.store.state
    return state.all.enumerated().filter { $0.element.number != state.shown }.flatMap { index, file in
      let (name, session) = (state.name(of: file), files.session(of: file))
      let tabs = (session?.store.withState(\.tabs) ?? []).map { tab in
        PalettePane.Entry(title: session?.screen.title(of: tab) ?? "", caption: name) { [weak files] in
          files?.perform(in: file) { $0.store.send(.tabKeyPressed(tab)) }
        }
      }
      let news = session?.journal.unseenCount ?? 0
      let caption = news > 0 ? "file \(index + 1) · \(news.groupedDigits) new" : "file \(index + 1)"
      return [PalettePane.Entry(title: name, caption: caption) { [weak files] in files?.show(file.number) }] + tabs
    }
  }

  private func recent(_ files: OpenFiles) -> [PalettePane.Entry] {
    files.store.found.recent.map { path in
      PalettePane.Entry(title: FilePaths.shown(path), caption: "recent file", isPath: true) { [weak files] in
        files?.open(path)
      }
    }
  }

  /// The file of the typed path, and what its folder has that begins like it. Tracked.
  private func opening(_ typed: String, _ files: OpenFiles) -> [PalettePane.Entry] {
    let word = FilePaths.openWord
    guard let path = FilePaths.path(openedBy: typed) else {
      return [
        PalettePane.Entry(title: "open FILE: next to this one") { [store, place = store.palette?.place] in
          store.send(.dialog(.paletteAsked(typed: word, at: place)))
        }
      ]
    }
    let known = files.store.found
    // Until the new ones are there, the former ones that still fit.
    let found = known.completions.filter { $0.path.hasPrefix(path) }.map { completion in
      PalettePane.Entry(
        title: word + completion.path, caption: completion.isFolder ? "folder" : "database", isPath: true
      ) {
        [store, place = store.palette?.place, weak files] in
        if completion.isFolder {
          store.send(.dialog(.paletteAsked(typed: word + completion.path, at: place)))
        } else {
          files?.open(FilePaths.whole(completion.path))
        }
      }
    }
    let file = String(path).trimmedOfWhitespace
    let isFolder = known.path == path && known.isFolder
    if isFolder || found.contains(where: { $0.title == typed }) { return found }
    return [
      PalettePane.Entry(title: typed, caption: "next to this file", isPath: true) {
        [store, place = store.palette?.place, weak files] in
        files?.open(FilePaths.whole(file)) {
          store.send(.dialog(.paletteAsked(typed: word + file + "/", at: place)))
        }
      }
    ] + found
  }
}
