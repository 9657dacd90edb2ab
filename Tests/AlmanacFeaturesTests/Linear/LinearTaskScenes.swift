// Tasks of a person who hears the screen, done with the appended lines alone.
import TestSupport
import Testing

@Suite("What a person hears from a linear terminal (CIT-29)", .recordsIssues, .container)
@MainActor
struct LinearTaskScenes {
  @Test("a task is done with the appended lines alone", arguments: LinearTask.all)
  func task(_ task: LinearTask) async throws { try await task.play() }
}

extension LinearTask {
  static let all = moving + finding + records + changing + others

  private static let moving = [
    LinearTask(
      "go down", ">2", "Down",
      lines: """
        Row 2 of 4: TrackId: 2, Title: Balls to the Wall, Composer: NULL, Seconds: 342, ArtistId: 2 Accept
        """),
    LinearTask(
      "go to the last record", ">2", "End",
      lines: """
        Row 4 of 4: TrackId: 4, Title: Put The Finger On You, Composer: Angus Young, Seconds: 205, ArtistId: 1 AC/DC
        """),
    LinearTask(
      "go across the columns, then down", ">2", "L", "L", "Down",
      lines: """
        Title: For Those About To Rock
        Composer: Angus Young
        Row 2 of 4: Composer: NULL, TrackId: 2, Title: Balls to the Wall, Seconds: 342, ArtistId: 2 Accept
        """),
    LinearTask(
      "hear where one is", ">2", ">Down", "C-l",
      lines: """
        music.db: live
        Track: 4 records, sorted by TrackId
        Row 2 of 4: TrackId: 2, Title: Balls to the Wall, Composer: NULL, Seconds: 342, ArtistId: 2 Accept
        """),
    LinearTask(
      "go to the next tab and back", "Tab", "1",
      lines: """
        Track: 4 records, sorted by TrackId
        Row 1 of 4: TrackId: 1, Title: For Those About To Rock, Composer: Angus Young, Seconds: 343, ArtistId: 1 AC/DC
        Artist: 2 records, sorted by ArtistId
        Row 1 of 2: ArtistId: 1, Name: AC/DC
        """),
    LinearTask(
      "mark two records", "x", "Down", "x",
      lines: """
        1 marked
        Row 2 of 2: ArtistId: 2, Name: Accept
        2 marked
        """),
  ]

  private static let finding = [
    LinearTask(
      "search", ">2", "/", "type:angus", "Enter", "Down",
      lines: """
        Search:\u{20}
        2 found for "angus"
        Row 1 of 2: TrackId: 1, Title: For Those About To Rock, Composer: Angus Young, Seconds: 343, ArtistId: 1 AC/DC
        Row 2 of 2: TrackId: 4, Title: Put The Finger On You, Composer: Angus Young, Seconds: 205, ArtistId: 1 AC/DC
        """),
    LinearTask(
      "search without hits", "/", "type:zzz", "Esc",
      lines: """
        Search:\u{20}
        0 found for "zzz"
        Nothing matches. Esc clears the search.
        2 records
        Row 1 of 2: ArtistId: 1, Name: AC/DC
        """),
    LinearTask(
      "sort, and the other way", ">2", "s", "S",
      lines: """
        sorted by Title
        sorted by Title descending
        """),
    LinearTask(
      "filter by a value", ">2", ">L", ">L", "f", "Esc",
      lines: """
        Composer = Angus Young only
        4 records
        """),
    LinearTask(
      "go to a table by name", ":", "type:tra", "Enter",
      lines: """
        Go to, do
        Artist
        Keys: Enter do it, Esc close, Down next
        :
        Track
        Track: 4 records, sorted by TrackId
        Row 1 of 4: TrackId: 1, Title: For Those About To Rock, Composer: Angus Young, Seconds: 343, ArtistId: 1 AC/DC
        """),
    LinearTask(
      "find a key in the help", ">?", "/", "type:undo", "Enter",
      lines: """
        Search:\u{20}
        Help: 1 found
        Records:
        u Ctrl-R: undo, redo
        """),
    LinearTask(
      "read the schema", "I", "Esc",
      lines: """
        Schema · Artist
        table Artist
        ArtistId, INTEGER, primary key
        Name, TEXT, not null
        References
        Track.ArtistId, > ArtistId
        Size
        table Artist, 4,096 bytes
        the whole file, 12,288 bytes
        Statement
        CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL)
        Keys: Esc close, r read the sizes again
        Artist: 2 records, sorted by ArtistId
        Row 1 of 2: ArtistId: 1, Name: AC/DC
        """),
  ]

  private static let records = [
    LinearTask(
      "read a record", ">2", "l",
      lines: """
        Track 1
        TrackId: 1
        Title: For Those About To Rock
        Composer: Angus Young
        Seconds: 343
        ArtistId: 1, AC/DC
        """),
    LinearTask(
      "read its fields one by one", ">l", "Down", "Down", "Esc",
      lines: """
        Name: AC/DC
        Track.ArtistId: 2 records
        Artist: 2 records, sorted by ArtistId
        Row 1 of 2: ArtistId: 1, Name: AC/DC
        """),
    LinearTask(
      "read the next record", ">l", "C-n",
      lines: """
        Artist 2
        ArtistId: 2
        Name: Accept
        Track.ArtistId: 2 records
        """),
    LinearTask(
      "go to the artist of a track, and back", ">2", ">L", ">L", ">L", "L", "Enter", "Esc",
      lines: """
        ArtistId: 1 AC/DC
        Artist: 2 records, sorted by ArtistId
        Row 1 of 2: ArtistId: 1, Name: AC/DC
        Track: 4 records, sorted by TrackId
        Row 1 of 4: ArtistId: 1 AC/DC, TrackId: 1, Title: For Those About To Rock, Composer: Angus Young, Seconds: 343
        """),
    LinearTask(
      "read a fact", "Enter",
      lines: """
        Fact 3
        ID: 3
        Fact: An octopus has three hearts.
        Added: 2026-01-31 11:55:00 UTC · 5 min ago
        """
    ).inBook,
    LinearTask(
      "turn a flag", ">2", "Down", "Space",
      lines: """
        Row 2 of 5: Name: alan mathison, E-mail: alan@example.com, Active: yes, Added: 3 d
        Toggled user 2. u undo
        Row 2 of 5: Name: alan mathison, E-mail: alan@example.com, Active: no, Added: 3 d
        """
    ).inBook,
    LinearTask(
      "read the statistics", "3",
      lines: """
        Statistics
        Facts, 3
        Users, 5
        Active, 3
        Inactive, 2
        Newest users
        Ada Byron, 2 d
        alan mathison, 3 d
        Annie Easley, 3 d
        Donald Knuth, 9 d
        Grace Hopper, 1 mo
        Facts added, by month
        Jan, 3
        Users, by mail domain
        example.org, 2
        example.com, 1
        example.edu, 1
        example.net, 1
        """
    ).inBook,
  ]

  private static let changing = [
    LinearTask(
      "edit a title", ">2", "e", "type: live", "C-s",
      lines: """
        Edit Track 1: 5 fields
        Keys: Tab next field, Ctrl-S save, Enter next or save, Esc leave, Alt-Enter new line
        Title: For Those About To Rock
        Edited Track 1. u undo
        Track: 4 records, sorted by TrackId
        Row 1 of 4: TrackId: 1, Title: For Those About To Rock live, Composer: Angus Young, Seconds: 343, ArtistId: 1 AC/DC
        """),
    LinearTask(
      "add a record, with a mistake first", "a", "Tab", "C-s", "type:Restless", "C-s",
      lines: """
        New record of Artist: 2 fields
        Keys: Tab next field, Ctrl-S save, Enter next or save, Esc leave, Alt-Enter new line
        Name (required):\u{20}
        ArtistId (SQLite chooses it):\u{20}
        Name: required
        Save needs Name
        Name:\u{20}
        Added Artist 3. u undo
        Artist: 3 records, sorted by ArtistId
        Row 3 of 3: ArtistId: 3, Name: Restless
        """),
    LinearTask(
      "type a text where a number is meant", ">e", "Tab", "type:x", "C-s",
      lines: """
        ArtistId: 1
        Not saved yet: ArtistId would hold a text, not a number. Ctrl-S saves it.
        """),
    LinearTask(
      "leave a form", ">e", "type:x", "Esc", "Esc",
      lines: """
        Esc again discards what you typed
        Artist: 2 records, sorted by ArtistId
        Row 1 of 2: ArtistId: 1, Name: AC/DC
        """),
    LinearTask(
      "make a value NULL", ">2", ">e", "Tab", "C-n", "C-s",
      lines: """
        Composer: Angus Young
        Composer (NULL):\u{20}
        Edited Track 1. u undo
        Track: 4 records, sorted by TrackId
        Row 1 of 4: TrackId: 1, Title: For Those About To Rock, Composer: NULL, Seconds: 343, ArtistId: 1 AC/DC
        """),
    LinearTask(
      "delete a record, and undo", ">2", "Down", "d", "u",
      lines: """
        Row 2 of 4: TrackId: 2, Title: Balls to the Wall, Composer: NULL, Seconds: 342, ArtistId: 2 Accept
        Deleted Track 2. u undo
        Row 2 of 3: TrackId: 3, Title: Fast As a Shark, Composer: F. Baltes, Seconds: 230, ArtistId: 2 Accept
        Undone: Deleted Track 2. Ctrl-R redo
        Row 2 of 4: TrackId: 2, Title: Balls to the Wall, Composer: NULL, Seconds: 342, ArtistId: 2 Accept
        """),
    LinearTask(
      "delete what others name, twice", "d", "d",
      lines: """
        Not deleted: Artist 1 is named by 2 records of Track (ArtistId). Nothing was changed.
        Not deleted: Artist 1 is named by 2 records of Track (ArtistId). Nothing was changed.
        """),
    LinearTask(
      "delete marked records", ">2", ">x", ">Down", ">x", "d",
      lines: """
        Deleted 2 records. u undo
        2 records
        Row 1 of 2: TrackId: 3, Title: Fast As a Shark, Composer: F. Baltes, Seconds: 230, ArtistId: 2 Accept
        """),
    LinearTask(
      "copy a record", ">2", "y",
      lines: """
        Copied Track 1.
        """),
  ]

  private static let others = [
    LinearTask(
      "hear another program", ">2", "sql:UPDATE Track SET Seconds = 1; INSERT INTO Artist VALUES (3, 'New')",
      lines: """
        another program: 4 updated in Track, 1 added in Artist
        Row 1 of 4: TrackId: 1, Title: For Those About To Rock, Composer: Angus Young, Seconds: 1, ArtistId: 1 AC/DC
        """),
    LinearTask(
      "hear that the record is gone", ">2", "sql:DELETE FROM Track WHERE TrackId = 1",
      lines: """
        another program: 1 deleted in Track
        Row 1 of 3: TrackId: 2, Title: Balls to the Wall, Composer: NULL, Seconds: 342, ArtistId: 2 Accept
        """),
    LinearTask(
      "read what has changed", "sql:UPDATE Track SET Seconds = 1 WHERE TrackId = 3", "C", "Enter",
      lines: """
        another program: 1 updated in Track
        Changes 1: following
        Row 1 of 1: When: now, Table: Track, Record: 3, updated, Change: Seconds 230 → 1, Program: another, Time: 12:00:00, Commit: 1
        Change 1
        When: 2026-01-31 12:00:00 UTC · now
        Table: Track
        Record: 3
        Program: another
        Commit: 1
        Change: Seconds: 230 → 1
        Changes seen:
        ~ Seconds 230 → 1, another program
        """),
    LinearTask(
      "ask a question in SQL", "!", "type:SELECT 6*7 AS answer", "Enter",
      lines: """
        Type a SELECT. Enter runs it, and its result stays live.
        !\u{20}
        ! SELECT 6*7 AS answer
        Query 1 · constant
        Row 1 of 1: answer: 42
        """),
    LinearTask(
      "quit with an unsaved form", ">a", "type:x", "C-c",
      lines: """
        What you typed is not saved. The same key again quits all the same.
        """),
    LinearTask(
      "read a value with control characters",
      "sql:INSERT INTO Artist VALUES (3, 'a' || char(27) || '[2J' || char(10) || 'b')", "End",
      lines: """
        another program: 1 added in Artist
        Row 3 of 3: ArtistId: 3, Name: a␛[2J↵b
        """),
  ]
}
