// The dialogs that only show lines: the doctor, the plan of a query, the schema of a table, and two records.
import Observing
import Stores
import Terminals

extension ApplicationScreen {
  /// Begins the next check of the open doctor.
  func beginCheck() {
    if store.doctor?.next != nil { store.send(.doctor(.nextWanted)) }
  }

  func makeDoctor() -> SheetPane {
    SheetPane(
      environment: environment, closing: [.escape, .character("q")],
      keys: [
        KeyBinding(
          .character("r"), does: "check again", isHinted: true,
          hintedIf: { [store] _ in store.doctor?.isRunning == false }
        ) { [store] _ in store.send(.doctor(.runKeyPressed)) }
      ], isWholeScreen: true,
      sheet: { [store, environment] width in
        store.doctor.map { doctor in
          DoctorSheet(
            doctor: doctor, file: store.file, theme: environment.theme, isUnicode: environment.isUnicode
          ).report(width: width)
        }
      }, close: { [store] in store.send(.dialog(.closed)) })
  }

  func makeSchema() -> SheetPane {
    SheetPane(
      environment: environment, closing: [.escape, .character("I"), .character("q")],
      keys: [
        KeyBinding(.character("r"), does: "read the sizes again", isHinted: true) { [store] _ in
          store.send(.schema(.sizesWanted))
        }
      ], isWholeScreen: true,
      sheet: { [store, environment] width in
        store.schema.map { schema in
          SchemaSheet(
            schema: schema, openedByteCount: store.file.opened.byteCount, theme: environment.theme,
            isUnicode: environment.isUnicode
          ).report(width: width)
        }
      }, close: { [store] in store.send(.dialog(.closed)) })
  }

  func makeComparison() -> SheetPane {
    SheetPane(
      environment: environment, closing: [.escape, .character("="), .character("q")], isWholeScreen: true,
      sheet: { [store, environment] width in
        store.comparison.map { comparison in
          ComparisonSheet(
            comparison: comparison, thousands: Settings.present.thousands.sign, now: environment.clock.wholeMinutes,
            zone: environment.clock.zone, theme: environment.theme, isUnicode: environment.isUnicode
          ).report(width: width)
        }
      }, close: { [store] in store.send(.dialog(.closed)) })
  }

  func makePlan() -> SheetPane {
    SheetPane(
      environment: environment, closing: [.escape, .control("x"), .character("q")], isWholeScreen: false,
      sheet: { [store, environment] width in
        (store.query?.insight.plan).report(width: width, theme: environment.theme, isUnicode: environment.isUnicode)
      }, close: { [store] in store.send(.dialog(.closed)) })
  }
}
