// The cost of a frame with ncurses alone.
import CNcurses

extension Floors {
  /// Shows a list of full rows, which each key changes in one way.
  static func frames() {
    Screen.begin()
    let width = Int(Screen.width) - 1
    // Rows of letters without similarities.
    let texts: [[CChar]] = (0..<2000).map { number in
      var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 1
      return (0..<width).map { place in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return place % 7 == 6 ? 32 : CChar(97 + (state >> 33) % 26)
      } + [0]
    }
    func write(_ row: Int, _ number: Int, _ attributes: attr_t = 0) {
      Screen.write(texts[number % texts.count], row: row, attributes: attributes)
    }
    for row in 0..<Screen.rows { write(row, row) }
    wrefresh(almanac_stdscr())
    var count = 0
    while true {
      Screen.waitForKey()
      while let key = Screen.key() {
        count += 1
        switch UInt8(truncatingIfNeeded: key) {
        case UInt8(ascii: "q"): Screen.end()
        case UInt8(ascii: "n"): break
        case UInt8(ascii: "r"): write(10, count * 3)
        case UInt8(ascii: "s"): for row in 0..<Screen.rows { write(row, row + count) }
        case UInt8(ascii: "f"): clearok(almanac_curscr(), true)
        case UInt8(ascii: "m"):
          write(count % Screen.rows, count % Screen.rows)
          write((count + 1) % Screen.rows, (count + 1) % Screen.rows, almanac_reverse())
        default: break
        }
        wrefresh(almanac_stdscr())
      }
    }
  }
}
