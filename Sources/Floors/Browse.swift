// Browses a list with keyset paging.
import CNcurses
import CSQLite

extension Floors {
  static func browse(_ file: File) {
    Screen.begin()
    let forward = file.prepare("SELECT id, body FROM facts WHERE id>=? ORDER BY id LIMIT ?")
    let backward = file.prepare("SELECT id, body FROM facts WHERE id<? ORDER BY id DESC LIMIT ?")
    func page(_ statement: OpaquePointer, _ key: Int64, _ count: Int = Screen.rows) -> [Line] {
      sqlite3_bind_int64(statement, 1, key)
      sqlite3_bind_int(statement, 2, Int32(count))
      return lines(statement, limit: count)
    }
    var shown = page(forward, -1)
    var selected = 0
    while true {
      Screen.draw(shown, selected: selected, status: "at id \(shown.isEmpty ? 0 : shown[selected].key)")
      Screen.waitForKey()
      while let key = Screen.key() {
        if key == 113 { Screen.end() }
        guard let first = shown.first, let last = shown.last else { continue }
        switch key {
        case KEY_DOWN:
          if selected < shown.count - 1 {
            selected += 1
          } else if let next = page(forward, last.key + 1, 1).first {
            shown.removeFirst()
            shown.append(next)
          }
        case KEY_UP:
          if selected > 0 {
            selected -= 1
          } else if let next = page(backward, first.key, 1).first {
            shown.removeLast()
            shown.insert(next, at: 0)
          }
        case KEY_NPAGE: shown = page(forward, last.key)
        case KEY_PPAGE:
          let before = page(backward, first.key)
          if !before.isEmpty { shown = before.reversed() }
        case KEY_HOME: (shown, selected) = (page(forward, -1), 0)
        case KEY_END:
          shown = page(backward, .max).reversed()
          selected = shown.count - 1
        default: break
        }
        selected = min(selected, shown.count - 1)
      }
    }
  }
}
