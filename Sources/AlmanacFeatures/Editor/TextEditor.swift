// The person's own editor, for one value.
public import AlmanacRecords
public import Containers

/// Lets a person edit a text in their own editor.
public struct TextEditor: Sendable {
  /// Opens the editor on a text. Returns the edited text. Throws `EditorFailure`.
  public var edit: @MainActor @Sendable (_ text: String) async throws -> String

  /// Makes an editor from a function that opens it.
  public init(edit: @escaping @MainActor @Sendable (_ text: String) async throws -> String) { self.edit = edit }
}

/// Why a text could not be edited. The edited value is unchanged.
public struct EditorFailure: SentenceError {
  public let description: String

  /// Makes an error with the reason, as a sentence.
  public init(_ description: String) { self.description = description }
}

extension Container {
  /// The person's editor. Without a terminal there is none.
  public var textEditor: Factory<TextEditor> {
    self { TextEditor { _ in throw EditorFailure("There is no terminal here for an editor.") } }
  }
}

extension String {
  /// Editors add a line end to the last line when they save. If the text had none before, it is removed.
  func withoutLineEnd(addedTo old: String) -> String {
    let (scalars, line) = (unicodeScalars, Unicode.Scalar("\n"))
    guard old.unicodeScalars.last != line, scalars.last == line else { return self }
    let text = scalars.dropLast()
    return String(text.last == "\r" && old.contains("\r\n" as Character) ? text.dropLast() : text)
  }
}
