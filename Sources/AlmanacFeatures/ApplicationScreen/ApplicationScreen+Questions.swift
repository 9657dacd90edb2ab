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

  /// The question before a named query goes.
  func makeRemoval() -> QuestionPane {
    QuestionPane(
      environment: environment,
      words: { [unowned self] in
        QuestionPane.Words(
          question: "Remove the query \(removedName ?? "")?", note: "Its text stays in the history.", yes: "remove",
          no: "keep it")
      }
    ) { [unowned self] isRemoved in
      if let name = removedName { store.send(.naming(.removalAnswered(name, isRemoved: isRemoved))) }
    }
  }

  /// The named query that the person is asked about. Tracked.
  private var removedName: String? { if case .removalQuestion(let name)? = store.dialog { name } else { nil } }
}
