// Whether the shown content could be read, and why a key can't act now. Content that can't be read is not changed
// either: the person would not see the effect.
import AlmanacRecords
import Databases
import LiveQueries

extension Application.State {
  /// Why the last read of the shown tab's content failed; `nil` if it succeeded.
  var loadError: (any Error)? {
    tab == .statistics ? statistics?.loadError : ofShownList { $0.live.$page.loadError }
  }

  /// Why the last count of a tab's records, or of the found records, failed; `nil` if all succeeded or are only busy.
  var countError: (any Error)? {
    let shown = shownTable
    func lasting(_ error: (any Error)?) -> (any Error)? { (error as? DatabaseError)?.isBusy == true ? nil : error }
    var (own, other): ((any Error)?, (any Error)?)
    for tab in tableTabs {
      guard let error = lasting(tab.$count.loadError) else { continue }
      if tab.table == shown {
        own = error
      } else if (error as? DatabaseError)?.isOfSchema != true {
        // A table with an unreadable schema says why on its own tab.
        other = other ?? error
      }
    }
    return own ?? lasting(ofShownList { $0.live.$counted.loadError }) ?? other
      ?? lasting(ofShownList { $0.live.$places.loadError })
  }

  /// The content of the shown tab, in a word.
  var contentName: String { tab == .statistics ? "statistics" : "list" }

  /// Whether the content of the shown tab was ever read.
  var hasBeenRead: Bool {
    tab == .statistics ? statistics?.hasBeenRead == true : ofShownList { $0.live.page.window } != nil
  }

  /// The state of the file in a word, or the trouble with it or with its shown content.
  var fileWord: FileWord {
    if let trouble = file.trouble { return trouble }
    if file.isDamageFound { return .damaged }
    // The content of other tabs rests, with its last error.
    guard let loadError else { return isPaused && file.restriction == nil ? .paused : file.word }
    return (loadError as? DatabaseError)?.isBusy == true ? .busy : .unreadable
  }

  /// Whether the content of the shown tab is paused.
  private var isPaused: Bool {
    tab == .statistics ? statistics?.isPaused == true : ofShownList { $0.isPaused } == true
  }

  /// Why no form can be opened now; `nil` if one can.
  var openRefusal: KeyRefusal? { isPast ? .because(PastTable.refusal) : file.editRefusal }

  /// Why a form can't be saved now; `nil` if it can, perhaps after a wait.
  var saveRefusal: KeyRefusal? {
    if let refusal = openRefusal { return refusal }
    if file.isDamageFound { return .because("The file is damaged: Almanac changes nothing.") }
    return loadError == nil ? nil : .because("The \(contentName) can't be read: Almanac changes nothing.")
  }

  /// Why no key can change records now; `nil` if one can.
  var changeRefusal: KeyRefusal? {
    openRefusal ?? (file.canGiveUp || isChangeShown ? .notNow : nil) ?? saveRefusal
  }
}
