// Confirmations: a deed on very many records needs their number typed. A change that foreign keys extend to other
// records needs its effects shown, and so does a statement of the person.
public import AlmanacRecords
public import Stores

/// The feature of confirming a change or copy of very many records, or a change with effects on others.
@Reducer
public struct BulkConfirmation {
  /// More than a number needs, including commas and spaces.
  static var textLimit: Int { 64 }

  @ObservableState
  public struct State: Equatable {
    /// The deed to confirm.
    public let deed: BulkDeed
    /// The records of the deed.
    public private(set) var chosen: ChosenRecords
    /// The record with the cursor; it need not be one of them.
    public let cursor: RecordID?
    /// The effects on other records, if known; `nil` if finding them took too long.
    public let others: [OtherRecords]?
    /// The doubts to confirm.
    let doubts: [ChangeDoubt]
    /// The records in words: `1,024 facts`.
    public private(set) var records: String
    /// The lines for the rows that a step leaves as they are.
    private let leftLines: [String]
    /// The typed number.
    public var input = TextInput(limit: BulkConfirmation.textLimit)
    /// Whether the typed number was wrong.
    public var isRefused = false

    /// Asks about a deed on chosen records.
    init(
      deed: BulkDeed, chosen: ChosenRecords, cursor: RecordID? = nil, records: String,
      others: [OtherRecords]? = [], doubts: [ChangeDoubt] = []
    ) {
      self.deed = deed
      self.chosen = chosen
      self.cursor = cursor
      self.records = records
      self.others = others
      self.doubts = doubts
      leftLines = deed.leftLines
    }

    /// Asks about a statement with these effects.
    init(_ statement: WritingStatement, _ effects: WritingStatement.Effects) {
      self.init(
        deed: .statement(statement, effects), chosen: ChosenRecords([]),
        records: statement.changesStructure ? "the structure of the file" : effects.count.counted("record"))
    }

    /// The number of the records.
    var count: Int { deed.effects?.count ?? chosen.count }

    /// Whether their number must be typed.
    var asksForNumber: Bool { deed.left.isEmpty && count > RecordList.unconfirmedLimit }

    /// The facts to know before confirming, one line each.
    var lines: [String] {
      if let effects = deed.effects { return effects.lines }
      return deed.left.isEmpty ? otherLines + doubts.map(\.line) : leftLines
    }

    /// The effects on other records.
    private var otherLines: [String] {
      guard let others else { return ["Also changes others: too many to count at once."] }
      if others.isEmpty, doubts.isEmpty, !asksForNumber { return ["Changes no other records any more."] }
      return others.phrases { "Also \($0.imperative.lowercased())s" }
    }

    /// Asks about these records from now on: their number has changed.
    mutating func ask(of chosen: ChosenRecords, records: String) { (self.chosen, self.records) = (chosen, records) }

    /// The outcome unless the person confirms.
    var outcome: String { "Nothing was \(deed.pastParticiple)." }

    /// Why the deed is not done yet, from the longest sentence to one that fits on every screen; `nil` if there is
    /// nothing to say.
    var remarks: [String]? {
      if isRefused {
        return ["That is a different number. \(outcome)", "That is a different number.", "Wrong number."]
      }
      if chosen.hasChanged {
        return ["The number has changed. \(outcome)", "The number has changed.", "Now \(chosen.count)."]
      }
      return nil
    }

    /// The question, in at most `width` columns if possible: the short form has the number without the noun.
    func question(width: Int) -> String {
      if !deed.left.isEmpty { return "\(deed.imperative) the rest?" }
      // The structure has no number.
      if count == 0 { return "\(deed.imperative) \(records)?" }
      let short = "\(deed.imperative) \(chosen.count.groupedDigits)?"
      let question = "\(deed.imperative) \(records)?"
      return question.count <= width ? question : short
    }

    /// Whether the typed number is right, with or without commas.
    var isConfirmed: Bool { !asksForNumber || input.text.filter { $0 != "," && !$0.isWhitespace } == String(count) }
  }

  /// An action of the dialog.
  @CasePathable
  public enum Action: Sendable {
    /// The number was edited.
    case edited(TextEdit)
    /// Enter was pressed.
    case enterKeyPressed
    /// Esc was pressed.
    case escapeKeyPressed
    /// The person confirmed.
    case confirmed
    /// The person cancelled.
    case cancelled
  }

  /// Makes the reducer of the dialog.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edited(let edit):
        guard state.asksForNumber else { return .none }
        state.input.apply(edit)
        state.isRefused = false
        return .none
      case .enterKeyPressed:
        guard state.isConfirmed else {
          state.isRefused = true
          return .none
        }
        return .send(.confirmed)
      case .escapeKeyPressed: return .send(.cancelled)
      case .confirmed, .cancelled: return .none
      }
    }
  }
}
