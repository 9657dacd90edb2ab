// What the signs on the screen mean, from the constants that draw them.
import AlmanacRecords
import Terminals

/// The meaning of each sign on the screen.
struct Legend {
  var signs: Signs

  /// The signs, in groups.
  var groups: [HelpContent.Group] {
    [
      group(
        "Signs before a record",
        [
          (Signs.cursor, "the cursor"), (Signs.marked, "marked"), (Signs.arrived, "has just come"),
        ]),
      group(
        "Signs in a list",
        [
          ("\(Signs.changed) \(Signs.changed)", "a value between them has just changed"),
          ("\(signs.ascending) \(signs.descending)", "sorted by this column, up or down; 2 is the second one"),
          ("\(signs.moreBefore) \(signs.moreBehind)", "more columns or tabs on that side"),
          (signs.ellipsis, "cut text, or a number that is not known yet"),
          (Signs.notCurrent, "a number that is not current"),
        ]),
      group(
        "Values",
        [
          (Excerpt.null.shown, "no value; an empty text shows nothing"),
          ("\(ValueMeaning.yes) \(ValueMeaning.no)", "yes, no"),
          (signs.moreBehind, "the record that a foreign key names"),
          (
            SafeText.string("\u{1B} \t \n", isUnicode: signs.isUnicode),
            "characters that would act: Esc, a tab, the end of a line"
          ),
        ]),
      group(
        "Signs of changes",
        [
          (ChangeSign.added.rawValue, "added"), (ChangeSign.changed.rawValue, "changed: old value, new value"),
          (ChangeSign.deleted.rawValue, "deleted"), (ChangeSign.unknown.rawValue, "it is not known which rows"),
          ("\(signs.unfolded) \(signs.folded)", "a commit whose lines follow, or are hidden"),
          (Signs.sameCommit, "of the same commit as the line above"),
        ]),
      group(
        "In the top line",
        FileWord.allCases.map { ($0.rawValue, $0.meaning) }
          + [(signs.news + "3", "changes there that you have not seen")]),
      group("In a query", [(Signs.mistake, "the mistake is above it")]),
    ]
  }

  private func group(_ title: String, _ entries: [(sign: String, meaning: String)]) -> HelpContent.Group {
    HelpContent.Group(
      title: title, isOfSigns: true,
      entries: entries.map { HelpContent.Entry(caption: $0.sign, text: $0.meaning) })
  }
}
