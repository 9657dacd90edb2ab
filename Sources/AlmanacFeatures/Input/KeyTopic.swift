/// What keys are about: the help has a group for each topic.
enum KeyTopic: CaseIterable, Hashable, Sendable {
  /// The screen that has them alone.
  case screen
  /// Moving the cursor, and scrolling.
  case moving
  /// Opening and changing records.
  case records
  /// Searching, sorting and filtering.
  case finding
  /// Marking and copying records.
  case marking
  /// The columns of a list.
  case columns
  /// Changes, and the table at other moments.
  case changes
  /// Other screens.
  case places
  /// The program.
  case program
  /// The form of a record.
  case form

  /// The title of the group.
  var title: String {
    switch self {
    case .screen: "This screen"
    case .moving: "Move"
    case .records: "Records"
    case .finding: "Search, sort, filter"
    case .marking: "Mark and copy"
    case .columns: "Columns"
    case .changes: "Changes"
    case .places: "Go to"
    case .program: "Almanac"
    case .form: "In a form"
    }
  }
}

extension Array {
  /// The same keys, about a topic.
  func about<Target>(_ topic: KeyTopic) -> Self where Element == KeyBinding<Target> {
    map { binding in
      var binding = binding
      binding.topic = topic
      return binding
    }
  }
}
