// The dialogs over the whole screen.

/// The dialogs over the whole screen. At most one of them is shown.
@MainActor
struct Dialogs {
  let help: HelpPane
  let palette: PalettePane
  let writePermission: QuestionPane
  let removal: QuestionPane
  let doctor: SheetPane
  let plan: SheetPane
  let schema: SheetPane
  let comparison: SheetPane
  let settings: SettingsPane
  let importForm: ImportFormPane

  /// The pane of a dialog.
  subscript(dialog: Application.Dialog) -> any Overlay {
    switch dialog {
    case .help: help
    case .palette: palette
    case .writeQuestion: writePermission
    case .removalQuestion: removal
    case .doctor: doctor
    case .plan: plan
    case .schema: schema
    case .comparison: comparison
    case .settings: settings
    case .importForm: importForm
    }
  }
}
