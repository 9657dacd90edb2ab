// The arrangement of columns, as a value.
import AlmanacRecords
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues)
struct ColumnLayoutTests {
  private let names = ["id", "artist", "title", "year", "note"]

  @Test("CIT-02: without an arrangement the columns are those of the table")
  func ofTheTable() {
    let layout = ColumnLayout()
    #expect(layout.arranged(names) == names)
    #expect(layout.frozenCount(in: names) == nil)
  }

  @Test("CIT-02: a hidden column is left out, and the last shown one stays")
  func hiding() {
    var layout = ColumnLayout()
    var isHidden = layout.hide("title", among: names)
    #expect(isHidden)
    #expect(layout.arranged(names) == ["id", "artist", "year", "note"])
    for name in ["id", "artist", "year"] { _ = layout.hide(name, among: names) }
    isHidden = layout.hide("note", among: names)
    #expect(!isHidden)
    #expect(layout.arranged(names) == ["note"])
    layout.show("year")
    #expect(layout.arranged(names) == ["year", "note"])
  }

  @Test("CIT-02: a column moves past the next shown one; at the end it stays")
  func moving() {
    var layout = ColumnLayout()
    _ = layout.hide("artist", among: names)
    layout.move("id", by: 1, among: names)
    #expect(layout.order == ["artist", "title", "id", "year", "note"])
    #expect(layout.arranged(names) == ["title", "id", "year", "note"])
    layout.move("title", by: -1, among: names)
    layout.move("note", by: 1, among: names)
    #expect(layout.arranged(names) == ["title", "id", "year", "note"])
    layout.move("title", by: 1, among: names)
    layout.show("artist")
    #expect(layout.arranged(names) == ["artist", "id", "title", "year", "note"])
    layout.move("artist", by: 1, among: names)
    #expect(layout == ColumnLayout(), "back in the order of the table")
  }

  @Test("CIT-02: as many columns stay frozen when one moves or is hidden; the same key again frees them")
  func freezing() {
    var layout = ColumnLayout()
    layout.freeze(upTo: "title")
    #expect(layout.frozenCount(in: layout.arranged(names)) == 3)
    layout.move("title", by: 1, among: names)
    #expect(layout.arranged(names) == ["id", "artist", "year", "title", "note"])
    #expect(layout.frozen == "year" && layout.frozenCount(in: layout.arranged(names)) == 3)
    _ = layout.hide("year", among: names)
    #expect(layout.frozen == "artist")
    layout.freeze(upTo: "artist")
    #expect(layout.frozen == nil)
    layout.freeze(upTo: "id")
    _ = layout.hide("id", among: names)
    #expect(layout.frozen == nil)
  }

  @Test("CIT-02: a width stays within its limits")
  func widths() {
    var layout = ColumnLayout(widths: ["id": -5, "title": 5000])
    #expect(layout.widths == ["id": 3, "title": 1000])
    layout.setWidth(0, of: "title")
    #expect(layout.widths["title"] == 3)
  }

  @Test(
    "CIT-02: a new column follows its neighbour in the table, a renamed one keeps its place, a gone one is no trouble")
  func otherColumns() throws {
    let layout = ColumnLayout(
      order: ["note", "id", "artist", "title", "year"], hidden: ["title"], widths: ["title": 9], frozen: "title")
    #expect(
      layout.arranged(["id", "artist", "born", "year", "note", "extra"]) == [
        "note", "extra", "id", "artist", "born", "year",
      ])
    #expect(layout.arranged(["title"]) == ["title"], "a list shows at least one column")
    let (old, new) = (table("title TEXT, year INT"), table("name TEXT, year INT"))
    let renamed = layout.renaming(try #require(ColumnRename(from: old, to: new)))
    #expect(
      renamed
        == ColumnLayout(
          order: ["note", "id", "artist", "name", "year"], hidden: ["name"], widths: ["name": 9], frozen: "name"))
  }

  @Test("CIT-02: two names that only bytes tell apart are two columns")
  func equalNames() {
    let names = ["\u{E9}", "e\u{301}", "x"]
    var layout = ColumnLayout()
    layout.move("x", by: -1, among: names)
    #expect(layout.places(of: names).sorted() == [0, 1, 2])
  }

  private func table(_ columns: String) -> ListedTable {
    let names = columns.split(separator: ",").map { String($0.split(separator: " ")[0]) }
    return ListedTable("t", columns: names, identity: .rowID("id"), style: ListedTable.facts.style)
  }
}
