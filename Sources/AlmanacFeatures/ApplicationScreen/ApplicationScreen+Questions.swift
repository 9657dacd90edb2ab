// The questions over the whole screen.
import Stores

extension ApplicationScreen {
  /// The question before the first change of another program's file.
  func makeWritePermission() -> QuestionPane {
    QuestionPane(
      environment: environment,
      words: { [name = store.file.opened.name] in
        QuestionPane.Words(
          question: "Write to \(name)?",
          note: "The file is not an Almanac book. Almanac asks once each time it runs.", yes: "write",
          no: "leave it as it is")
      }
    ) { [unowned self] isAllowed in
      store.send(.dialog(.writeAnswered(isAllowed: isAllowed)))
      if isAllowed { asked?() }
      asked = nil
    }
  }

  /// The question before a named query or search goes.
  func makeRemoval() -> QuestionPane {
    QuestionPane(
      environment: environment,
      words: { [unowned self] in
        let (question, note) =
          switch removed {
          case .query(let name): ("Remove the query \(name)?", "Its text stays in the history.")
          case .search(let name): ("Remove the search \(name)?", "Its text stays among the earlier searches.")
          case nil: ("", "")
          }
        return QuestionPane.Words(question: question, note: note, yes: "remove", no: "keep it")
      }
    ) { [unowned self] isRemoved in
      if let removed { store.send(.naming(.removalAnswered(removed, isRemoved: isRemoved))) }
    }
  }

  /// What the person is asked about. Tracked.
  private var removed: Application.Named? { if case .removalQuestion(let named)? = store.dialog { named } else { nil } }
}
