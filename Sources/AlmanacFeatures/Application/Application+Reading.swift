// Whether what is shown could be read, and why nothing can be changed now. What can't be read is not changed either:
// nobody sees what it would do.
import AlmanacRecords
import Databases
import LiveQueries

extension Application.State {
  /// Why what stands behind the tab that is shown could not be read the last time; `nil` where it was.
  var loadError: (any Error)? {
    switch tab {
    case .facts: facts.$page.loadError
    case .users: users.$page.loadError
    case .statistics: statistics.loadError
    }
  }

  /// What stands behind the tab that is shown, in a word.
  var contentName: String { tab == .statistics ? "statistics" : "list" }

  /// Whether what stands behind the tab that is shown was ever read.
  var hasBeenRead: Bool {
    switch tab {
    case .facts: facts.page.window != nil
    case .users: users.page.window != nil
    case .statistics: statistics.hasBeenRead
    }
  }

  /// Whether rows that were shown say that the file is damaged.
  var isDamageFound: Bool { facts.isDamageFound || users.isDamageFound }

  /// What the file's state is, in a word, or what is wrong.
  var fileWord: String {
    if let trouble = file.trouble { return trouble }
    if isDamageFound { return "damaged" }
    // Where nobody sees them, the statistics rest, with what went wrong last.
    let errors = [facts.$page.loadError, users.$page.loadError, tab == .statistics ? statistics.loadError : nil]
      .compactMap(\.self)
    if errors.isEmpty { return file.word }
    return errors.allSatisfy { ($0 as? DatabaseError)?.isBusy == true } ? "busy" : "can't be read"
  }

  /// Why nothing can be changed now, the one answer for every key; `nil` where something can.
  var editRefusal: KeyRefusal? {
    if let refusal = file.editRefusal { return refusal }
    if longChange != nil { return .notNow }
    if isDamageFound { return .because("The file is damaged: nothing is changed.") }
    return loadError == nil ? nil : .because("The \(contentName) can't be read: nothing is changed.")
  }
}
