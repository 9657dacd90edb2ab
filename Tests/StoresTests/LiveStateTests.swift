// State that holds live values: wrappers whose value changes by itself.
import Locks
import Observing
import Stores
import TestSupport
import Testing

private final class Reader: Sendable {
  private let changes = ChangeStamp()
  private let storage = Lock<[Int]>([])
  let reads = Lock(0)

  var value: [Int] {
    changes.access()
    reads.withLock { $0 += 1 }
    return storage.withLock { $0 }
  }

  func deliver(_ value: [Int]) {
    storage.withLock { $0 = value }
    changes.noteChange()
  }
}

/// A stand-in for a fetched value: copies share the reader, and two are equal if they have the same reader or equal
/// values.
@propertyWrapper
private struct Live: Sendable, Equatable {
  /// The type of the projection: not comparable.
  struct Projection: Sendable {
    let reader: Reader
  }

  let reader: Reader
  var label: String
  var wrappedValue: [Int] { reader.value }
  var projectedValue: Projection { Projection(reader: reader) }

  init(reader: Reader, label: String) {
    self.reader = reader
    self.label = label
  }

  static func == (left: Live, right: Live) -> Bool {
    left.reader === right.reader || left.reader.value == right.reader.value
  }
}

@Reducer
private struct Listing {
  @ObservableState
  struct State: Equatable {
    @Live var window: [Int]
    var count = 0

    init(reader: Reader) { _window = Live(reader: reader, label: "a label that does not fit inside of the string") }
  }

  enum Action {
    case incremented
    case readerReplaced(Reader)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incremented: state.count += 1
      case .readerReplaced(let reader): state = State(reader: reader)
      }
      return .none
    }
  }
}

@Reducer
private struct Screen {
  @ObservableState
  struct State: Equatable {
    var listing: Listing.State?
  }

  enum Action {
    case listing(Listing.Action)
    case opened(Reader)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .opened(let reader) = action { state.listing = Listing.State(reader: reader) }
      return .none
    }
    .ifLet(\.listing, action: \.listing) { Listing() }
  }
}

@Reducer
private struct Pages {
  @ObservableState
  enum State: Equatable {
    case listing(Listing.State, title: String)
    case empty
  }

  enum Action { case opened(Reader) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .opened(let reader) = action { state = .listing(Listing.State(reader: reader), title: "") }
      return .none
    }
  }
}

@Reducer
private struct Unwatched {
  @ObservableState
  struct State: Equatable {
    @ObservationStateIgnored
    @Live var window: [Int]
    @ObservationStateIgnored var note = ""

    init(reader: Reader) { _window = Live(reader: reader, label: "") }
  }

  enum Action {
    case readerReplaced(Reader)
    case noted(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .readerReplaced(let reader): state = State(reader: reader)
      case .noted(let note): state.note = note
      }
      return .none
    }
  }
}

/// A wrapper that holds its value itself.
@propertyWrapper
private struct Clamped: Equatable {
  private var value: Int
  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, 10) }
  }
  init(wrappedValue: Int) { value = wrappedValue }
}

private struct Mixed: Equatable {
  @Clamped var level = 0
  var count = 0
}

extension Mixed: ObservableState {
  func sharesSources(with other: Mixed) -> Bool { LiveSources.match(wrapper: _level, other._level) }
}

@MainActor
@Suite(.recordsIssues)
struct LiveStateTests {
  @Test("A live value in state wakes who read it through the store, at each delivery")
  func deliveries() {
    let reader = Reader()
    let store = Store(initialState: Listing.State(reader: reader)) { Listing() }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var seen: [[Int]] = []
    let token = observe(scheduler: scheduler) { seen.append(store.window) }
    for number in 1...3 {
      reader.deliver([number])
      store.send(.incremented)
      scheduler.flush()
    }
    store.send(.incremented)
    scheduler.flush()
    #expect(seen == [[], [1], [2], [3]])
    #expect(store.$window.reader === reader)
    token.cancel()
  }

  @Test("A new reader with equal values is another source: who read the old one reads the new one")
  func replacedReader() {
    let first = Reader()
    let second = Reader()
    let store = Store(initialState: Listing.State(reader: first)) { Listing() }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var seen: [[Int]] = []
    let token = observe(scheduler: scheduler) { seen.append(store.window) }
    store.send(.readerReplaced(second))
    scheduler.flush()
    second.deliver([2])
    scheduler.flush()
    #expect(seen == [[], [], [2]])
    store.send(.readerReplaced(second))
    scheduler.flush()
    #expect(seen.count == 3)
    token.cancel()
  }

  @Test("A projection that isn't comparable wakes its readers only when its reader is another")
  func projection() {
    let store = Store(initialState: Listing.State(reader: Reader())) { Listing() }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var runs = 0
    let token = observe(scheduler: scheduler) {
      _ = store.$window
      runs += 1
    }
    store.send(.incremented)
    scheduler.flush()
    #expect(runs == 1)
    store.send(.readerReplaced(Reader()))
    scheduler.flush()
    #expect(runs == 2)
    token.cancel()
  }

  @Test("A wrapper that holds its value itself wakes the readers of that value alone")
  func plainWrapper() {
    let store = Store(initialState: Mixed()) {
      Reduce<Mixed, Int> { state, level in
        state.level = level
        return .none
      }
    }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var counts = 0
    var levels: [Int] = []
    let tokens = [
      observe(scheduler: scheduler) {
        _ = store.count
        counts += 1
      },
      observe(scheduler: scheduler) { levels.append(store.level) },
    ]
    for level in [5, 11, 10] {
      store.send(level)
      scheduler.flush()
    }
    #expect(levels == [0, 5, 10])
    #expect(counts == 1)
    for token in tokens { token.cancel() }
  }

  @Test("A live value that the state ignores wakes its readers by itself, and another one of equal value doesn't")
  func ignored() {
    let reader = Reader()
    let store = Store(initialState: Unwatched.State(reader: reader)) { Unwatched() }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var seen: [[Int]] = []
    var notes: [String] = []
    let tokens = [
      observe(scheduler: scheduler) { seen.append(store.window) },
      observe(scheduler: scheduler) { notes.append(store.note) },
    ]
    reader.deliver([1])
    scheduler.flush()
    store.send(.noted("Blob"))
    scheduler.flush()
    let equal = Reader()
    equal.deliver([1])
    store.send(.readerReplaced(equal))
    scheduler.flush()
    #expect(seen == [[], [1]])
    #expect(notes == ["", "Blob", ""])
    for token in tokens { token.cancel() }
  }

  @Test("The source of an optional child's live value is noticed through the parent, and through its scoped store")
  func replacedChild() {
    let second = Reader()
    let store = Store(initialState: Screen.State(listing: Listing.State(reader: Reader()))) { Screen() }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var throughParent: [[Int]?] = []
    var throughChild: [[Int]?] = []
    let tokens = [
      observe(scheduler: scheduler) { throughParent.append(store.listing?.window) },
      observe(scheduler: scheduler) { throughChild.append(store.scope(state: \.listing, action: \.listing)?.window) },
    ]
    store.send(.opened(second))
    scheduler.flush()
    second.deliver([2])
    scheduler.flush()
    #expect(throughParent.last == [2])
    #expect(throughChild.last == [2])
    for token in tokens { token.cancel() }
  }

  @Test("The source of a live value in a case is noticed")
  func replacedInCase() {
    let second = Reader()
    let store = Store(initialState: Pages.State.listing(Listing.State(reader: Reader()), title: "")) { Pages() }
    let scheduler = FrameScheduler(clock: ManualFrameClock().clock)
    var seen: [[Int]?] = []
    let token = observe(scheduler: scheduler) { seen.append(store.state.listing?.0.window) }
    store.send(.opened(second))
    scheduler.flush()
    second.deliver([2])
    scheduler.flush()
    #expect(seen == [[], [], [2]])
    token.cancel()
  }
}
