import AlmanacRecords
import Testing

@Suite
struct FileCopyTests {
  @Test(
    "the command that opens a copy is one that a shell reads as it is meant",
    arguments: [
      ("/home/ada/places.db", "D=$(mktemp -d); cp /home/ada/places.db* $D; almanac $D/places.db"),
      ("it's here/a b.db", #"D=$(mktemp -d); cp 'it'\''s here/a b.db'* $D; almanac $D/'a b.db'"#),
      // A shell's word that begins with a hyphen is an option.
      ("-f.db", "D=$(mktemp -d); cp ./-f.db* $D; almanac $D/-f.db"),
    ])
  func command(_ path: String, _ expected: String) {
    #expect(FileCopy.command(path: path) == expected)
  }
}
