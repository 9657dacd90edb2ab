// A person's own editor, for one value.
public import AlmanacRecords
public import Containers

/// Lets a person edit a text in their own editor.
public struct TextEditor: Sendable {
  /// Opens the editor on a text. Returns the text as the person left it. Throws `EditorFailure`.
  public var edit: @MainActor @Sendable (_ text: String) async throws -> String

  /// Makes an editor of what opens it.
  public init(edit: @escaping @MainActor @Sendable (_ text: String) async throws -> String) { self.edit = edit }
}

/// Why a text could not be edited. What it was edited for stays as it was.
public struct EditorFailure: SentenceError {
  public let description: String

  /// Makes an error with the reason, a sentence.
  public init(_ description: String) { self.description = description }
}

extension Container {
  /// The editor of the person before the screen. A screen without a terminal has none.
  public var textEditor: Factory<TextEditor> {
    self { TextEditor { _ in throw EditorFailure("There is no terminal here for an editor.") } }
  }
}
