// What is done to very many records waits until their number has been typed, and a change that foreign keys carry on to
// other tables until the person has seen what it does there.
public import AlmanacRecords
public import Stores

/// What a person does before very many records are changed or copied, or others changed with them.
@Reducer
public struct BulkConfirmation {
  /// More than a number needs, with commas and spaces.
  static var textLimit: Int { 64 }

  @ObservableState
  public struct State: Equatable {
    /// What is to be done.
    public let deed: BulkDeed
    /// The records that it is done to.
    public private(set) var chosen: ChosenRecords
    /// The record that had the cursor, one of them or not.
    public let cursor: RecordID?
    /// What is done to other records with them, as far as that is known; `nil` where it took too long to find out.
    public let others: [OtherRecords]?
    /// What else the person is to know.
    let doubts: [ChangeDoubt]
    /// Whether the deletion was made before and taken back: then it is done again as it was.
    let isAgain: Bool
    /// What they are, in words: `1,024 facts`.
    public private(set) var records: String
    /// The number, as it is typed.
    public var input = TextInput(limit: BulkConfirmation.textLimit)
    /// Whether something else than the number was typed.
    public var isRefused = false

    /// Asks about what is to be done to chosen records.
    init(
      deed: BulkDeed, chosen: ChosenRecords, cursor: RecordID? = nil, records: String,
      others: [OtherRecords]? = [], doubts: [ChangeDoubt] = [], isAgain: Bool = false
    ) {
      self.deed = deed
      self.chosen = chosen
      self.cursor = cursor
      self.records = records
      self.others = others
      self.doubts = doubts
      self.isAgain = isAgain
    }

    /// How many records there are.
    var count: Int { chosen.count }

    /// Whether their number must be typed.
    public var asksForNumber: Bool { count > RecordList.unconfirmedLimit }

    /// What the person is to know, a line each.
    var lines: [String] { otherLines + doubts.map(\.line) }

    /// What is done besides.
    private var otherLines: [String] {
      guard let others else { return ["Also changes others: too many to count at once."] }
      if others.isEmpty, doubts.isEmpty, !asksForNumber { return ["Changes no other records any more."] }
      let shown = others.count > 4 ? others.prefix(3) : others[...]
      let lines = shown.map { others in
        let verb =
          switch others.deed {
          case .added: "adds"
          case .changed: "changes"
          case .deleted: "deletes"
          }
        let records = others.count == 1 ? "record" : "records"
        return "Also \(verb) \(others.count.groupedDigits) \(records) of \(others.table)"
      }
      let rest = others.dropFirst(shown.count)
      if rest.isEmpty { return lines }
      let count = rest.reduce(0) { $0 + $1.count }.groupedDigits
      return lines + ["and \(count) records of \(rest.count.groupedDigits) other tables"]
    }

    /// Asks of these records from now on: there are more or fewer than before.
    mutating func ask(of chosen: ChosenRecords, records: String) { (self.chosen, self.records) = (chosen, records) }

    /// What is true as long as the person has not agreed.
    var outcome: String { "Nothing was \(deed.pastParticiple)." }

    /// Why it has not been done yet, from the longest sentence to the shortest, which fits wherever there is a
    /// screen; `nil` where there is nothing to say.
    var remarks: [String]? {
      if isRefused {
        return ["That is a different number. \(outcome)", "That is a different number.", "Wrong number."]
      }
      if chosen.hasChanged {
        return ["The number has changed. \(outcome)", "The number has changed.", "Now \(chosen.count)."]
      }
      return nil
    }

    /// What is asked, in at most so many columns where it can be: the number says more than what it counts.
    func question(width: Int) -> String {
      let short = "\(deed.imperative) \(chosen.count.groupedDigits)?"
      let question = "\(deed.imperative) \(records)?"
      return question.count <= width ? question : short
    }

    /// Whether the number that was typed is that of the records, with or without commas.
    var isConfirmed: Bool { !asksForNumber || input.text.filter { $0 != "," && !$0.isWhitespace } == String(count) }
  }

  /// What can happen to the dialog.
  @CasePathable
  public enum Action: Sendable {
    /// The number was edited.
    case edited(TextEdit)
    /// Enter was pressed.
    case enterKeyPressed
    /// Esc was pressed.
    case escapeKeyPressed
    /// The person agreed.
    case confirmed
    /// The person did not agree.
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
