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
