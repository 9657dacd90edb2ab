// Whether what is shown could be read, and why something can't be done now. What can't be read is not changed either: the
// person would not see what it does.
import AlmanacRecords
import Databases
import LiveQueries

extension Application.State {
  /// Why what stands behind the tab that is shown could not be read the last time; `nil` where it was.
  var loadError: (any Error)? {
    tab == .statistics ? statistics?.loadError : ofShownList { $0.$page.loadError }
  }

  /// Why the records on the tabs, or those that were found, could not be counted the last time.
  var countError: (any Error)? {
    let shown = shownTable
    func lasting(_ error: (any Error)?) -> (any Error)? { (error as? DatabaseError)?.isBusy == true ? nil : error }
    var (own, other): ((any Error)?, (any Error)?)
    for tab in tableTabs {
      guard let error = lasting(tab.$count.loadError) else { continue }
      if tab.table == shown {
        own = error
      } else if (error as? DatabaseError)?.isOfSchema != true {
        // A table that can't be read as it is says why on its own tab.
        other = other ?? error
      }
    }
    return own ?? lasting(ofShownList { $0.$counted.loadError }) ?? other
      ?? lasting(ofShownList { $0.$places.loadError })
  }

  /// What stands behind the tab that is shown, in a word.
  var contentName: String { tab == .statistics ? "statistics" : "list" }

  /// Whether what stands behind the tab that is shown was ever read.
  var hasBeenRead: Bool {
    tab == .statistics ? statistics?.hasBeenRead == true : ofShownList { $0.page.window } != nil
  }

  /// Whether rows that were shown say that the file is damaged.
  var isDamageFound: Bool { lists.contains(where: \.isDamageFound) }

  /// What the file's state is, in a word, or what is wrong with it or with what is shown of it.
  var fileWord: String {
    if let trouble = file.trouble { return trouble }
    if isDamageFound { return "damaged" }
    // What is behind another tab rests, with what went wrong last.
    guard let loadError else { return isPaused && file.restriction == nil ? "paused" : file.word }
    return (loadError as? DatabaseError)?.isBusy == true ? "busy" : "can't be read"
  }

  /// Whether what stands behind the tab that is shown stands still.
  private var isPaused: Bool {
    tab == .statistics ? statistics?.isPaused == true : ofShownList { $0.isPaused } == true
  }

  /// Why no form can be opened now; `nil` where one can.
  var openRefusal: KeyRefusal? { file.editRefusal }

  /// Why what is typed in a form can't be saved now; `nil` where it can, be it after a wait.
  var saveRefusal: KeyRefusal? {
    if let refusal = openRefusal { return refusal }
    if isDamageFound { return .because("The file is damaged: Almanac changes nothing.") }
    return loadError == nil ? nil : .because("The \(contentName) can't be read: Almanac changes nothing.")
  }

  /// Why no key can change records now; `nil` where one can.
  var changeRefusal: KeyRefusal? {
    openRefusal ?? (file.canGiveUp || isChangeShown ? .notNow : nil) ?? saveRefusal
  }
}
