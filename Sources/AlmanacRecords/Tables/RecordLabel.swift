// The columns that label a record, and the two names of a person.

/// The columns whose texts label a record.
public struct RecordLabel: Hashable, Sendable {
  /// The best choice first. A choice is one column, or those of a person's first and last name.
  public let choices: [[String]]

  /// Makes a label of these choices.
  public init(_ choices: [[String]]) { self.choices = choices }

  /// All columns.
  var columns: [String] { choices.flatMap(\.self) }

  /// The label of a record: the texts of the first choice that has one, joined with a space. Nil if none has.
  public func text(_ value: (_ column: String) -> String?) -> String? {
    for choice in choices {
      let texts = choice.compactMap(value).filter { !$0.isEmpty }
      if !texts.isEmpty { return texts.joined(separator: " ") }
    }
    return nil
  }
}

/// The columns of a table with the first and the last name of a person.
struct PersonName {
  /// The places of the first and of the last name.
  let places: [Int]
  /// Whether they name the record itself, not a person who belongs to it: `contact_last_name` in `orders`.
  let isOfTable: Bool

  /// Finds the columns by their names; nil if the table lacks one of them. A column without a name is left out.
  init?(_ columns: [String?], ofTable table: String) {
    let parts = columns.map { $0.flatMap(Part.init) }
    let table = table.nameWords.joined()
    var found: [PersonName] = []
    for (place, part) in parts.enumerated() {
      guard let part, part.isGiven else { continue }
      let family =
        parts.firstIndex { $0?.isGiven == false && $0?.owner == part.owner }
        // In German the column of the last name is often only `Name`.
        ?? (part.word == "vorname" ? columns.firstIndex { $0?.lowercased() == part.owner + "name" } : nil)
      guard let family else { continue }
      let isOfTable = ["", "name", "person"].contains(part.owner) || table.hasPrefix(part.owner)
      found.append(PersonName(places: [place, family], isOfTable: isOfTable))
    }
    guard let best = found.first(where: \.isOfTable) ?? found.first else { return nil }
    self = best
  }

  private init(places: [Int], isOfTable: Bool) { (self.places, self.isOfTable) = (places, isOfTable) }

  /// One of a person's names, by the name of its column.
  private struct Part {
    let word: String
    let isGiven: Bool
    /// The words before it.
    let owner: String

    init?(_ column: String) {
      let words = column.nameWords
      for count in [2, 1] where words.count >= count {
        let joined = words.suffix(count).joined()
        // Core Data prefixes each name with Z.
        for word in [joined, words.count == count && joined.hasPrefix("z") ? String(joined.dropFirst()) : joined] {
          guard PersonName.given.contains(word) || PersonName.family.contains(word) else { continue }
          (self.word, isGiven, owner) = (word, PersonName.given.contains(word), words.dropLast(count).joined())
          return
        }
      }
      return nil
    }
  }

  private static let given: Set = [
    "etunimi", "first", "firstname", "fname", "forename", "fornamn", "fornavn", "förnamn", "given", "givenname", "imie",
    "imię", "imya", "jmeno", "jméno", "nombre", "nombres", "nome", "prenom", "prénom", "voornaam", "vorname", "имя",
  ]

  private static let family: Set = [
    "achternaam", "apellido", "apellidos", "cognome", "efternamn", "efternavn", "etternavn", "familienname",
    "familiya", "family", "familyname", "last", "lastname", "lname", "nachname", "nazwisko", "nom", "prijmeni",
    "příjmení", "sobrenome", "sukunimi", "surname", "фамилия",
  ]
}
