// Which last messages allow a program to end with status 1.
import Testing

@testable import Torture

@Suite("The end of a program under torture") struct TypedProgramTests {
  @Test(
    "what another program has kept from it is told behind the screen",
    arguments: [
      "\u{1B}[?1049l\r\u{1B}[?1l\u{1B}>almanac: Not deleted: another file has taken its place. Nothing was changed.\r\n",
      "Waiting for another program's lock, five seconds at most.\r\n"
        + "almanac: Not toggled: another program has locked the file. Nothing was changed.\r\n",
      "almanac: Not undone: another program has changed fact 7 since; it stays as it is.\r\n",
      "almanac: Fact 1 has gone already.\r\n",
      "almanac: /tmp/case/book.db was not opened.\r\n",
      "almanac: /tmp/case/book.db can't be opened: another file has taken its place.\r\n",
      "^[[Zalmanac: /tmp/case/book.db was not opened: another program has locked the file.\r\n",
    ])
  func others(_ text: String) { #expect(TypedProgram.tellsOfOthers(Array(text.utf8))) }

  @Test(
    "no other reason is, and no sentence on the screen",
    arguments: [
      "", "\u{1B}[?1049l\r\u{1B}[?1l\u{1B}>", "almanac: Not deleted: disk I/O error. Nothing was changed.\r\n",
      "almanac: /tmp/case/book.db can't be opened: disk I/O error.\r\n", "almanac: Not deleted.\r\n",
      "almanac: Not deleted: another file has taken its place. Nothing was changed.\u{1B}[?1049l\r",
    ])
  func ours(_ text: String) { #expect(!TypedProgram.tellsOfOthers(Array(text.utf8))) }
}
