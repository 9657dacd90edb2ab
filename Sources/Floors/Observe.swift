// Shows the first page, and draws it again when another process commits.
import CNcurses
import CSQLite
import Glibc

extension Floors {
  /// Watches the file's folder. The kernel's report comes before the commit is visible, so the version is checked again
  /// after 20 us, and then at doubled intervals.
  static func observe(_ file: File) {
    Screen.begin()
    let reports = inotify_init1(CInt(IN_NONBLOCK))
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    inotify_add_watch(reports, folder.isEmpty ? "." : folder, UInt32(IN_MODIFY))
    let version = file.prepare("PRAGMA data_version")
    let query = file.prepare("SELECT id, body FROM facts ORDER BY id LIMIT 100")
    var (last, fetched, grace): (Int64, Int, Int) = (0, 0, -1)
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      sqlite3_step(version)
      let now = sqlite3_column_int64(version, 0)
      sqlite3_reset(version)
      if now != last || fetched == 0 {
        last = now
        fetched += 1
        Screen.draw(lines(query, limit: Screen.rows), selected: -1, status: "refetch \(fetched)")
        grace = -1
      }
      var entries = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: reports, events: Int16(POLLIN), revents: 0),
      ]
      var limit = timespec(tv_sec: 0, tv_nsec: max(0, grace) * 1000)
      let count = grace > 0 ? ppoll(&entries, 2, &limit, nil) : ppoll(&entries, 2, nil, nil)
      if count == 0 {
        grace *= 2
        if grace > 100_000 { grace = -1 }
      }
      if entries[1].revents != 0 {
        while read(reports, &bytes, bytes.count) > 0 {}
        grace = 20
      }
      while entries[0].revents != 0, let key = Screen.key() { if key == 113 { Screen.end() } }
    }
  }
}
