// The lists of what the journal knows: all changes, over them the net changes between two moments, and the list of a
// table at an earlier moment.
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import Stores

/// The lists of changes, the moment to compare with, and the list of a table in the past.
@ObservableState
struct ChangeLists: Equatable {
  /// The list of all changes; `nil` until it is opened.
  var all: RecordList.State?
  /// The list of net changes; `nil` unless it is shown.
  var net: RecordList.State?
  /// The journal of the net changes.
  var netJournal: ChangeJournal?
  /// What differs in another file, until it is shown.
  var compared: ChangeJournal?
  /// The entry whose moment the person has marked.
  var moment: Int?
  /// The list of a table at an earlier moment; `nil`: all tables are shown as they are now.
  var past: RecordList.State?
  /// The tab, the table and the moment of that list.
  var lookBack: LookBack?

  /// Makes an action of the shown list one of the application.
  var action: @Sendable (RecordList.Action) -> Application.Action {
    let isNet = net != nil
    return { action in isNet ? .netChanges(action) : .changes(action) }
  }

  func send(_ action: RecordList.Action) -> Effect<Application.Action> { .send(self.action(action)) }

  /// Closes the list of net changes, or forgets the moment. Returns whether there was one.
  mutating func goBack() -> Bool {
    defer { (net, netJournal, moment) = (nil, nil, nil) }
    return net != nil || moment != nil
  }

  /// A list of changes in a journal's database.
  static func list(_ table: ListedTable, in database: SQLiteConnection) -> RecordList.State {
    Container.shared.defaultDatabase.withValue(database) {
      RecordList.State(table, total: LiveCount(table, connection: database), search: "")
    }
  }
}

extension Application.State {
  /// The shown list of changes; `nil` until one is opened.
  public internal(set) var changes: RecordList.State? {
    get { changeLists.net ?? changeLists.all }
    set { if changeLists.net == nil { changeLists.all = newValue } else { changeLists.net = newValue } }
  }
}
