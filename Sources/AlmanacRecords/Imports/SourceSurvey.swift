// A look at a whole source before its records are imported into a new table.
//
//   source ──> each value once ──> the types of the columns, the number of records ──> the person ──> the import
import Databases
import Dispatch

/// What a source says of a table to be made for it.
public struct SourceSurvey: Hashable, Sendable {
  /// The columns, with the types that lose nothing.
  public let columns: [NewTable.Column]
  /// The number of records.
  public let count: Int
  /// The first values of each column, as texts; nil for NULL.
  public let examples: [[String?]]

  /// The most records with examples.
  private static let exampleCount = 3
  /// The most bytes of an example.
  private static let exampleLength = 200
  /// The number of records between two reports.
  private static let recordsBetweenReports = 10_000

  /// Reads a source to its end. `file` must be at its beginning. Throws `LineFailure`, and the errors of reading.
  static func read(
    _ file: SourceFile, _ form: SourceForm, progress: (ImportReport) -> Void = { _ in }
  ) throws -> SourceSurvey {
    let decoder = SourceDecoder(form.encoding, read: file.read)
    let bytes = SourceBytes(read: decoder.read)
    var tally = Tally()
    func report() {
      guard tally.count.isMultiple(of: recordsBetweenReports) else { return }
      let percent = file.length.map { min(99, decoder.count * 100 / max(1, $0)) }
      progress(ImportReport(count: tally.count, percent: percent))
    }
    switch form.format {
    case .csv, .tsv:
      var source = DelimitedSource(bytes, form.format == .csv ? form.signs : nil, takesEmptyNames: true)
      try source.readHeadings()
      try tally.name(source.headings)
      while try tally.skim(&source) { report() }
    case .json, .jsonl:
      var source = JSONSource(bytes)
      while let record = try source.next() {
        try tally.note(record)
        report()
      }
    }
    let isTyped = form.format == .json || form.format == .jsonl
    let names = NewTable.distinctNames(tally.names)
    let columns = names.indices.map { place in
      let guess = tally.guesses[place]
      return NewTable.Column(
        source: tally.names[place], name: names[place], type: isTyped ? guess.type : guess.typeOfTexts,
        isFound: true)
    }
    return SourceSurvey(columns: columns, count: tally.count, examples: tally.examples)
  }

  /// What is known of the columns so far.
  private struct Tally {
    var names: [String] = []
    var guesses: [TypeGuess] = []
    var examples: [[String?]] = []
    var count = 0
    /// The places of the columns of JSON, by the bytes of their names.
    private var places: [[UInt8]: Int] = [:]
    /// The columns of the last record of JSON, and their places.
    private var last: (names: [String], places: [Int]) = ([], [])

    mutating func name(_ headings: [String]) throws {
      guard headings.count <= NewTable.mostColumns else { throw LineFailure(number: 1, error: NewTable.tooWide) }
      names = headings
      guesses = headings.map { _ in TypeGuess() }
      examples = headings.map { _ in [] }
    }

    mutating func skim(_ source: inout DelimitedSource) throws -> Bool {
      let showsExamples = count < exampleCount
      if showsExamples { for place in examples.indices { examples[place].append(nil) } }
      let isRead = try source.skim { place, value in
        guard place < guesses.count else { return }
        guesses[place].note(text: value)
        if showsExamples { examples[place][count] = String(decoding: value.prefix(exampleLength), as: UTF8.self) }
      }
      if isRead {
        count += 1
      } else if showsExamples {
        for place in examples.indices { examples[place].removeLast() }
      }
      return isRead
    }

    mutating func note(_ record: SourceRecord) throws {
      if record.columns != last.names {
        last = (record.columns, try record.columns.map { try place(of: $0, line: record.line) })
      }
      let showsExamples = count < exampleCount
      if showsExamples { for place in examples.indices { examples[place].append(nil) } }
      for (place, value) in zip(last.places, record.values) {
        guesses[place].note(value)
        if showsExamples, value != .null { examples[place][count] = value.shown }
      }
      count += 1
    }

    private mutating func place(of name: String, line: Int) throws -> Int {
      let key = Array(name.utf8)
      if let place = places[key] { return place }
      guard names.count < NewTable.mostColumns else { throw LineFailure(number: line, error: NewTable.tooWide) }
      places[key] = names.count
      names.append(name)
      guesses.append(TypeGuess())
      examples.append(Array(repeating: nil, count: min(count, exampleCount)))
      return names.count - 1
    }
  }
}

extension ImportOrder {
  /// Reads the source to its end, on a thread of its own. A stream can be read only once: it is copied to a temporary
  /// file in `folder`, which the import then reads; without a folder it is refused. Throws `LineFailure`,
  /// `SystemCallError` and `CancellationError`.
  public mutating func survey(
    streamsIn folder: String? = nil, progress: @escaping @Sendable (ImportReport) -> Void = { _ in }
  ) async throws -> SourceSurvey {
    let file = try spool?.file() ?? SourceFile(path)
    let form = form
    if file.length == nil, folder == nil { throw SourceProblem.notOrdinary }
    let copy = try file.length == nil ? folder.map { try SourceSpool(in: $0) } : nil
    if copy != nil { spool = copy }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "almanac.survey").async {
          continuation.resume(
            with: Result {
              guard let copy else { return try SourceSurvey.read(file, form, progress: progress) }
              try copy.fill(from: file)
              return try SourceSurvey.read(copy.file(), form, progress: progress)
            })
        }
      }
    } onCancel: {
      file.cancel()
    }
  }
}
