// The files of the pictures of columns and records.

extension PictureScene {
  /// A shop's products: prices, counts, moments, and a picture of each.
  static let products = """
    CREATE TABLE products(id INTEGER PRIMARY KEY, name TEXT, price NUMERIC, stock INTEGER, sold INTEGER,
      changed TEXT, available BOOLEAN, about TEXT, picture BLOB);
    INSERT INTO products VALUES
      (1, 'Assam, loose, 1 kg', 28.5, 1240, 48210, '2026-01-31 11:56:00', 1, '{"origin": "India", "grade": "SFTGFOP1"}', \
    x'\(sunset)'),
      (2, 'Espresso machine', 1899, 6, 132, '2026-01-31 08:10:00', 1, '{"bars": 15, "colours": ["red", "steel"]}', \
    x'ffd8ffe000104a46494600010100000100010000ffc0001108012c019003012200021101031101'),
      (3, 'Roaster, 30 kg', 24750, 1, 3, '2026-01-24 16:45:00', 0, NULL, x'1f8b08000000000000034b4c4a4e494d4bcfc8cccacec9cdcb2f'),
      (4, 'Paper filters, 40', 3.2, 18400, 1204433, '2025-12-02 09:00:00', 1, '{"size": 4}', zeroblob(4200)),
      (5, 'Teapot, cast iron', 59, 0, 871, '2026-01-30 12:00:00', 1, NULL, NULL);
    """

  /// A picture of 60 by 34 pixels, as PNG.
  private static let sunset = """
    89504e470d0a1a0a0000000d494844520000003c000000220403000000f10ea7aa00000030504c5445101830242854563468a04864e26e\
    54faaa5affecaa0c34541454780a1e38080e180000000000000000000000000000007256b4e00000011d4944415478dac5914b4ec33010\
    863f4f936c9ba9d47dc409405c200740c247c88a73758d909a2350c101e00280d816e1f0da9092b0b053fa2095104278618dbe99ff9ff1\
    18feef18dd9916fe301dfdaa77b4450e818fab3e730118689f79665495ac272da4402a3de9cc00984ebed53bf5b7d3a04e8a5def4e8aa4\
    0092936fabcc29c0a400de27807ad3d6552b6b290012ddfee8d5c9edcf777ee30033ac00dd03ccf0f13e43031507685b81494328cd3244\
    56b80f9bbbfddb65b56c4861d03c37cbea68942a386544fb942ab8ebfc32bf38085452682b059cf1e13c9abf3c7454beb82f29ed349fd9\
    3250599742fdba18d77147c56cb8e7335bdae951a0c2bafbd9b88eebb7451cdc6563305bdaa93db7e5b1a7b23e9897d6711de827c13285\
    7585ae9cfc0000000049454e44ae426082
    """
}
