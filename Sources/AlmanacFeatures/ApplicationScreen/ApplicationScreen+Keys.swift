// The keys of the whole screen, with the same meaning on every tab.
import AlmanacRecords
import Containers
import Stores
import Terminals

extension ApplicationScreen {
  /// Keys that have another meaning in an urgent situation.
  static let urgentKeys: [KeyBinding<ApplicationScreen>] = {
    [
      KeyBinding(.escape, does: "give up", isHinted: true, if: { $0.store.file.canGiveUp }) {
        $0.store.send(.file(.giveUpKeyPressed))
      },
      KeyBinding(.escape, does: "stop", isHinted: true, if: { $0.store.isQuestionAwaited }) {
        $0.store.send(.work(.stopKeyPressed))
      },
      KeyBinding(.escape, does: "stay here", if: { $0.store.jumps.tabOfLookup != nil }) {
        $0.store.send(.jump(.cancelled))
      },
      KeyBinding(.escape, does: "show the record that is hidden", if: { $0.hiddenRecord != nil }) { screen in
        if let record = screen.hiddenRecord { screen.current.show(record) }
      },
    ]
  }()

  /// The keys with the same meaning everywhere, unless keys are text.
  var keys: [KeyBinding<ApplicationScreen>] {
    Self.stepKeys + tabKeys + backKeys + commonKeys
  }

  /// The keys that go back, if there is a place to go back to. Tracked.
  private var backKeys: [KeyBinding<ApplicationScreen>] {
    switch store.tab {
    case .changes: [Self.leaveChangesKey].about(.moving)
    case .query, .board: [Self.leaveQueryKey].about(.moving)
    default: store.jumps.latest == nil || store.isPast ? [] : [Self.backKey].about(.moving)
    }
  }

  /// Tracked.
  private var commonKeys: [KeyBinding<ApplicationScreen>] {
    Self.screenKeys
      + (store.tab == .changes && store.changeLists.compared == nil ? [] : [Self.changesKey].about(.places))
      + (store.tab == .query ? [] : [Self.queryKey].about(.places)) + tableKeys + fileKeys + Self.lastKeys
  }

  /// All keys that do not depend on the screen.
  static var keysOfEveryScreen: [KeyBinding<ApplicationScreen>] {
    stepKeys + screenKeys + [changesKey, queryKey, chartKey, schemaKey] + keysOfFiles + lastKeys + keysOfText
  }

  /// The actions that only the palette has, unless the person gives them keys.
  static let keylessActions: [KeyBinding<ApplicationScreen>] = [
    KeyBinding(does: "doctor: check the file") { $0.store.send(.dialog(.doctorAsked)) },
    KeyBinding(does: "settings: what holds, and changes of it") { $0.store.send(.dialog(.settingsAsked())) },
    KeyBinding(does: "sql: this list as a query", opensText: { _ in true }) { $0.store.send(.queryScreen(.listAsked)) },
    KeyBinding(
      does: "compare two marked records",
      unless: { $0.hasTwoMarks ? nil : .because("Mark two records with x: = shows them side by side.") }
    ) { $0.events.add(.action(of: .character("="))) },
    KeyBinding(does: "board: the named queries") { $0.store.send(.queryScreen(.boardAsked)) },
  ]

  /// Whether two records of the shown list are marked. Tracked.
  private var hasTwoMarks: Bool {
    store.withState { $0.ofShownList { $0.model.markCount } } == 2
  }

  /// Goes back from the list of changes.
  private static let leaveChangesKey = KeyBinding<ApplicationScreen>(
    .escape, does: "back", isHinted: true, isKept: true, hintedIf: { $0.current.isAtRoot }
  ) { $0.store.send(.journal(.left)) }

  /// Goes back from the query, or from the board.
  private static let leaveQueryKey = KeyBinding<ApplicationScreen>(
    .escape, does: "back", isHinted: true, isKept: true, hintedIf: { $0.current.isAtRoot }
  ) { $0.store.send(.queryScreen(.left)) }

  /// Goes back to the record that the last jump left.
  private static let backKey = KeyBinding<ApplicationScreen>(
    .escape, does: "back", isHinted: true, isKept: true, hintedIf: { $0.current.isAtRoot }
  ) { $0.store.send(.jump(.backKeyPressed)) }

  /// Opens the choice between the values of a record.
  private static let choiceKey = KeyBinding<ApplicationScreen>(
    .character("="), does: "choose a value", isListed: false, unless: { $0.environment.refusal(.open) },
    waitsFor: .change, opensText: { $0.store.withState { $0.work.conflict != nil } }
  ) {
    $0.store.send(.step(.chooseKeyPressed))
  }

  /// The choice between the values of a record, which comes before what the key does in a list.
  func choice(for key: Key) -> EventAction? {
    guard Self.choiceKey.keys.contains(key), !current.takesText, store.withState({ $0.work.conflict != nil }) else {
      return nil
    }
    return Self.choiceKey.action(self)
  }

  private static let stepKeys: [KeyBinding<ApplicationScreen>] = {
    let keys: [KeyBinding<ApplicationScreen>] = [
      KeyBinding(
        .character("u"), does: "undo", isHinted: true, of: "undo, redo", unless: { $0.environment.refusal(.change) },
        hintedIf: { $0.store.canUndo && $0.store.tab != .changes }, waitsFor: .change
      ) {
        $0.store.send(.step(.keyPressed(.undo)))
      },
      KeyBinding(
        .control("r"), does: "redo", of: "undo, redo", unless: { $0.environment.refusal(.change) }, waitsFor: .change
      ) {
        $0.store.send(.step(.keyPressed(.redo)))
      },
      choiceKey,
    ]
    return keys.about(.records)
  }()

  /// A digit for each of the first nine tabs. Tracked.
  private var tabKeys: [KeyBinding<ApplicationScreen>] {
    store.tabs.prefix(9).enumerated().map { index, tab in
      KeyBinding(Self.tabKey(index), does: title(of: tab), isListed: false) { $0.store.send(.tabKeyPressed(tab)) }
    }
  }

  private static func tabKey(_ index: Int) -> Key { .character(Character(String(index + 1))) }

  private static let screenKeys: [KeyBinding<ApplicationScreen>] = {
    let keys: [KeyBinding<ApplicationScreen>] = [
      KeyBinding(.tab, does: "next screen") { $0.show($0.store.withState { $0.tab(after: 1) }) },
      KeyBinding(.backTab, does: "previous screen") { $0.show($0.store.withState { $0.tab(after: -1) }) },
      KeyBinding(
        .character(":"), does: "jump", isHinted: true, hintedIf: { $0.tabs.statistics == nil },
        opensText: { _ in true }
      ) {
        $0.store.send(.dialog(.paletteAsked(typed: "", at: $0.place)))
      },
    ]
    return keys.about(.places)
  }()

  private static let changesKey = KeyBinding<ApplicationScreen>(
    .character("C"), does: "changes", isHinted: true, now: { _ in changesTitle },
    hintedIf: { $0.tabs.statistics == nil && $0.current.isAtRoot }
  ) { $0.store.send(.journal(.keyPressed)) }

  /// The title of the key of the list of changes, with the number of other programs' changes that the person has not
  /// seen there. Tracked.
  private static var changesTitle: String {
    let count = Container.shared.changeJournal()?.unseenCount ?? 0
    return "changes" + (count > mostCounted ? " \(mostCounted)+" : count > 0 ? " \(count)" : "")
  }

  /// The greatest number of unseen changes that is told.
  private static let mostCounted = 999

  private static let queryKey = KeyBinding<ApplicationScreen>(
    .character("!"), does: "query", opensText: { _ in true }
  ) { $0.store.send(.queryScreen(.keyPressed)) }

  /// Tracked.
  private var tableKeys: [KeyBinding<ApplicationScreen>] {
    if case .table = store.tab { [Self.chartKey, Self.schemaKey].about(.places) } else { [] }
  }

  private static let chartKey = KeyBinding<ApplicationScreen>(.character("v"), does: "chart of the column") { screen in
    screen.store.send(.queryScreen(.chartAsked(column: (screen.current as? RecordScreen)?.currentColumn)))
  }

  private static let schemaKey = KeyBinding<ApplicationScreen>(.character("I"), does: "schema of this table") {
    $0.store.send(.dialog(.schemaAsked))
  }

  private static let lastKeys: [KeyBinding<ApplicationScreen>] = {
    let keys: [KeyBinding<ApplicationScreen>] = [
      KeyBinding(.character("?"), does: "help", isHinted: true, isKept: true) {
        $0.store.send(.dialog(.helpKeyPressed))
      },
      KeyBinding(.character("q"), does: "quit", isHinted: true, answers: { $0.quitQuestion }) {
        $0.quit()
      },
    ]
    return keys.about(.program)
  }()

  /// The keys with the same meaning everywhere, also while text is typed.
  static let keysOfText: [KeyBinding<ApplicationScreen>] = {
    let keys: [KeyBinding<ApplicationScreen>] = [
      KeyBinding(.control("l"), does: "draw again") { $0.terminal.redraw() },
      KeyBinding(.control("z"), does: "suspend") { $0.terminal.suspend() },
      KeyBinding(.control("c"), does: "stop, or quit", answers: { $0.canStop ? nil : $0.quitQuestion }) {
        $0.stopOrQuit()
      },
    ]
    return keys.about(.program)
  }()

  /// The hidden record that Esc would show. With marks, Esc clears those first.
  private var hiddenRecord: HiddenRecord? { current.hasMarks ? nil : store.hiddenRecord }

  /// Goes to another tab. Does nothing if it is nil or the shown one.
  private func show(_ tab: Application.Tab?) {
    if let tab, tab != store.tab { store.send(.tabKeyPressed(tab)) }
  }

  /// Asks whether to quit: the same key again confirms. `nil` unless quitting was requested.
  var quitQuestion: Question? { store.quitting.isAsked ? status.question : nil }

  /// Whether something is running that can be stopped.
  private var canStop: Bool {
    store.file.canGiveUp || store.presentChange != nil || store.doctor?.isRunning == true || current.canStop
      || store.withState { $0.exporting != nil || $0.work.comparison != nil }
  }

  /// Stops the running work, or drops the waiting keys; if there is neither, quits.
  private func stopOrQuit() {
    if store.file.canGiveUp {
      store.send(.file(.giveUpKeyPressed))
    } else if store.presentChange != nil {
      store.send(.work(.stopKeyPressed))
    } else if store.doctor?.isRunning == true {
      store.send(.doctor(.stopKeyPressed))
    } else if current.canStop, current.takesText, overlay != nil {
      // The text that the dialog hides stays.
      store.send(.dialog(.closed))
    } else if current.canStop {
      current.stop()
    } else if let exporting = store.withState({ $0.exporting }) {
      exporting.stop()
    } else if store.withState({ $0.work.comparison != nil }) {
      store.send(.journal(.comparisonStopped))
    } else if !events.hasDropped {
      quit()
    }
  }

  /// All keys of the shown screen. Tracked.
  var allHints: [KeyHint] {
    let digits = store.tabs.prefix(9).indices.map(Self.tabKey)
    let tabs = digits.isEmpty ? [] : [KeyHint(keys: digits, title: "go to that tab", topic: .places)]
    let back = current.isAtRoot ? backKeys.help() : []
    return current.help + Self.stepKeys.help() + tabs + back + commonKeys.help() + Self.keysOfText.help()
  }
}
