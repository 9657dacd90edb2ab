// The terminal, directly through ncurses.
import CNcurses
import Glibc

/// The only screen.
enum Screen {
  static var rows: Int { Int(almanac_lines()) - 1 }
  static var width: Int32 { almanac_columns() }

  static func begin() {
    setlocale(LC_ALL, "C.UTF-8")
    initscr()
    raw()
    noecho()
    keypad(almanac_stdscr(), true)
    curs_set(0)
    set_escdelay(25)
    idlok(almanac_stdscr(), true)
    nodelay(almanac_stdscr(), true)
  }

  static func end() -> Never {
    endwin()
    exit(0)
  }

  /// The next pressed key; nil if there is none left.
  static func key() -> Int32? {
    let key = wgetch(almanac_stdscr())
    return key == ERR ? nil : key
  }

  /// Waits for a key. Ends the program if its terminal is gone.
  static func waitForKey() {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, -1)
    if entry.revents & Int16(POLLHUP | POLLERR) != 0 { end() }
  }

  /// Writes a text at the beginning of a row and clears the rest of the row.
  static func write(_ text: [CChar], row: Int, attributes: attr_t = 0) {
    wattrset(almanac_stdscr(), Int32(bitPattern: attributes))
    wmove(almanac_stdscr(), Int32(row), 0)
    waddnstr(almanac_stdscr(), text, width - 1)
    wclrtoeol(almanac_stdscr())
  }

  /// Draws a list with one selected row, and a status line.
  static func draw(_ lines: [Line], selected: Int, status: String) {
    for row in 0..<rows {
      write(row < lines.count ? lines[row].text : [0], row: row, attributes: row == selected ? almanac_reverse() : 0)
    }
    write(status.utf8CString.map { $0 }, row: rows, attributes: almanac_bold())
    wrefresh(almanac_stdscr())
  }
}
