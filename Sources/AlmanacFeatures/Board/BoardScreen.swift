// The board on the screen: its tiles and its keys.
import AlmanacRecords
import Observing
import Stores
import Terminals

/// The screen of the board.
@MainActor
final class BoardScreen: TabScreen, Scrolling {
  static let title = "Board"

  private let store: StoreOf<Board>
  private let environment: ScreenEnvironment
  private var pane: Pane!
  private var token: ObserveToken?
  /// The content of each tile in the last drawing, if it was current.
  private var seen: [String: (content: QueryChart, result: QueryResult)] = [:]
  private lazy var marks = TimedMarks<Item>(environment) { [weak self] in self?.pane.setNeedsDisplay() }

  /// Something that can change: a tile, or a row of it.
  private enum Item: Hashable {
    case tile(String)
    case row(String, id: Int)
  }
  /// Wakes the observers of the scroll range.
  private let sizeStamp = ChangeStamp()

  init(store: StoreOf<Board>, environment: ScreenEnvironment) {
    (self.store, self.environment) = (store, environment)
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
    pane.words = { [weak self] in self?.spoken() }
    token = observe(scheduler: environment.scheduler) { store.readChanges() }
  }

  // MARK: Keys

  private static let keys: [KeyBinding<BoardScreen>] = {
    [
      KeyBinding(
        .enter, .character("l"), .right, does: "open the query", isHinted: true, if: { !$0.store.tiles.isEmpty }
      ) {
        $0.store.send(.openKeyPressed)
      },
      KeyBinding(.character("j"), .down, does: "next tile", isHinted: true, if: { $0.store.tiles.count > 1 }) {
        $0.move(by: 1)
      },
      KeyBinding(.character("k"), .up, does: "tile before", isHinted: true, if: { $0.store.tiles.count > 1 }) {
        $0.move(by: -1)
      },
      KeyBinding(.pageDown, .control("d"), does: "a page down") { $0.scroll(by: $0.pageHeight) },
      KeyBinding(.pageUp, .control("u"), does: "a page up") { $0.scroll(by: -$0.pageHeight) },
    ]
  }()

  /// Chooses another tile, and scrolls until it is in sight.
  private func move(by count: Int) {
    store.send(.moved(by: count))
    let rects = layout.tiles
    guard rects.indices.contains(store.chosen) else { return }
    let rect = rects[store.chosen]
    if rect.row < topLine { scroll(to: rect.row) }
    if rect.endRow > topLine + pageHeight { scroll(to: min(rect.row, rect.endRow - pageHeight)) }
  }

  var panes: [Pane] { [pane] }
  var help: [KeyHint] { Self.keys.help() }
  var note: [String] { [] }
  var takesText: Bool { false }
  var recordTitle: String? {
    "\(Self.title)\(Signs(isUnicode: environment.isUnicode).separator)\(store.tiles.count.groupedDigits) "
      + (store.tiles.count == 1 ? "query" : "queries")
  }
  func hints(except taken: [Key]) -> [KeyHint] {
    sizeStamp.access()
    return Self.keys.hints(self, except: taken)
  }
  func action(for key: Key) -> EventAction? { Self.keys.action(for: key, self) }
  func action(forPasted text: String) -> EventAction? { nil }
  func action(for event: MouseEvent) -> EventAction? { wheelAction(for: event) }
  func setShown(_ isShown: Bool) {}
  func timePassed() { pane.setNeedsDisplay() }

  func layOut(in rect: Rect) {
    guard pane.rect != rect else { return }
    pane.rect = rect
    sizeStamp.noteChange()
  }

  // MARK: Scrolling

  var topLine: Int { min(store.scroll, lastLine) }
  var pageHeight: Int { max(1, pane.rect.height) }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { topLine < lastLine }
  func scroll(to line: Int) { store.send(.scrolled(to: max(0, min(line, lastLine)))) }
  private var lastLine: Int { pane.rect.isEmpty ? 0 : max(0, layout.height - pane.rect.height) }

  // MARK: Drawing

  private var layout: BoardLayout {
    BoardLayout(
      in: pane.rect.size,
      wanted: store.tiles.map { 1 + content(of: $0, width: BoardLayout.leastWidth - 2).wantedHeight })
  }

  /// What a tile shows below its title, in lines of at most `width` columns.
  private func content(of tile: Board.Tile, width: Int) -> TileContent {
    if let problem = tile.problem {
      let sentence =
        tile.failure == nil
        ? problem.description
        : tile.content == nil
          ? "The query did not run: \(problem) Enter opens it." : "The result is not live any more: \(problem)"
      let lines = WrappedText.lines(of: sentence, width: max(1, width), isUnicode: environment.isUnicode)
      return .words(lines.map { String($0) }, environment.theme.error)
    }
    guard let content = tile.content else {
      return .words([Signs(isUnicode: environment.isUnicode).ellipsis], environment.theme.muted)
    }
    return TileContent(content, theme: environment.theme) { marks[.row(tile.id, id: $0)] }
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard !rect.isEmpty else { return }
    let theme = environment.theme
    guard !store.tiles.isEmpty else {
      for (row, line) in ["No query has a name yet.", "! opens the query screen; Ctrl-N names its query."].enumerated()
      {
        buffer.write(
          line, at: Point(column: rect.column + 3, row: rect.row + 1 + row), maxWidth: max(0, rect.width - 4),
          style: theme.muted, truncation: .ellipsis)
      }
      return
    }
    // On a separate buffer, so that lines scrolled out at the top overwrite nothing above.
    var own = CellBuffer(size: rect.size, isUnicode: buffer.isUnicode)
    for (index, (tile, place)) in zip(store.tiles, layout.tiles).enumerated() {
      noteChanges(of: tile)
      let inside = Rect(
        column: place.column + 2, row: place.row - topLine, width: max(0, place.width - 2), height: place.height)
      TileView(
        title: tile.query.name, isChosen: index == store.chosen, isCurrent: tile.isTrue || tile.content == nil,
        isChanged: marks[.tile(tile.id)] != nil, content: content(of: tile, width: inside.width), theme: theme
      ).draw(in: inside, on: &own)
    }
    buffer.draw(own, at: rect.origin)
  }

  /// Each tile in words, as it is drawn; `nil` without tiles.
  private func spoken() -> SpokenPart? {
    if store.tiles.isEmpty { return nil }
    var part = SpokenPart(id: "board", title: "Board")
    part.lines = zip(store.tiles, layout.tiles).map { tile, place in
      let shown = Rect(column: place.column, row: place.row - topLine, width: place.width, height: place.height)
      let lines = SpokenPart.lines(of: pane.buffer, in: shown)
      return lines.isEmpty ? tile.query.name : lines.joined(separator: ", ")
    }
    let chosen = store.chosen
    part.focus = SpokenFocus(id: "\(chosen)", value: "", words: part.lines[min(chosen, part.lines.count - 1)])
    return part
  }

  /// Marks what has changed in a tile since the last drawing. What it shows when it comes back is no change.
  private func noteChanges(of tile: Board.Tile) {
    let before = seen[tile.id]
    seen[tile.id] = nil
    guard tile.isCurrent, let content = tile.content, let result = tile.result else { return }
    seen[tile.id] = (content, result)
    // The rows of another result have other ids, and perhaps other columns.
    guard let before, before.result == result, before.content.version != content.version else { return }
    marks.add(.changed(columns: []), to: .tile(tile.id))
    for (id, mark) in content.changes(since: before.content) { marks.add(mark, to: .row(tile.id, id: id)) }
  }
}

extension Store<Board.State, Board.Action> {
  /// Takes over what followed results tell: their rows have changed, their query must run again, because it has other
  /// columns now or too many rows, or they are in trouble. Tracked.
  func readChanges() {
    guard self.isShown else { return }
    for tile in self.tiles {
      guard tile.running == nil, let result = tile.result else { continue }
      let status = result.status
      if status.problem != tile.trouble { send(.troubled(tile.query, status.problem)) }
      if status.needsRun {
        send(.runNeeded(tile.query))
      } else if tile.isCurrent, !tile.isBeingRead, let content = tile.content, content.version != status.version {
        send(.contentNeeded(tile.query))
      }
    }
  }
}

extension QueryChart {
  /// The rows that have come or changed since an earlier content of the same result.
  fileprivate func changes(since old: QueryChart) -> [Int: ChangeMark] {
    let now = Array(zip(ids, rows))
    return now.changes(since: Array(zip(old.ids, old.rows)), by: { $0.0 }) { before, now in
      before.1 == now.1 ? nil : Set(now.1.indices.filter { before.1[$0] != now.1[$0] })
    }
  }
}
