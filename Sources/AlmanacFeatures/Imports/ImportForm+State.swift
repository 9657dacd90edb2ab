// What the form of an import holds.
import AlmanacRecords
import Databases
public import Stores

extension ImportForm {
  /// A field of the form.
  enum Field: Hashable {
    case table, delimiter, quote, encoding
    case column(Int)
  }

  /// A column of the table to be made.
  struct Column: Equatable {
    let source: String
    var name: TextInput
    var type: ColumnType
    /// Whether the person chose the type.
    var isTypeChosen = false
    /// Its first values.
    let examples: [String?]
  }

  /// The state of the form.
  @ObservableState
  public struct State: Equatable {
    /// The path of the file, as typed.
    let path: String
    /// How the file is read.
    private(set) var form: SourceForm
    /// The name of the table.
    private(set) var table: TextInput
    private(set) var delimiter: TextInput
    private(set) var quote: TextInput
    /// The columns of a new table, once they are known.
    private(set) var columns: [Column] = []
    /// The number of records.
    private(set) var count = 0
    /// The index of the field that keys go to.
    private(set) var focus = 0
    /// The progress of reading; `nil` while nothing is read.
    var reading: ImportReport?
    /// Why the file can't be read so, as a sentence.
    var problem: String?
    /// The tables of the file.
    let tables: [String]
    /// Why the table can't be made, as a sentence.
    private var tableProblem: String?

    /// Begins with a file. `tables`: the names that are taken.
    init(path: String, tables: [String]) {
      (self.path, self.tables) = (path, tables)
      form = SourceForm(SourceFormat(nameOf: path) ?? .csv)
      table = TextInput(NewTable.name(for: path), limit: ImportForm.textLimit)
      let isTabbed = form.format == .tsv
      delimiter = TextInput(isTabbed ? "tab" : ",", limit: ImportForm.textLimit)
      quote = TextInput(isTabbed ? "none" : "\"", limit: ImportForm.textLimit)
    }

    /// The name of the file.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    private var hasSigns: Bool { [.csv, .tsv].contains(form.format) }

    /// The table with the typed name that is there already; `nil` if a new one will be made.
    var existing: String? { tables.first { $0.lowercasedASCII == table.text.lowercasedASCII } }

    /// The fields, from above.
    var fields: [Field] {
      [.table] + (hasSigns ? [.delimiter, .quote] : []) + [.encoding]
        + (existing == nil ? columns.indices.map(Field.column) : [])
    }

    /// The field that keys go to.
    var field: Field { fields[min(focus, fields.count - 1)] }

    /// Whether the field in focus has choices instead of a text.
    var isChoice: Bool { field == .encoding }

    /// Whether a key gives the field in focus its next choice.
    var hasChoice: Bool { if case .column = field { true } else { isChoice } }

    /// The table to be made.
    var newTable: NewTable {
      NewTable(
        table.text,
        columns.map { column in
          NewTable.Column(
            source: column.source, name: column.name.text, type: column.type, isFound: !column.isTypeChosen)
        })
    }

    /// Why nothing can be imported yet, as a sentence; `nil` if it can.
    var obstacle: String? {
      if let problem { return problem }
      if reading != nil { return "The file is still being read." }
      return existing == nil ? tableProblem : nil
    }

    /// The import, without its table.
    var order: ImportOrder { ImportOrder(path: path.inHomeFolder, form) }

    // MARK: Changes

    mutating func move(by count: Int) {
      let total = fields.count
      focus = (min(focus, total - 1) + count + total) % total
    }

    /// Edits the text of the field in focus. Returns whether the file must be read again.
    mutating func edit(_ edit: TextEdit) -> Bool {
      switch field {
      case .table:
        table.apply(edit)
        tableProblem = newTable.problem
      case .delimiter:
        delimiter.apply(edit)
        return !edit.isMotion
      case .quote:
        quote.apply(edit)
        return !edit.isMotion
      case .encoding: if edit == .insert(" ") { return choose() }
      case .column(let place):
        columns[place].name.apply(edit)
        tableProblem = newTable.problem
      }
      return false
    }

    /// Gives the field in focus its next choice. Returns whether the file must be read again.
    mutating func choose() -> Bool {
      switch field {
      case .encoding:
        form.encoding = form.encoding.next
        return true
      case .column(let place):
        columns[place].type = columns[place].type.next
        columns[place].isTypeChosen = true
      case .table, .delimiter, .quote: break
      }
      return false
    }

    /// Takes over the typed signs. Throws a sentence.
    mutating func readSigns() throws {
      guard hasSigns else { return }
      form.signs = try DelimitedSigns(delimiter: delimiter.text, quote: quote.text)
      // Without quotes and with tabs a file of its name has escapes.
      let isTabbed = form.signs.delimiter == "\t" && form.signs.quote == nil
      form.format = isTabbed && SourceFormat(nameOf: path) == .tsv ? .tsv : .csv
    }

    /// Takes over what the file says. A column with the same name in the file keeps what the person has made of it.
    mutating func take(_ survey: SourceSurvey) {
      (reading, problem, count) = (nil, nil, survey.count)
      let known = columns
      let isSame = known.map(\.source) == survey.columns.map(\.source)
      columns = zip(survey.columns, survey.examples).enumerated().map { place, found in
        let (column, examples) = found
        let former = isSame ? known[place] : nil
        let isTypeChosen = former?.isTypeChosen == true
        return Column(
          source: column.source, name: former?.name ?? TextInput(column.name, limit: ImportForm.textLimit),
          type: isTypeChosen ? former?.type ?? column.type : column.type, isTypeChosen: isTypeChosen,
          examples: examples)
      }
      tableProblem = newTable.problem
    }
  }
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
  /// The case after this one, in a circle.
  fileprivate var next: Self {
    let all = Self.allCases
    let place = all.firstIndex(of: self).map { all.index(after: $0) } ?? all.startIndex
    return all[place == all.endIndex ? all.startIndex : place]
  }
}
