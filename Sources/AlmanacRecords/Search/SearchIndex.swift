// The search index of a table, in SQL: it stays correct even if a plain `sqlite3` shell changes the table.
//
// An FTS5 table with its own content stores the folded text, split into trigrams by SQLite's own tokenizer; triggers
// maintain it. They only use features of every SQLite. REPLACE fires no delete triggers, so a row of the index may
// outlive its record: every hit is joined to the table. The index only finds candidates; `SearchMatcher` decides.

/// The search index of one table.
public struct SearchIndex: Hashable, Sendable {
  /// The searched table; its key is `id`.
  public let table: String
  /// The searched columns.
  public let columns: [String]

  /// The FTS5 table.
  public var name: String { table + "_search" }

  /// The condition of the rows that the tokenizer can't read to the end, because it stops at a NUL. They are candidates
  /// of every search, found by a partial index over this expression.
  var blindRows: String {
    columns.map { "instr(CAST(\($0) AS BLOB), x'00')" }.joined(separator: " OR ")
  }

  /// The SQL that creates the index and its triggers, for a table that may already have rows.
  public var schema: String {
    """
    CREATE VIRTUAL TABLE \(name) USING fts5(\(list { $0 }), tokenize='trigram', detail=none);
    CREATE INDEX \(name)_blind ON \(table)(id) WHERE \(blindRows);
    CREATE TRIGGER \(name)_insert AFTER INSERT ON \(table) BEGIN
      DELETE FROM \(name) WHERE rowid = new.id;
      INSERT INTO \(name)(rowid, \(list { $0 })) VALUES (new.id, \(list { folded("new.\($0)") }));
    END;
    CREATE TRIGGER \(name)_update AFTER UPDATE OF id, \(list { $0 }) ON \(table)
    WHEN old.id <> new.id OR \(columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")) BEGIN
      DELETE FROM \(name) WHERE rowid IN (old.id, new.id);
      INSERT INTO \(name)(rowid, \(list { $0 })) VALUES (new.id, \(list { folded("new.\($0)") }));
    END;
    CREATE TRIGGER \(name)_delete AFTER DELETE ON \(table) BEGIN
      DELETE FROM \(name) WHERE rowid = old.id;
    END;
    \(fill)
    """
  }

  /// The SQL that writes every row of the table into the index, which must be empty.
  public var fill: String {
    """
    INSERT INTO \(name)(rowid, \(list { $0 })) SELECT id, \(list(folded)) FROM \(table);
    """
  }

  /// A query for rows of the table with rowids above one number and up to another: how many have no row in the index,
  /// and how many have a wrong text there.
  var comparison: String {
    let differences = columns.map { "\(name).\($0) IS NOT \(folded("\(table).\($0)"))" }
    return """
      SELECT count(*) FILTER (WHERE \(name).rowid IS NULL),
        count(*) FILTER (WHERE \(name).rowid IS NOT NULL AND (\(differences.joined(separator: " OR "))))
      FROM \(table) LEFT JOIN \(name) ON \(name).rowid = \(table).id WHERE \(table).id > ? AND \(table).id <= ?
      """
  }

  private func list(_ transform: (String) -> String) -> String {
    columns.map(transform).joined(separator: ", ")
  }

  /// The folded form of a column, followed by two spaces, so that every single character and every pair begins a
  /// trigram. Text without accents is not folded: the tokenizer ignores case itself.
  private func folded(_ column: String) -> String {
    """
    CASE WHEN \(column) GLOB '*[\u{C0}-\u{36F}\u{1E00}-\u{1EFF}]*' THEN (
        WITH RECURSIVE
          needed(step, letter, base) AS MATERIALIZED (
            SELECT row_number() OVER (), letter, base FROM search_blocks CROSS JOIN search_folds USING (block)
            WHERE \(column) GLOB pattern AND instr(\(column), letter)),
          folded(step, text) AS (
            SELECT 0, \(column)
            UNION ALL
            SELECT needed.step, replace(text, letter, base) FROM folded JOIN needed ON needed.step = folded.step + 1)
        SELECT text FROM folded ORDER BY step DESC LIMIT 1)
      ELSE \(column) END || '  '
    """
  }

  /// The SQL of the tables that define how letters fold. Their rows are in blocks of 128 scalars, so that a text is
  /// only tested for the letters of blocks that it has.
  static var foldTables: String {
    var blocks: [UInt32: [(letter: String, base: String)]] = [:]
    for (base, accented) in AccentedLetters.byBase {
      for scalar in accented.unicodeScalars {
        blocks[scalar.value >> 7, default: []].append((String(scalar), String(base)))
      }
    }
    for value in SearchFold.combiningMarks {
      blocks[value >> 7, default: []].append((String(Unicode.Scalar(value)!), ""))
    }
    let patterns = blocks.keys.sorted().map { block in
      "(\(block), '*[\(Unicode.Scalar(max(block << 7, 0xC0))!)-\(Unicode.Scalar(block << 7 | 0x7F)!)]*')"
    }
    let folds = blocks.sorted { $0.key < $1.key }.flatMap { block, letters in
      letters.map { "(\(block), '\($0.letter)', '\($0.base)')" }
    }
    return """
      CREATE TABLE search_blocks(block INTEGER PRIMARY KEY, pattern TEXT NOT NULL);
      CREATE TABLE search_folds(block INTEGER NOT NULL, letter TEXT NOT NULL, base TEXT NOT NULL,
        PRIMARY KEY (block, letter)) WITHOUT ROWID;
      INSERT INTO search_blocks VALUES \(patterns.joined(separator: ", "));
      INSERT INTO search_folds VALUES \(folds.joined(separator: ", "));
      """
  }
}
