// The keys of the list of changes, in addition to those of every list.
import AlmanacRecords
import Containers
import Stores
import Terminals

extension ApplicationScreen {
  /// Makes the screen of the list of changes, or of the net changes between two moments.
  func makeChanges(_ list: StoreOf<RecordList>) -> RecordScreen {
    let isNet = list.withState(\.table) == .netChanges
    let journal = isNet ? store.withState(\.changeLists.netJournal) : Container.shared.changeJournal()
    var count = 0
    return RecordScreen(
      store: list, environment: environment, keys: changesKeys(journal, isNet: isNet),
      lineKeys: Self.lineKeysOfChanges, actOnMarked: true, told: journal,
      title: { [store, zone = environment.clock.zone] in
        // A paused list keeps its number.
        if !list.isPaused { count = journal?.changeCount ?? 0 }
        let title = "\(ListedTable.changes.style.title) \(count.groupedDigits)"
        switch journal?.sides {
        case .moments(let first, let last)?: return "\(title) from \(first.words(zone)) to \(last.words(zone))"
        case .otherFile(let name)?: return "\(title) from here to \(name)"
        case nil: break
        }
        if let marked = store.changeLists.moment.flatMap({ journal?.entry($0) }) {
          return title + ", marked: \(marked.moment.words(zone))"
        }
        return journal?.hasForgotten == true ? title + ", older ones forgotten" : title
      }, copies: { [unowned self] in copies(of: $0, journal) }, goneNote: { "Almanac keeps the newest changes only." })
  }

  /// The keys that the bottom line shows first, in the list and in the detail.
  static let lineKeysOfChanges: [Key] = [
    .enter, .character("l"), .character("R"), .character(" "), .character("P"), .character("f"), .character("y"),
  ]

  /// The keys for the change with the cursor, in the list and in the detail.
  private func changesKeys(_ journal: ChangeJournal?, isNet: Bool) -> [KeyBinding<RecordScreen>] {
    let isOfFiles = journal?.otherFile != nil
    let noMoment =
      isOfFiles
      ? "This list is of two files: Esc leaves it."
      : isNet ? "This list is of two moments: Esc goes back to all changes." : nil
    let unit = isNet ? "table" : "commit"
    return [
      KeyBinding(
        .character("l"), .right, does: "go to record", isHinted: true, now: { _ in "record" },
        hintedIf: { $0.record != nil },
        waitsFor: .record
      ) { [store] screen in
        if let entry = screen.record?.rowID.flatMap({ journal?.entry($0) }) { store.send(.journal(.followed(entry))) }
      },
      KeyBinding(
        .character("R"), does: isNet ? "revert all/marked" : "revert commit/marked", isHinted: true,
        now: { _ in "revert" },
        never: isOfFiles ? "This list is of two files: it is no change to revert. y copies it as SQL." : nil,
        unless: { [environment] in environment.refusal(.change) ?? $0.revertRefusal },
        hintedIf: { $0.record != nil }, waitsFor: [.record, .change], opensText: { $0.revertsMany(journal) },
        writes: { _ in true }, isOfRecord: { !$0.hasMarks }
      ) { [store] screen in
        if let changes = screen.revertedChanges {
          store.send(.step(.revertKeyPressed(changes, in: journal)))
        }
      },
      KeyBinding(
        .character(" "), does: "fold, unfold \(unit)", isHinted: true, now: { _ in "fold" },
        unless: { $0.listRefusal }, hintedIf: { $0.record != nil }, waitsFor: .record
      ) { [store] screen in
        if let id = screen.record?.rowID { store.send(.journal(.folded(id))) }
      },
      commitKey("}", does: "next \(unit)", of: unit, upwards: false),
      commitKey("{", does: "previous \(unit)", of: unit, upwards: true),
      KeyBinding(
        .character("v"), does: "compare two moments", isListed: !isNet, never: noMoment, hintedIf: { $0.record != nil },
        waitsFor: .record
      ) { [store] screen in
        if let id = screen.record?.rowID { store.send(.journal(.momentMarked(id))) }
      },
      KeyBinding(
        .character("y"), does: "copy as SQL", isHinted: true, of: "copy as SQL, choose", now: { _ in "copy" },
        hintedIf: { $0.record != nil },
        waitsFor: .record
      ) { [unowned self] screen in
        if let chosen = screen.chosen { copy(.statements, of: chosen, journal) }
      },
      KeyBinding(
        .character("Y"), does: "choose what to copy", of: "copy as SQL, choose", hintedIf: { $0.record != nil },
        waitsFor: .record,
        opensText: { _ in true }
      ) { [store] screen in
        if let chosen = screen.chosen {
          store.send(store.changeLists.action(.report(.copyAsked(CopiedRecords(chosen: chosen)))))
        }
      },
      KeyBinding(.character("X"), does: "clear the list", isListed: !isNet, never: noMoment) { [store] _ in
        store.send(.journal(.cleared))
      },
    ]
  }
}

extension ApplicationScreen {
  /// The forms in which changes can be copied, except the one that has a key.
  private func copies(of records: ChosenRecords, _ journal: ChangeJournal?) -> [CopyChoice] {
    let forms: [(String, ChangeForm)] = [("SQL that takes it back", .inverse), ("as JSON", .json)]
    return forms.map { title, form in
      CopyChoice(title: title, caption: "") { [unowned self] in copy(form, of: records, journal) }
    }
  }

  /// Copies lines of the list.
  private func copy(_ form: ChangeForm, of chosen: ChosenRecords, _ journal: ChangeJournal?) {
    guard let journal else { return }
    do {
      let text = try journal.text(of: Set(chosen.ids.compactMap(\.rowID)), as: form, atMost: Clipboard.byteLimit)
      guard Container.shared.clipboard()(text) else {
        store.send(.message(.noted(Clipboard.missing)))
        return
      }
      let lines = text.split(separator: "\n")
      let shown = lines.first?.prefix(200) ?? ""
      let isCut = lines.count > 1 || shown.utf8.count < lines.first?.utf8.count ?? 0
      store.send(.message(.noted("Copied: \(shown)\(isCut ? "…" : "")")))
    } catch {
      store.send(.message(.noted("Not copied: \(error).")))
    }
  }

  private func commitKey(
    _ key: Character, does title: String, of unit: String, upwards: Bool
  ) -> KeyBinding<RecordScreen> {
    KeyBinding(
      .character(key), does: title, of: "next, previous \(unit)", unless: { $0.listRefusal },
      waitsFor: [.record, .cursor]
    ) { [store] screen in
      if let id = screen.record?.rowID { store.send(.journal(.commitAsked(from: id, upwards: upwards))) }
    }
  }
}

extension RecordScreen {
  /// Why a key of commits can't act; `nil` in a list of all changes.
  fileprivate var listRefusal: KeyRefusal? {
    if isDetailShown { return .because("Commits are in the list: Esc goes there.") }
    if list.store.isPaused { return .because("The list is paused: P goes on.") }
    return list.isNarrowed ? .because("The list has only the lines found: Esc shows whole commits.") : nil
  }

  /// Why nothing can be reverted here; `nil` if a change has the cursor.
  fileprivate var revertRefusal: KeyRefusal? { record == nil ? .because("There is no change here.") : nil }

  /// The marked lines or, without marks, the commit of the change with the cursor; `nil` if there is none.
  fileprivate var revertedChanges: RevertedChanges? {
    guard let chosen else { return nil }
    return chosen.list == nil
      ? chosen.only?.rowID.map(RevertedChanges.commit) : .entries(Set(chosen.ids.compactMap(\.rowID)))
  }

  /// Whether the number of the rows to revert must be typed.
  fileprivate func revertsMany(_ journal: ChangeJournal?) -> Bool {
    guard let changes = revertedChanges, let journal else { return false }
    return (try? journal.reversal(of: changes)).map { $0.count > RecordList.unconfirmedLimit } == true
  }
}

extension FileMoment {
  /// `commit 4 (12:04:11)`, or `the beginning`.
  fileprivate func words(_ zone: CivilZone) -> String {
    guard let seenAt else { return commit == 0 ? "the beginning" : "commit \(commit)" }
    return "commit \(commit) (\(zone.listed(seenAt).dropFirst(11)))"
  }
}
