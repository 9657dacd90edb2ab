// Explains why an intact file is not live.
public import Databases

extension FileStatus {
  /// The reason that the file is not live, and a remedy, in sentences; none if it is live.
  public func whyNotLive(_ name: String) -> [String] {
    if keepsLitestreamOut {
      return [
        "\(name) is not live: Litestream keeps it as a copy, and can't write it in WAL mode while a program has it open.",
        "End the programs that have it open, this one too; then run sqlite3 FILE 'PRAGMA journal_mode=delete' on it.",
        "If Litestream no longer keeps it, remove \(name)-txid.",
      ]
    }
    guard let keptOut else { return [] }
    return [
      "\(name) is not live: \(FileLock.name(of: keptOut)) waits to write it until no program has it open.",
      "End the programs that have it open, this one too. Until then no other program can open it.",
      "Then run sqlite3 FILE 'PRAGMA journal_mode=delete' on it: in that mode Almanac keeps no program out.",
    ]
  }
}
