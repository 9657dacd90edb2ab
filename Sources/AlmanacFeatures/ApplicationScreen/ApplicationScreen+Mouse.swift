// The mouse on the whole screen: the tabs of the top line, and the keys of the bottom line.
//
//   click ──> a key of the bottom line as it is on the screen: the press of that key, with all that holds for it
//     └─────> a tab: goes there          anywhere else: the dialog in front, or the screen of the tab
import Stores
import Terminals

/// The columns of what a click on the top line or on the bottom line means, in the last drawing.
struct ClickPlaces {
  var tabs: [(columns: Range<Int>, index: Int)] = []
  var keys: [(columns: Range<Int>, key: Key)] = []

  /// What an event means: a click on a key of the bottom line, which is at this row, is the press of that key.
  func meaning(of event: InputEvent, bottom: Int) -> InputEvent {
    // The second press of a double one may be on the key of a question that the first has asked.
    guard case .mouse(let click) = event, click.kind == .press, click.position.row == bottom,
      let place = keys.first(where: { $0.columns.contains(click.position.column) })
    else { return event }
    return .key(place.key)
  }
}

extension ApplicationScreen {
  /// What an event means. Called when the event comes, because the bottom line may show other keys when its turn comes.
  func meaning(of event: InputEvent) -> InputEvent {
    // A drag begins where the button was pressed.
    if case .mouse(let mouse) = event, mouse.isPress { current.forgetPress() }
    return isTooSmall ? event : clicks.meaning(of: event, bottom: keyLine.rect.row)
  }

  /// The effect of the mouse anywhere else.
  func action(for event: MouseEvent) -> EventAction? {
    if isTooSmall { return nil }
    var action =
      if let overlay { overlay.action(for: event) } else { tabAction(for: event) ?? current.action(for: event) }
    action?.clearsMessages = event.isPress
    return action
  }

  /// Goes to the tab under a click. `nil` if there is none, or while a form or a question has the keys.
  private func tabAction(for event: MouseEvent) -> EventAction? {
    guard event.isPress, tabBar.rect.contains(event.position), !current.takesText,
      let place = clicks.tabs.first(where: { $0.columns.contains(event.position.column) })
    else { return nil }
    let tabs = store.withState(\.tabs)
    guard tabs.indices.contains(place.index) else { return nil }
    return EventAction { [store] in store.send(.tabKeyPressed(tabs[place.index])) }
  }
}
