/// The state of the file in a word, at the right of the top line.
enum FileWord: String, CaseIterable {
  case live
  case paused
  case readOnly = "read-only"
  case frozen
  case notLive = "not live"
  case busy
  case unreadable = "can't be read"
  case gone
  case replaced
  case damaged

  /// What it means, for the help.
  var meaning: String {
    switch self {
    case .live: "what any program changes appears by itself"
    case .paused: "this list stays as it is until you go on"
    case .readOnly: "you can't change the file; the list is live"
    case .frozen: "the list stays as it was when you opened it"
    case .notLive: "Almanac can't follow the file: :doctor says why"
    case .busy: "another program has locked the file"
    case .unreadable: "you see what was read last"
    case .gone: "the file is no longer there"
    case .replaced: "another file is there now"
    case .damaged: "nothing is written: :doctor says more"
    }
  }
}
