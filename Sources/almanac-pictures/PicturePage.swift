// The page that shows all pictures.

/// A page in Markdown: each picture, with its description.
enum PicturePage {
  static func text(_ scenes: [PictureScene]) -> String {
    let head = """
      # Pictures

      `make pictures` draws these from the screens themselves, and a test draws them again and compares.

      """
    return head
      + scenes.map { "\n\($0.title).\n\n![\($0.title)](\($0.name).svg)\n" }.joined()
  }
}
