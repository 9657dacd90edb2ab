// The scenes of the pictures.
import Terminals

/// A picture: the steps before it is taken, and its description.
struct PictureScene {
  enum Step {
    /// Keys, as in `almanac script`.
    case keys(String)
    /// SQL that another connection runs, like another program.
    case outside(String)
  }

  /// The name of its file, without extension.
  var name: String
  var title: String
  var size = Size(width: 80, height: 18)
  var steps: [Step]

  /// 2026-01-31 12:00:00 UTC.
  static let now = 1_769_860_800.0

  /// Sets the times of the samples, so that ages are the same whenever a picture is drawn.
  static let ages = """
    UPDATE facts SET createdAt = strftime('%Y-%m-%d %H:%M:%f', \(Int(now)) - (495 - id) * (495 - id) * 500, 'unixepoch');
    UPDATE users SET createdAt = strftime('%Y-%m-%d %H:%M:%f', \(Int(now)) - (51 - id) * (51 - id) * 9000, 'unixepoch');
    """

  static let all = [
    PictureScene(
      name: "search", title: "The list of facts while a search for cat is typed: 15 of 494, matches emphasised",
      steps: [.keys("/,type:cat,Down,Down")]),
    PictureScene(
      name: "outside-changes",
      title: "The list of users just after another program wrote: a new row marked +, changed cells marked ~",
      steps: [
        .keys("2,Down,Down,Down"),
        .outside(
          """
          INSERT INTO users(name, email, createdAt) VALUES ('Ann Outsider', 'ann@example.org', '2026-01-31 12:00:00.000');
          UPDATE users SET active = NOT active WHERE id % 7 = 0;
          """),
      ]),
    PictureScene(
      name: "form", title: "A form over the list of users, which says that the e-mail is already taken",
      steps: [.keys("2,a,type:Tomáš Novák,Tab,type:tomas@example.com")]),
    PictureScene(
      name: "statistics", title: "The statistics: totals, the newest users, facts by month, users by mail domain",
      size: Size(width: 100, height: 24), steps: [.keys("3")]),
    PictureScene(
      name: "beside", title: "A wide terminal: the record with the cursor beside the list of facts",
      size: Size(width: 160, height: 18), steps: [.keys("/,type:water,Enter,Down,Down")]),
  ]
}
