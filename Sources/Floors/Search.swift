// Searches as one types, with an index of words.
import CNcurses
import CSQLite

extension Floors {
  static func search(_ file: File, index: String) {
    Screen.begin()
    let hits = file.prepare("SELECT rowid, body FROM \(index) WHERE \(index) MATCH ? LIMIT 100")
    let all = file.prepare("SELECT id, body FROM facts ORDER BY id LIMIT 100")
    var typed = ""
    while true {
      let shown: [Line]
      if typed.isEmpty {
        shown = lines(all, limit: Screen.rows)
      } else {
        let pattern = "\"\(typed)\"*"
        _ = csqlite_bind_text(hits, 1, pattern, sqlite3_uint64(pattern.utf8.count), UInt8(SQLITE_UTF8))
        shown = lines(hits, limit: Screen.rows)
      }
      Screen.draw(shown, selected: 0, status: "> \(typed)_  [\(shown.count) rows shown]")
      Screen.waitForKey()
      while let key = Screen.key() {
        switch key {
        case 24: Screen.end()
        case 127, KEY_BACKSPACE: _ = typed.popLast()
        case 32..<127 where key != 34 && typed.count < 40: typed.unicodeScalars.append(Unicode.Scalar(UInt8(key)))
        default: break
        }
      }
    }
  }
}
