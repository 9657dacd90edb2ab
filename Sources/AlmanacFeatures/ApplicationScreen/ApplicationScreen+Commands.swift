// The commands of the person's own on the screen.
import AlmanacRecords
import Containers
import Stores
import Terminals

extension ApplicationScreen {
  /// The commands, as keys without a usual key.
  static var commandKeys: [KeyBinding<ApplicationScreen>] {
    Container.shared.settings().commands.map { command in
      KeyBinding(
        does: command.name, unless: { command.columns.isEmpty ? nil : $0.current.commandRefusal },
        waitsFor: command.columns.isEmpty ? [] : [.record, .change],
        isOfRecord: { !command.columns.isEmpty && !$0.current.hasMarks }
      ) {
        if command.columns.isEmpty { $0.store.send(.command(.asked(command))) } else { $0.current.run(command) }
      }
    }
  }

  /// The action without a usual key that has this name. A command may be made for other files only.
  func action(named name: String) -> EventAction? {
    if overlay != nil || isTooSmall { return nil }
    if let binding = (Self.keylessActions + Self.commandKeys).first(where: { $0.title == name }) {
      return binding.action(self)
    }
    return EventAction(refusal: .because("The configuration has no command \(name) for this file."), perform: {})
  }

  /// What a command would act on now. Not tracked.
  var place: Palette.Place { Palette.Place(tab: store.tab, record: current.record, hasMarks: current.hasMarks) }

  /// The entries of the commands in the palette. A command acts as its key would, and only where the palette was opened.
  func commandEntries(_ map: KeyMap) -> [PalettePane.Entry] {
    let place = store.palette?.place
    return Self.commandKeys.map { binding in
      let key = map.lines.first { $0.action == binding.title }?.key
      let caption = key?.caption(isUnicode: environment.isUnicode) ?? "command"
      return PalettePane.Entry(title: binding.title, caption: caption) { [unowned self] in
        events.add(.named(binding.title)) { [unowned self] in place.map { $0 == self.place } ?? true }
      }
    }
  }
}
