// Checks a file, and reports the findings on standard output.
import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import QueryClients
import Terminals

enum DoctorCommand: Verb {
  static let name = "doctor"
  static let options = BookFile.readingArguments + [.flag("json")]

  static let usage = ["doctor [--json]"]

  static let help = """
    Checks any SQLite file, and changes nothing. Each check is printed when it ends; Ctrl-C stops it.

      live            whether the screen could follow the file and change it, and why not
      locks           which programs read, write or have the file open, if the system shows them
      journal         how SQLite keeps commits safe, and which files lie next to the file
      integrity       SQLite's own check of every page, table and index
      foreign-keys    records that name a record which is not there
      search-index    whether the search indexes of a book agree with its records

    A check ends with ok, with note if there is something to know, or with trouble, followed by a sentence for each
    finding. In a pipe it prints a line for each finding: the check, its end and the sentence, with tabs between. The
    status is 1 if a check ends with trouble. If another program's lock keeps the file from being opened, only locks is
    printed, which names that program.

      --json          one array of objects: check, verdict, and findings, an array of texts
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing, not even the layout of an older book
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    try arguments.refuseWords(from: 0)
    let isJSON = arguments.has("json")
    let file = try BookFile(arguments, acceptsAny: true)
    let reports: [Entry]
    do {
      reports = try await check(file, isReadOnly: arguments.has("read-only"), isJSON: isJSON)
    } catch let error as CommandFailure {
      if let locks = DoctorReport(ofWriterTo: file.path) { try write([("locks", locks)], isJSON: isJSON) }
      throw error
    }
    if isJSON { try write(reports, isJSON: true) }
    let troubles = reports.filter { $0.report.verdict == .trouble }.map(\.check)
    if !troubles.isEmpty { throw CommandFailure("There is trouble: \(troubles.joined(separator: ", ")).") }
  }

  private typealias Entry = (check: String, report: DoctorReport)

  /// Makes all checks. Unless `isJSON`, prints each when it ends.
  private static func check(_ file: BookFile, isReadOnly: Bool, isJSON: Bool) async throws -> [Entry] {
    try await file.read { connection in
      let health = FileHealth.State(connection, path: connection.path ?? "", isReadOnly: isReadOnly)
      var reports: [Entry] = []
      func add(_ check: String, _ report: DoctorReport) throws {
        reports.append((check, report))
        if !isJSON { try write([(check, report)], isJSON: false) }
      }
      try add("live", health.report)
      let client = Container.shared.queryClient()
      for check in DoctorCheck.allCases {
        try add(check.rawValue, await report(of: client.store(for: DoctorQuery(check, of: connection))))
      }
      return reports
    }
  }

  /// The report of a check. A check that fails is reported as trouble, so that the others are still made.
  private static func report(of store: QueryStore<DoctorState>) async throws -> DoctorReport {
    do {
      return try await store.fetch()
    } catch let error as DatabaseError {
      return DoctorReport(.trouble, "This can't be checked: \(sentence(error)).")
    }
  }

  private static func write(_ entries: [Entry], isJSON: Bool) throws {
    try StandardStreams.write(isJSON ? "[\(entries.map(json).joined(separator: ",\n"))]\n" : entries.map(text).joined())
  }

  private static func text(_ entry: Entry) -> String {
    let verdict = entry.report.verdict.rawValue
    return entry.report.findings.enumerated().map { index, finding in
      let finding = SafeText.string(finding, isUnicode: !StandardStreams.isTerminal || Environment.isUnicode)
      guard StandardStreams.isTerminal else { return "\(entry.check)\t\(verdict)\t\(finding)\n" }
      let heading = index == 0 ? "\(entry.check):".padded(to: 14) + verdict.padded(to: 9) : "".padded(to: 23)
      return heading + finding + "\n"
    }.joined()
  }

  private static func json(_ entry: Entry) -> String {
    let findings = entry.report.findings.map(JSONText.output.quoted).joined(separator: ",")
    return """
      {"check":\(JSONText.output.quoted(entry.check)),"verdict":"\(entry.report.verdict.rawValue)","findings":[\(findings)]}
      """
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
