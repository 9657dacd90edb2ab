// What the file says of a table.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct SchemaSheetScenes {
  private static let music = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE album(
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL DEFAULT 'new' COLLATE NOCASE,
      artist_id INTEGER REFERENCES artist ON DELETE CASCADE
    );
    CREATE INDEX album_artist ON album(artist_id, title DESC);
    CREATE TABLE track(album INTEGER REFERENCES album(id), name TEXT);
    CREATE TRIGGER album_title AFTER UPDATE ON album BEGIN
      SELECT 1;
    END;
    INSERT INTO artist VALUES (1, 'AC/DC');
    INSERT INTO album VALUES (1, 'Powerage', 1), (2, 'High Voltage', 1);
    """

  @Test("CIT-10: I shows columns, indexes, references both ways, sizes and statements, and follows the schema")
  func sheet() async throws {
    try await fileScene(Self.music, size: Size(width: 80, height: 36)) { scene in
      try await scene.press("I")
      scene.shows(
        """
        ┌ Schema · album ──────────────────────────────────────────────────────────────┐
        │ table album                                                                  │
        │   id         INTEGER  primary key                                            │
        │   title      TEXT     not null, default 'new', collate NOCASE                │
        │   artist_id  INTEGER                                                         │
        │   index album_artist on artist_id, title collate NOCASE desc                 │
        │   foreign key (artist_id) to artist, on delete cascade                       │
        │                                                                              │
        │ References                                                                   │
        │   track.album ──> id                                                         │
        │                   artist_id ──> artist                                       │
        │                                                                              │
        │ Size                                                                         │
        │   table album          4,096 bytes                                           │
        │   index album_artist   4,096 bytes                                           │
        │   the whole file      20,480 bytes                                           │
        │                                                                              │
        │ Statements                                                                   │
        │   CREATE TABLE album(                                                        │
        │     id INTEGER PRIMARY KEY,                                                  │
        │     title TEXT NOT NULL DEFAULT 'new' COLLATE NOCASE,                        │
        │     artist_id INTEGER REFERENCES artist ON DELETE CASCADE                    │
        │   )                                                                          │
        │                                                                              │
        │   CREATE TRIGGER album_title AFTER UPDATE ON album BEGIN                     │
        │     SELECT 1;                                                                │
        │   END                                                                        │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        └──────────────────────────────────────────────────────────────────────────────┘
         Esc close  r read the sizes again
        """)
      try await scene.outside("DROP TABLE track; ALTER TABLE album ADD COLUMN year INTEGER")
      #expect(scene.lines.contains { $0.contains("year       INTEGER") }, "\(scene.lines)")
      #expect(!scene.lines.contains { $0.contains("track") })
      try await scene.press("r")
      try await scene.press("I,Esc,:,type:schema,Enter")
      #expect(scene.line(0).contains("Schema"), "\(scene.lines)")
      try await scene.outside("DROP TABLE album")
      #expect(scene.lines.contains { $0.contains("There is no table album any more.") }, "\(scene.lines)")
    }
  }
}
