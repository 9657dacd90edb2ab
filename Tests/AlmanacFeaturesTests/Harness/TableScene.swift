// A person before one table of a file that is no book: its list, its records, its form.
import Activities
import Containers
import Databases
import Foundation
import LiveQueries
import Locks
import Observing
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures
@testable import AlmanacRecords

/// The panes of one table on a screen. Made by `tableScene(…)`, which also takes it down.
@MainActor
final class TableScene {
  let connection: SQLiteConnection
  let path: String
  let table: ListedTable
  let store: StoreOf<RecordList>
  let form: FormPane
  private let list: RecordListPane
  private let detail: DetailPane
  private let scheduler: FrameScheduler
  private let events = EventQueue()
  private let size: Size
  /// What the list has told, the latest last.
  private let reports: Lock<[ListReport]>
  /// What the last key was refused with.
  private var refusal = ""
  private(set) var elapsed = 0.0

  init(_ connection: SQLiteConnection, path: String, _ table: ListedTable, size: Size) {
    Container.shared.defaultDatabase.register { connection }
    (self.connection, self.path, self.table, self.size) = (connection, path, table, size)
    let reports = Lock<[ListReport]>([])
    self.reports = reports
    let scheduler = FrameScheduler(activity: connection.activity, clock: .immediate(connection.activity))
    self.scheduler = scheduler
    store = Store(initialState: RecordList.State(table, search: ""), activity: connection.activity) {
      RecordList()
      Reduce<RecordList.State, RecordList.Action> { _, action in
        if case .report(let report) = action { reports.withLock { $0.append(report) } }
        return .none
      }
    }
    let environment = ScreenEnvironment(
      scheduler: scheduler, clock: ManualScreenClock(now: Content.now).clock, theme: Theme(), isUnicode: true,
      refusal: { _ in nil }, isLocked: { false })
    list = RecordListPane(store: store, environment: environment)
    detail = DetailPane(store: store, environment: environment, goneNote: { "" })
    form = FormPane(store: store, environment: environment)
    events.responder = self
  }

  /// Presses keys, written as for `almanac script`; after each, waits until all has settled.
  func press(_ script: String) async throws {
    for event in try Key.parse(script: script) { await send(event) }
  }

  func send(_ event: InputEvent) async {
    refusal = ""
    elapsed += 1
    scheduler.perform {
      scheduler.runOwed()
      events.add(event)
    }
    await settle()
    // What has waited for the rows or the record.
    scheduler.perform { events.drain() }
    await settle()
  }

  func settle() async {
    repeat {
      await connection.activity.settled()
      try? await connection.lookForOutsideChanges()
    } while !connection.activity.isSettled || !scheduler.isClean
    let content = Rect(column: 0, row: 0, width: size.width, height: size.height - 2)
    list.layOut(in: content)
    detail.pane.rect = content
    form.pane.rect = form.rect(in: content)
    scheduler.flush()
    if !connection.activity.isSettled || !scheduler.isClean { await settle() }
  }

  /// Runs a real `sqlite3` on the file; then waits until the screen has followed.
  func shell(_ sql: String) async throws {
    try await SQLiteShell(path).run(sql)
    await settle()
  }

  /// Writes from another connection, as another program would; then waits until the screen has followed.
  func outside(_ sql: String) async throws {
    try RawConnection.run(sql, on: path)
    await settle()
  }

  /// What a table holds, a line for each row, values separated by `|`.
  func rows(_ sql: String) throws -> [String] { try RawConnection.rows(sql, on: path) }

  /// Takes back what was done last.
  func undo() async throws {
    let change = try #require(done.last?.change.inverse)
    try await connection.write { db in _ = try change.apply(db) }
    await settle()
  }

  /// What was done, in words and exactly.
  var done: [(label: String, change: BookChange)] {
    reports.withLock { $0 }.compactMap { report in
      if case .done(let label, let change, _, _) = report { (label, change) } else { nil }
    }
  }

  /// What was said last: why a key could not act, or what came of it.
  var said: String {
    if !refusal.isEmpty { return refusal }
    return reports.withLock { $0 }.reversed().lazy.compactMap { report -> String? in
      switch report {
      case .failed(let text), .noted(let text): text
      case .done(let label, _, _, _): label
      default: nil
      }
    }.first ?? ""
  }

  // MARK: What is seen

  private var front: (isForm: Bool, isDetail: Bool) { store.withState { ($0.form != nil, $0.detail != nil) } }

  var lines: [String] { screen.buffer.trimmedRows }
  var cursor: Point? { screen.cursor }

  private var screen: (buffer: CellBuffer, cursor: Point?) {
    var buffer = CellBuffer(size: size, isUnicode: true)
    var panes: [Pane] = front.isDetail ? [detail.pane] : [list.searchLine, list.rows]
    if front.isForm { panes.append(form.pane) }
    var cursor: Point?
    for pane in panes where !pane.rect.isEmpty {
      buffer.draw(pane.buffer, at: pane.rect.origin)
      cursor = pane.cursor.map { Point(column: $0.column + pane.rect.column, row: $0.row + pane.rect.row) } ?? cursor
    }
    let hints =
      front.isForm ? form.keys.hints(form) : front.isDetail ? detail.keys.hints(detail) : list.keys.hints(list)
    KeyLine(hints: hints, theme: Theme()).draw(
      in: Rect(column: 0, row: size.height - 1, width: size.width, height: 1), on: &buffer)
    return (buffer, cursor)
  }

  /// The keys that the bottom line offers.
  var keyLine: String { lines[size.height - 1] }

  /// The inside of the form's frame, line by line, without the empty lines at its ends.
  var formLines: [String] {
    let inside = lines.compactMap { line -> String? in
      guard let start = line.firstIndex(of: "│"), let end = line.lastIndex(of: "│"), start < end else { return nil }
      return String(line[line.index(start, offsetBy: 2)..<line.index(before: end)]).trimmed
    }
    return Array(inside.drop { $0.isEmpty })
  }

  /// The form is this, line by line.
  func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(formLines.joined(separator: "\n") == expected, sourceLocation: sourceLocation)
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension TableScene: EventResponder {
  func action(for event: InputEvent) -> EventAction? {
    switch event {
    case .key(let key):
      front.isForm
        ? form.action(for: key) : front.isDetail ? detail.keys.action(for: key, detail) : list.action(for: key)
    case .paste(let text, _): front.isForm ? form.action(for: .insert(text)) : nil
    case .mouse, .resize, .end: nil
    }
  }

  var barrier: Barrier { list.barrier.union(form.barrier) }
  var isLocked: Bool { false }
  var failureCount: Int { 0 }
  var takesText: Bool { front.isForm }
  func clearMessages(before event: InputEvent) {}
  func refuse(_ refusal: KeyRefusal) { if case .because(let text) = refusal { self.refusal = text } }
}

/// Plays a scene over a table, `t` if no other is named, of a file that `content` makes.
@MainActor
func tableScene(
  _ content: String, table name: String = "t", size: Size = Size(width: 80, height: 24),
  _ play: (TableScene) async throws -> Void
) async throws {
  try await withFolder { folder in
    let path = folder.appending(path: "any.db").path
    try RawConnection.run(content, on: path)
    var options = Book.Options()
    options.acceptsAnyDatabase = true
    options.watchesOtherProcesses = false
    let connection = try await Book.open(path: path, options)
    let table = try await connection.read { db in try ListedTable.named(name, db) }
    let scene = TableScene(connection, path: path, try #require(table), size: size)
    await scene.settle()
    do {
      try await play(scene)
    } catch {
      await connection.close()
      throw error
    }
    await scene.settle()
    await connection.close()
  }
}
