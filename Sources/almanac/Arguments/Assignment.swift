// The values of a record, given as words.
import AlmanacRecords
import Databases

/// A word `COLUMN=TEXT` or `COLUMN:=JSON`, parsed.
struct Assignment {
  let column: String
  let text: String
  /// Whether the text is a value in JSON.
  let isJSON: Bool

  /// A column name may contain the signs too. The word is split at the first sign after the name of a column; if no
  /// column matches, at the first sign. `nil` if there is no sign.
  init?(_ word: String, columns: [String]) {
    let scalars = word.unicodeScalars
    var first: Assignment?
    for sign in scalars.indices where scalars[sign] == "=" {
      let (name, text) = (String(scalars[..<sign]), String(scalars[scalars.index(after: sign)...]))
      let plain = Assignment(column: name, text: text, isJSON: false)
      guard name.unicodeScalars.last == ":" else {
        if Self.names(name, columns) {
          self = plain
          return
        }
        first = first ?? plain
        continue
      }
      let typed = Assignment(column: String(name.unicodeScalars.dropLast()), text: text, isJSON: true)
      if let match = [typed, plain].first(where: { Self.names($0.column, columns) }) {
        self = match
        return
      }
      first = first ?? typed
    }
    guard let first else { return nil }
    self = first
  }

  private init(column: String, text: String, isJSON: Bool) {
    (self.column, self.text, self.isJSON) = (column, text, isJSON)
  }

  private static func names(_ name: String, _ columns: [String]) -> Bool {
    columns.contains { $0.isSameName(as: name) }
  }

  /// The JSON value. Throws `UsageError`.
  func json() throws -> ExactValue {
    do throws(JSONScalar.Problem) {
      return try JSONScalar.value(text)
    } catch {
      throw UsageError("\(column):= takes a value in JSON, and '\(text)' \(error.predicate).")
    }
  }
}

extension FileTable {
  /// The values in the words. `zone`: the time zone of dates for a column whose numbers count time. Throws `UsageError`.
  /// Inside a read.
  func values(of words: ArraySlice<String>, in zone: CivilZone, _ db: Database) throws -> ExactRow {
    if isOfBook { return try table.values(of: words) }
    let learned = try learned(db).table
    var values: ExactRow = [:]
    for word in words {
      guard let assignment = Assignment(word, columns: table.columns) else {
        throw UsageError("'\(word)' is neither COLUMN=TEXT nor COLUMN:=JSON.")
      }
      let column = try column(named: assignment.column)
      try requireWritten(column)
      guard values[column] == nil else { throw UsageError("\(column) is given twice.") }
      let editable = table.style.editing.columns.first { $0.name == column }
      // A word that is neither yes nor no is stored as it is.
      let flag = editable?.kind == .flag ? try? editable?.value(of: assignment.text) : nil
      let moments = TypedMoments(column, of: learned, zone: zone)
      let moment = moments?.value(of: assignment.text, over: nil)
      if moments != nil, moment == nil, !assignment.isJSON,
        ExactValue(number: assignment.text.trimmedOfWhitespace) == nil
      {
        throw UsageError(
          "\(column) holds dates as numbers, and '\(assignment.text)' is neither a date nor a number. "
            + "\(column):=JSON stores any value.")
      }
      values[column] = assignment.isJSON ? try assignment.json() : flag ?? moment ?? .text(assignment.text)
    }
    return values
  }
}

extension ListedTable {
  /// The column with a name, ignoring the case of A to Z. Throws `UsageError`.
  func column(named name: String) throws -> String {
    if let column = columns.first(where: { $0 == name }) ?? columns.first(where: { $0.isSameName(as: name) }) {
      return column
    }
    let hint =
      if let near = NearestWord.to(name, among: columns) {
        "; did you mean '\(near)'?"
      } else if columns.count > 12 {
        "; almanac schema lists them."
      } else {
        ", which has \(columns.inWords)."
      }
    throw UsageError("There is no column '\(name)' in \(self.name)\(hint)")
  }

  /// The writable columns of a book's table, in words.
  private var editableNames: String { style.editing.columns.map(\.name).inWords }

  /// Whether a word begins with a writable column and an equals sign.
  func isAssignment(_ word: String) -> Bool {
    let columns = style.editing.columns.map(\.name)
    guard let name = Assignment(word, columns: columns)?.column else { return false }
    return columns.contains { $0.isSameName(as: name) }
  }

  /// The values in the words, converted as a book's form does. Values in JSON are accepted too.
  func values(of words: some Sequence<String>) throws -> ExactRow {
    var values: ExactRow = [:]
    for word in words {
      guard let assignment = Assignment(word, columns: columns) else {
        throw UsageError("'\(word)' is not COLUMN=VALUE; in \(self.name) you can set \(editableNames).")
      }
      let column = try column(named: assignment.column)
      guard let editable = style.editing.columns.first(where: { $0.name == column }) else {
        throw UsageError("\(column) can't be set; in \(self.name) you can set \(editableNames).")
      }
      guard values[column] == nil else { throw UsageError("\(column) is given twice.") }
      let text = assignment.isJSON ? try assignment.json().plainText : assignment.text
      do throws(EditableColumn.Problem) {
        values[column] = try editable.value(of: text)
      } catch {
        throw UsageError(error, of: column, text)
      }
    }
    return values
  }
}
