// What a screen says to a person who hears it: parts with a title, facts, lines, a focus and a typed text.

/// A screen in words.
public struct Spoken: Equatable, Sendable {
  /// The parts in front, in the order in which they are said.
  public var parts: [SpokenPart]
  /// What other programs have changed so far in `file`.
  public var news: [SpokenNews]
  /// The path of the file; empty if there is none.
  public var file: String

  /// Makes a screen in words.
  public init(parts: [SpokenPart] = [], news: [SpokenNews] = [], of file: String = "") {
    (self.parts, self.news, self.file) = (parts, news, file)
  }

  /// Whether more is on its way.
  var isPartial: Bool { parts.contains(where: \.isPartial) }

  /// The text that the person types; nil while keys are commands.
  var field: SpokenField? { parts.lazy.compactMap(\.field).last }

  /// The part in which the person types.
  var holder: String? { parts.last { $0.field != nil }?.id }

  /// The part with an identity.
  func part(_ id: String) -> SpokenPart? { parts.first { $0.id == id } }
}

/// A part of a screen in words.
public struct SpokenPart: Equatable, Sendable {
  /// Which part it is. Another one is said as a whole.
  public var id: String
  /// Its name, said when it appears.
  public var title: String
  /// What is said only with the title, because other words say each change of it.
  public var remark = ""
  /// What is said with the title, and later when it is new.
  public var facts: [String] = []
  /// All are said when it appears, and later those that are new.
  public var lines: [String] = []
  /// What has the cursor.
  public var focus: SpokenFocus?
  /// The text that the person types there.
  public var field: SpokenField?
  /// Whether it is a dialog: its keys are said when it appears.
  public var isDialog = false
  /// The keys.
  public var keys = ""
  /// Whether more of it is on its way: it is waited for, but not for long.
  public var isPartial = false

  /// Makes a part.
  public init(id: String, title: String = "") {
    self.id = id
    self.title = title
  }
}

/// What has the cursor: a row, a field, a choice.
public struct SpokenFocus: Equatable, Sendable {
  /// Which one it is.
  public var id: String
  /// What tells one version of it from another.
  public var value: String
  /// All that is said of it.
  public var words: String
  /// What is said if only this has changed, such as the cell of a row.
  public var detail: String

  /// Makes a focus.
  public init(id: String, value: String, words: String, detail: String = "") {
    self.id = id
    self.value = value
    self.words = words
    self.detail = detail
  }
}

/// A text that the person types.
public struct SpokenField: Equatable, Sendable {
  /// Which text it is.
  public var id: String
  /// Its name.
  public var label: String
  /// The text.
  public var text: String
  /// The number of characters before the cursor.
  public var cursor: Int

  /// Makes a typed text.
  public init(id: String, label: String, text: String, cursor: Int) {
    (self.id, self.label, self.text, self.cursor) = (id, label, text, cursor)
  }

  /// The label and the text.
  var words: String { label.isEmpty ? text : "\(label): \(text)" }
}

/// How often something has happened.
public struct SpokenNews: Equatable, Sendable {
  /// What has happened, behind the number: `updated in Track`.
  public var deed: String
  /// How often.
  public var count: Int

  /// Makes news.
  public init(_ deed: String, count: Int) {
    self.deed = deed
    self.count = count
  }
}
