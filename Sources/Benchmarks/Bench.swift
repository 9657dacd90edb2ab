// The programs that the bench compares, and its books.
import Harnesses

/// One run of the bench.
struct Bench {
  /// The folder of the books, and the home folder of the driven programs.
  let folder: String
  let product: String
  /// The program for the driven floors: observe, browse, search.
  let floors: String
  /// The program for the other floors: frames, page.
  let frames: String
  let book: ScratchBook
  /// A book with few records.
  let smallBook: ScratchBook

  private var environment: [String: String] {
    [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": folder,
      "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder,
    ]
  }

  /// Starts a program on a terminal of 200 columns and 50 lines.
  func start(_ command: [String]) throws -> DrivenProgram {
    try DrivenProgram(command, environment: environment)
  }

  /// Starts a floor on a book, and waits for its first page.
  func startFloor(_ words: String..., on book: ScratchBook? = nil, more: [String] = []) throws -> DrivenProgram {
    let program = try start([floors] + words + [(book ?? self.book).path] + more)
    try program.wait(for: BookText.ownWord(1))
    program.settle()
    return program
  }

  /// Starts the product on a book, and waits for its facts and counts; the list has the full width.
  func startProduct(on book: ScratchBook? = nil) throws -> DrivenProgram {
    let book = book ?? self.book
    // Not where the measurement before has left the book.
    let program = try start([product, "--fresh", "--file", book.path])
    try program.wait(for: BookText.ownWord(book.rows))
    let count = " 1 Facts \(grouped(book.rows))  2 Users \(grouped(book.rows)) "
    try program.wait(for: "the counts") { $0.line(0).contains(count) }
    // Frames are measured without the pane that shows the record.
    program.press("p", quiet: 100)
    return program
  }

  /// Takes figures of both sides in turn.
  func inTurn(
    _ turns: Int, floor: () throws -> Figures, product: () throws -> Figures
  ) rethrows -> Pair {
    var pair = Pair()
    for _ in 0..<turns {
      pair.floor += try floor()
      pair.product += try product()
    }
    return pair
  }
}

/// A number with its digits in groups of three.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  return digits.indices.map { ((digits.count - $0) % 3 == 0 && $0 > 0 ? "," : "") + String(digits[$0]) }.joined()
}

/// A short text for a number of rows: `1M`, `10k`.
func short(_ number: Int) -> String {
  if number % 1_000_000 == 0 { return "\(number / 1_000_000)M" }
  return number % 1000 == 0 ? "\(number / 1000)k" : String(number)
}

/// Nanoseconds as a text in milliseconds.
func milliseconds(_ nanoseconds: Double) -> String { decimal(nanoseconds / 1_000_000, 2) + " ms" }
