/// Why quitting needs a confirmation.
enum QuitReason: Hashable, Sendable {
  /// A change waits for another program's lock.
  case unwritten
  /// A change of many records is being written.
  case writing
  /// A list is being written to a file.
  case exporting
  /// A form has something typed in it.
  case unsaved

  var sentence: String {
    switch self {
    case .unwritten: "The last change is not written."
    case .writing: "The last change is being written."
    case .exporting: "A list is being written to a file."
    case .unsaved: "What you typed is not saved."
    }
  }

  /// The sentence about a file that is not shown.
  func sentence(in file: String) -> String {
    switch self {
    case .unwritten: "The last change of \(file) is not written."
    case .writing: "The last change of \(file) is being written."
    case .exporting: "A list of \(file) is being written to a file."
    case .unsaved: "What you typed in \(file) is not saved."
    }
  }
}
