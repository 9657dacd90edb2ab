// S2, S3, S4: searches and sorts in another program's table without an index.
import Glibc
import Harnesses

/// A database with a table of notes, which has no index except its key.
struct Notes {
  let path: String
  let rows: Int

  /// A term in few notes; the first of them is among the first rows.
  static let term = "kaluga"

  static func make(rows: Int, in folder: String) throws -> Notes {
    let notes = Notes(path: "\(folder)/notes-\(rows).db", rows: rows)
    guard access(notes.path, F_OK) != 0 else { return notes }
    say("Making a table of \(rows) notes, once.")
    unlink(notes.path + ".unfinished")
    let writer = try OutsideWriter(notes.path + ".unfinished", creates: true)
    try writer.run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN")
    try writer.run("CREATE TABLE notes(id INTEGER PRIMARY KEY, word TEXT, size INTEGER)")
    try writer.insert("INSERT INTO notes(id, word) VALUES (?, ?)", rows) { number in
      [number % 50_000 == 40 ? "\(BookText.body(number)) \(term)" : BookText.body(number)]
    }
    try writer.run("UPDATE notes SET size = id * 7919 % 1000003; COMMIT; PRAGMA journal_mode=WAL")
    writer.close()
    rename(notes.path + ".unfinished", notes.path)
    return notes
  }

  /// The number of notes with the term.
  var hits: Int { (rows - 40 + 49_999) / 50_000 }

  /// Starts the product on the file, and waits for its rows and their count.
  func startProduct(_ bench: Bench) throws -> DrivenProgram {
    let program = try bench.start([bench.product, path])
    try program.wait(for: "the count") { $0.line(0).contains(" notes \(grouped(rows)) ") }
    program.press("p", quiet: 100)
    return program
  }

  /// The times that a floor prints.
  func floor(_ bench: Bench, _ words: String...) throws -> Figures {
    let output = bench.folder + "/notes"
    _ = try runtime([bench.frames, words[0], path] + words.dropFirst(), output: output)
    return Figures(values: contents(of: output).split(separator: "\n").compactMap { Double($0) })
  }
}

extension Measurement {
  static let scan = Measurement(ids: ["S2", "S3"]) { bench in
    let notes = try Notes.make(rows: bench.book.rows, in: bench.folder)
    let product = try notes.startProduct(bench)
    defer { product.kill() }
    product.press("/")
    var (first, whole, echo, burst) = (Figures(), Figures(), Figures(), Figures())
    let all = " \(notes.hits) of \(grouped(notes.rows))"
    func clear() throws {
      product.type("\u{15}")
      try product.wait(for: "an empty search") {
        $0.line(1).contains(grouped(notes.rows)) && !$0.line(1).contains("kal")
      }
      product.settle()
    }
    _ = try notes.floor(bench, "scan", Notes.term, "1")
    var floor = Figures()
    for _ in 0..<8 {
      floor += try notes.floor(bench, "scan", Notes.term, "1")
      // All but the last letter, so that the scan for the whole word begins with a key.
      product.type(String(Notes.term.dropLast()))
      try product.wait(for: all) { $0.line(1).contains(all) }
      product.settle()
      let start = product.type(String(Notes.term.suffix(1)))
      let hit = try product.wait(for: "the first hit") {
        $0.line(3).contains(Notes.term) && $0.line(1).contains(Notes.term)
      }
      let end = try product.wait(for: all) { $0.line(1).contains(all) }
      first.values.append(Double(hit - start))
      whole.values.append(Double(end - start))
      try clear()
      // A key during a scan.
      product.press(Notes.term)
      let key = product.type("x")
      echo.values.append(Double(try product.wait(for: "the key") { $0.line(1).contains(Notes.term + "x") } - key))
      try product.wait(for: "no hits") { $0.line(1).contains(" 0 of ") }
      try clear()
      // Ten keys at once: the final results come one query after the last key.
      let ten = product.type("kalugaxx\u{7F}\u{7F}")
      burst.values.append(
        Double(try product.wait(for: all) { $0.line(1).contains(Notes.term) && $0.line(1).contains(all) } - ten))
      try clear()
    }
    let table = "\(short(notes.rows)) rows without an index"
    return [
      ReportLine(
        id: "S2", subject: "key to the first hits, \(table)", goal: "<= 30 ms", floor: "",
        product: milliseconds(first.median), checks: [.init(name: "", value: first.median / 1e6, limit: 30)]),
      ReportLine(
        id: "S2", subject: "key to all hits, \(table)", goal: "<= 1.5 x one pass", floor: milliseconds(floor.median),
        product: milliseconds(whole.median),
        checks: [.init(name: "", value: Pair.ratio(whole.median, floor.median), limit: 1.5)]),
      ReportLine(
        id: "S2", subject: "a key during the scan to its echo", goal: "<= 10 ms", floor: "",
        product: milliseconds(echo.median), checks: [.init(name: "", value: echo.median / 1e6, limit: 10)]),
      ReportLine(
        id: "S3", subject: "ten keys at once to the last results", goal: "<= one search + 16 ms",
        floor: milliseconds(whole.median), product: milliseconds(burst.median),
        checks: [.init(name: "", value: burst.median / 1e6, limit: whole.median / 1e6 + 16)]),
    ]
  }

  static let sort = Measurement(ids: ["S4"]) { bench in
    let notes = try Notes.make(rows: bench.book.rows, in: bench.folder)
    let product = try notes.startProduct(bench)
    defer { product.kill() }
    var (first, page, floor) = (Figures(), Figures(), Figures())
    _ = try notes.floor(bench, "sort", "1")
    for _ in 0..<6 {
      floor += try notes.floor(bench, "sort", "1")
      product.press("s", quiet: 100)
      let start = product.type("s")
      first.values.append(
        Double(try product.wait(for: "the order by size") { $0.line(2).contains("size ▲") } - start))
      product.settle(milliseconds: 3000)
      product.press("G", quiet: 200)
      for _ in 0..<6 {
        let before = product.screen.line(10)
        let key = product.type("\u{1B}[5~")
        page.values.append(Double(try product.wait(for: "another page") { $0.line(10) != before } - key))
        product.settle()
      }
      product.press("s", quiet: 200)
      product.press("g", quiet: 200)
    }
    let table = "\(short(notes.rows)) rows by a column without an index"
    return [
      ReportLine(
        id: "S4", subject: "first page of \(table)", goal: "<= 1.5 x ORDER BY LIMIT 100",
        floor: milliseconds(floor.median), product: milliseconds(first.median),
        checks: [.init(name: "", value: Pair.ratio(first.median, floor.median), limit: 1.5)]),
      ReportLine(
        id: "S4", subject: "a page before the end of them", goal: "<= 16 ms", floor: "",
        product: milliseconds(page.median), checks: [.init(name: "", value: page.median / 1e6, limit: 16)]),
    ]
  }
}
