// Which columns count or measure: their numbers are shown with a sign between thousands. A year, a key, a code and a place
// are numbers too, and a person reads them digit by digit.

/// Whether the name or the declared type of a column promises quantities.
enum QuantityHints {
  /// `words`: the words of the column's name. `type`: its declared type in lower case.
  static func areQuantities(_ words: [String], type: String) -> Bool {
    if words.contains(where: codes.contains) || words.last.map(endings.contains) == true { return false }
    if ["decimal", "money", "currency"].contains(where: type.hasPrefix) { return true }
    return words.contains { word in
      quantities.contains(word) || foreignQuantities.contains(word) || quantityEndings.contains(where: word.hasSuffix)
    }
  }

  private static let quantities: Set = [
    "amount", "amounts", "area", "asset", "assets", "average", "avg", "balance", "budget", "bytes", "capacity",
    "clicks", "cnt", "cost", "costs", "count", "counts", "credit", "debit", "distance", "downloads", "duration",
    "earnings", "elapsed", "fee", "fees", "followers", "freight", "height", "hits", "income", "inhabitants", "kb",
    "kbytes", "length", "likes", "lines", "mean", "median", "mileage", "milliseconds", "ms", "pages", "payment",
    "plays", "points", "population", "price", "prices", "profit", "qty", "quantity", "records", "revenue", "rows",
    "salary", "sales", "size", "sold", "steps", "stock", "subtotal", "sum", "tax", "total", "totals", "turnover",
    "users", "views", "visitors", "visits", "volume", "votes", "wage", "wages", "weight", "width", "words",
  ]

  /// In German, French and Spanish.
  private static let foreignQuantities: Set = [
    "anzahl", "betrag", "cantidad", "einwohner", "gehalt", "importe", "menge", "montant", "población", "precio",
    "preis", "prix", "quantité", "summe", "umsatz",
  ]

  /// The ends of words: `filesize`, `unitprice`, `wordcount`.
  private static let quantityEndings = ["amount", "bytes", "count", "preis", "price", "quantity", "size"]

  /// Words that mean no quantity, wherever they are in a name.
  private static let codes: Set = [
    "barcode", "checksum", "code", "codes", "color", "colour", "crc", "ean", "epoch", "fax", "flags", "gtin", "guid",
    "hash", "iban", "id", "ids", "isbn", "key", "lat", "latitude", "lng", "lon", "long", "longitude", "mask",
    "mobile", "phone", "pid", "plz", "port", "postal", "postcode", "rgb", "rowid", "sku", "ssn", "tel", "telephone",
    "uid", "uuid", "zip",
  ]

  /// Words that mean no quantity at the end of a name.
  private static let endings: Set = [
    "date", "day", "flag", "index", "month", "no", "nr", "num", "number", "offset", "order", "position", "rank",
    "ref", "seq", "time", "type", "version", "year", "years",
  ]
}
