// The arranged columns of the tables of one file, in the person's state folder, never in the file.
//
//   columns/DEVICE-NUMBER: when the file was made; for each table tNAME, then oCOLUMN for each one in its order, hCOLUMN
//   for each hidden one, "w12 COLUMN" for each width that was chosen, and fCOLUMN for the last frozen one
import AlmanacFeatures
import AlmanacRecords
import Databases
import Locks

extension KeptLayouts {
  /// The arrangements of the file at a path, by its identity. `isReadOnly`: nothing is written, unless the environment
  /// names the state folder.
  static func file(of path: String, isReadOnly: Bool = false) -> KeptLayouts {
    let mayWrite = !isReadOnly || StateFolder.isNamed
    // Each key of a column may fail in the same way: it is said once.
    let told = Lock((reading: false, writing: false))
    return KeptLayouts(
      all: {
        do {
          return try LayoutFile(of: path)?.layouts() ?? [:]
        } catch {
          let isTold = told.withLock { told in
            defer { told.reading = true }
            return told.reading
          }
          if isTold { return [:] }
          throw error
        }
      },
      keep: { layout, table in
        do {
          guard mayWrite else { throw StateUnkept("--read-only keeps nothing.") }
          guard let file = LayoutFile(of: path) else { throw StateUnkept("there is no state folder.") }
          try file.keep(layout, of: table)
        } catch {
          let isTold = told.withLock { told in
            defer { told.writing = true }
            return told.writing
          }
          if !isTold { throw StateUnkept("The columns stay so until you quit: \(error)") }
        }
      })
  }
}

/// The file with the arranged columns.
struct LayoutFile {
  private let folder: StateFolder

  /// `nil` if there is no state folder, or no file at the path.
  init?(of file: String) {
    guard let folder = StateFolder(of: file) else { return nil }
    self.folder = folder
  }

  /// The number of a deleted file may belong to another one now: that one was made at another time.
  private var file: StateFile<(birth: String, layouts: [String: ColumnLayout])> {
    StateFile(path: folder.path("columns"), heading: "almanac columns 1") { texts in
      guard let birth = texts.first, let layouts = Self.layouts(texts.dropFirst()) else { return nil }
      return (birth, layouts)
    }
  }

  /// The arrangements by the name of their table. Throws a sentence if the file is damaged or another program's.
  func layouts() throws -> [String: ColumnLayout] {
    guard let (birth, layouts) = try file.read("The arranged columns", until: "arrange a column") else { return [:] }
    return birth == folder.birth ? layouts : [:]
  }

  /// Keeps the arrangement of a table.
  func keep(_ layout: ColumnLayout, of table: String) throws {
    // Another terminal may have kept some of other tables.
    var all = (try? layouts()) ?? [:]
    // A table may be named in letters of another case by now.
    for name in all.keys where name.isSameName(as: table) { all[name] = nil }
    all[table] = layout == ColumnLayout() ? nil : layout
    _ = folder.make("columns")
    let texts = all.sorted { $0.key < $1.key }.flatMap { Self.texts($1, of: $0) }
    try file.replace(with: [folder.birth] + texts, lastsAtOnce: false)
  }

  private static func texts(_ layout: ColumnLayout, of table: String) -> [String] {
    ["t" + table] + layout.order.map { "o" + $0 } + layout.hidden.sorted().map { "h" + $0 }
      + layout.widths.sorted { $0.key < $1.key }.map { "w\($1) \($0)" } + (layout.frozen.map { ["f" + $0] } ?? [])
  }

  /// What texts mean; nil if one means nothing.
  private static func layouts(_ texts: some Sequence<String>) -> [String: ColumnLayout]? {
    var layouts: [String: ColumnLayout] = [:]
    var table: String?
    var (order, hidden, widths, frozen) = ([String](), Set<String>(), [String: Int](), String?.none)
    func end() {
      guard let table else { return }
      layouts[table] = ColumnLayout(order: order, hidden: hidden, widths: widths, frozen: frozen)
      (order, hidden, widths, frozen) = ([], [], [:], nil)
    }
    for text in texts {
      // A name may begin with a mark that would join the letter before it.
      let kind = text.utf8.first.map { Character(Unicode.Scalar($0)) }
      let name = String(text.unicodeScalars.dropFirst())
      if kind == "t" {
        end()
        table = name
        continue
      }
      guard table != nil else { return nil }
      switch kind {
      case "o": order.append(name)
      case "h": hidden.insert(name)
      case "f": frozen = name
      case "w":
        let parts = name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]) else { return nil }
        widths[String(parts[1])] = width
      default: return nil
      }
    }
    end()
    return layouts
  }
}
