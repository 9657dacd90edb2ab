// The words for the file's health, in the top line and the status line.
import AlmanacRecords
import Databases
import Terminals

extension FileHealth.State {
  /// The trouble with the file in a word; `nil` if there is none.
  var trouble: FileWord? {
    switch status.condition {
    case .deleted: .gone
    case .damaged: .damaged
    case .replaced: .replaced
    case .present: status.waiting.isEmpty ? nil : .busy
    }
  }

  /// The state of a file without trouble, in a word.
  var word: FileWord {
    switch restriction {
    case .folder, .disk: .frozen
    case nil, .asked, .file, .journal: !status.isLive ? .notLive : restriction == nil ? .live : .readOnly
    }
  }

  /// The message of a lock wait, with its duration and the key that ends it; `nil` if nothing waits. `isKeyRefused`: a
  /// key was pressed that can't act meanwhile.
  func waitMessage(_ signs: Signs, isKeyRefused: Bool) -> Message? {
    guard !status.waiting.isEmpty else { return nil }
    let text = isKeyRefused ? "Not now: waiting" : "Waiting"
    return Message(
      text: "\(text) for another program's lock\(signs.separator)\(waitedSeconds.groupedDigits) s",
      hints: canGiveUp ? [KeyHint(keys: [.escape], title: "gives up")] : [])
  }

  /// Why nothing can be changed in this file; `nil` if something can.
  var editRefusal: KeyRefusal? {
    if let restriction { return .because(sentence(on: restriction)) }
    return switch status.condition {
    case .present: nil
    case .deleted: .because("The file was gone: nothing was changed.")
    case .damaged: .because("Not changed: the file is damaged or replaced. Put a sound copy in its place.")
    case .replaced: .because("Another file was here: nothing was changed.")
    }
  }

  private func sentence(on restriction: OpenFile.Restriction) -> String {
    switch restriction {
    case .asked: "\(opened.name) is open with --read-only: you can't change it."
    case .file: "\(opened.name) is read-only: you can't change it."
    case .journal: "\(opened.name) is read-only, since its folder is: you can't change it."
    case .folder: "\(opened.name) is frozen, since its folder is read-only: you can't change it."
    case .disk: "\(opened.name) is frozen, since the disk was full: make room and open it again to change it."
    }
  }

  /// What has happened to the file, and its consequence; `nil` if the file is where it was.
  var conditionMessage: Message? {
    switch status.condition {
    case .present: nil
    case .deleted:
      lasting(
        "The file is gone. You see what was in it; nothing is written. Put it back.",
        "The file is gone; nothing is written.", "The file is no longer there.", "File gone.")
    case .damaged:
      lasting(
        "The file is damaged or replaced: nothing is written. Put a sound copy there.",
        "The file is damaged or replaced; nothing is written.", "The file is damaged or replaced.",
        "Damaged or replaced.")
    case .replaced:
      lasting(
        "Another file is here now\(refusal.map { ": \($0)" } ?? ", and is being opened"). Nothing is written.",
        "Another file is here now\(refusal == nil ? ", and is being opened." : "; nothing is written.")",
        "Another file is here now.", "Another file here.")
    }
  }

  private func lasting(_ text: String, _ shorter: String...) -> Message {
    Message(text: text, shorter: shorter, isError: true, isLasting: true)
  }
}
