// Which results of an undo, and of a search index, are accepted.
import TestSupport
import Testing

@testable import Torture

@Suite("An undo under torture") struct UndoneStepTests {
  private static let (both, one, none) = (["facts|1|a", "facts|2|b"], ["facts|1|a"], [String]())

  @Test(
    "an undo brings back all that was, or says that it does not and changes nothing",
    arguments: [
      ("Undone: Deleted fact 2", both, one, both),
      ("Not undone: another program has locked the file.", both, one, one),
      // The deletion itself was refused.
      ("Nothing to undo.", both, both, both), ("", both, both, both),
      // The same fact, added twice.
      (
        "Not undone: it stays as it is.", both, both + ["facts|3|2026-11-23 01:02:03.456"],
        both + ["facts|3|2026-11-23 01:02:04.567"]
      ),
    ])
  func passes(_ screen: String, _ before: [String], _ changed: [String], _ after: [String]) {
    #expect(UndoneStep(before: before, changed: changed, after: after, screen: screen).fault == nil)
  }

  @Test(
    "anything else is none",
    arguments: [
      ("Undone: Deleted fact 2", both, one, one, #"undone, it left other rows: lost ["facts|2|b"], new []"#),
      (
        "Not undone: no.", both, none, one,
        #"refused, the undo left other rows: lost [], new ["facts|1|a"]"#
      ),
      // Not even if nothing has changed in the end.
      ("Not undone: no.", both, one, both, #"refused, the undo left other rows: lost [], new ["facts|2|b"]"#),
      ("Not undone: ", both, one, one, "the undo says nothing: Not undone: "),
      ("1 Facts", both, one, both, "the undo says nothing: 1 Facts"),
      ("Nothing to undo.", both, one, one, "the undo says nothing: Nothing to undo."),
      (
        "Nothing to undo.", both, both, one,
        #"nothing was changed, and the undo left other rows: lost ["facts|2|b"], new []"#
      ),
      // One row is there twice.
      ("Undone: Deleted fact 2", both, one, both + one, "undone, it left other rows: lost [], new []"),
    ])
  func fails(_ screen: String, _ before: [String], _ changed: [String], _ after: [String], _ fault: String) {
    #expect(UndoneStep(before: before, changed: changed, after: after, screen: screen).fault == fault)
  }

  // MARK: The search index

  private static let index = """
    CREATE VIRTUAL TABLE facts_search USING fts5(body, tokenize='trigram', detail=none);
    CREATE TRIGGER facts_search_insert AFTER INSERT ON facts BEGIN
      INSERT INTO facts_search(rowid, body) VALUES (new.id, replace(new.body, 'é', 'e')); END;
    CREATE TRIGGER facts_search_update AFTER UPDATE OF id, body ON facts BEGIN
      DELETE FROM facts_search WHERE rowid IN (old.id, new.id);
      INSERT INTO facts_search(rowid, body) VALUES (new.id, replace(new.body, 'é', 'e')); END;
    CREATE TRIGGER facts_search_delete AFTER DELETE ON facts BEGIN DELETE FROM facts_search WHERE rowid = old.id; END;
    CREATE TRIGGER other AFTER UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'not in a copy'); END;
    DELETE FROM facts;
    INSERT INTO facts(id, body) VALUES (1, 'thé'), (2, 'honey');
    """

  private func check(_ damage: String) async throws -> String? {
    var message: String?
    try await withFakeProgram("") { rig, _ in
      let book = try rig.book()
      try RawConnection.run(Self.index + damage, on: book)
      do { try rig.checkSearch(book) } catch { message = "\(error)" }
    }
    return message
  }

  @Test(
    "an index that its triggers kept is whole, and one without them is nobody's",
    arguments: [
      "", "INSERT INTO facts(body) VALUES ('café'); DELETE FROM facts WHERE id = 2",
      "DROP TRIGGER facts_search_update; DELETE FROM facts_search",
      "DELETE FROM facts_search; ALTER TABLE facts RENAME TO stored; CREATE VIEW facts AS SELECT * FROM stored",
    ])
  func whole(_ change: String) async throws { #expect(try await check(change) == nil) }

  @Test(
    "an index that lacks a row, has one too many or another text is not",
    arguments: [
      (
        "DELETE FROM facts_search WHERE rowid = 1",
        #"The search index of facts is not what its triggers make: it lacks ["1|the"], and has []."#
      ),
      (
        "INSERT INTO facts_search(rowid, body) VALUES (7, 'tea')",
        #"The search index of facts is not what its triggers make: it lacks [], and has ["7|tea"]."#
      ),
      (
        "UPDATE facts_search SET body = 'thé' WHERE rowid = 1",
        #"The search index of facts is not what its triggers make: it lacks ["1|the"], and has ["1|thé"]."#
      ),
      (
        "UPDATE facts_search_content SET c0 = 'money' WHERE id = 2",
        "The search index of facts is damaged: "
      ),
    ])
  func broken(_ change: String, _ message: String) async throws {
    let found = try await check(change)
    #expect(found?.hasPrefix(message) == true, "\(found ?? "whole")")
  }
}
