// What the screen says to a person who hears it.
//
//   panes in front ──their own words, or else their drawn cells──> Spoken ──frame──> Terminal.say
import AlmanacRecords
import Containers
import Observing
import Stores
import Terminals

extension ApplicationScreen {
  /// The screen in words: the message, the file, and the panes that no other one covers.
  func spoken() -> Spoken {
    news.follow(Container.shared.changeJournal())
    var message = status.spoken
    message.id += " \(seenCount)"
    return Spoken(parts: [message, file] + front.map(words), news: news.all, of: store.file.opened.path)
  }

  /// Asks for a frame when other programs have changed the file, whichever table is shown.
  func followNews() {
    guard terminal.isLinear, let journal = Container.shared.changeJournal() else { return }
    journal.trackEntries()
    environment.scheduler.requestFrame()
  }

  private var file: SpokenPart {
    var part = SpokenPart(id: "file \(fileName)", title: filePlace.map { "\(fileName), file \($0)" } ?? fileName)
    part.facts = [store.fileWord.rawValue]
    return part
  }

  /// The panes of the dialog or, without one, those of the shown screen that no later one covers.
  private var front: [Pane] {
    if let overlay { return [overlay.pane] }
    let panes = current.panes.filter { !$0.rect.isEmpty }
    return panes.enumerated().filter { index, pane in
      !panes[(index + 1)...].contains { $0.rect.intersects(pane.rect) }
    }.map(\.element)
  }

  private func words(of pane: Pane) -> SpokenPart {
    let id = "\(ObjectIdentifier(pane))"
    var part = pane.words?() ?? SpokenPart(id: "", reading: pane.buffer, cursor: pane.cursor)
    part.id = "\(id) \(part.id)"
    guard part.isDialog else { return part }
    let hints = (overlay?.hints(except: []) ?? current.hints(except: [])).compactMap(keyMap.shown)
    part.keys = "Keys: " + hints.map { "\($0.caption(isUnicode: false)) \($0.title)" }.joined(separator: ", ")
    return part
  }
}

extension Rect {
  /// Whether they have a cell in common.
  fileprivate func intersects(_ other: Rect) -> Bool {
    column < other.endColumn && other.column < endColumn && row < other.endRow && other.row < endRow
  }
}
