// What the screen shows first.
import AlmanacFeatures
import AlmanacRecords

/// The list that the screen begins with, and what is searched for in it.
struct FirstList {
  static let arguments: [Arguments.Option] = [.value("table"), .text("search")]

  static let help = """
      --table NAME    begin with facts, which is usual, or with users
      --search TEXT   begin with what the search finds: every word somewhere, "two words" together, !without
    """

  let tab: Application.Tab
  let search: String

  init(_ arguments: Arguments) throws {
    let table = try arguments.value("table").map(BookTable.named)
    tab = table == .users ? .users : .facts
    search = arguments.value("search") ?? ""
  }
}
