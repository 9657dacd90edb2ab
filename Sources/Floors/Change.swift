// Times single statements that change many users.
import CSQLite

extension Floors {
  /// Deletes every `step`th user, restores them and toggles them twice, each in one statement, `rounds` times. Prints
  /// the nanoseconds of the first three, from the lock to the end of the commit.
  static func change(_ file: File, step: Int, rounds: Int) {
    let chosen = "id % \(step) = 0"
    // The settings of the `sqlite3` shell, but without waiting for the disk, which the product does not do either.
    file.run("PRAGMA mmap_size=0; PRAGMA cache_size=-2048; PRAGMA synchronous=NORMAL")
    file.run("CREATE TEMP TABLE kept AS SELECT * FROM users WHERE \(chosen)")
    let toggle = "UPDATE users SET active = NOT active WHERE \(chosen)"
    for _ in 0..<rounds {
      for sql in ["DELETE FROM users WHERE \(chosen)", "INSERT INTO users SELECT * FROM temp.kept", toggle] {
        let start = ContinuousClock.now
        file.run("BEGIN IMMEDIATE; \(sql); COMMIT")
        print(nanoseconds(since: start))
      }
      file.run(toggle)
    }
  }
}
