// Sounds, films, and pictures in the same container formats.

enum MediaKinds {
  static let signatures: [BlobSignature] = [
    BlobSignature("MP3", "mp3", "ID3", if: { blob in blob.integer(3, 1).map { (2...4).contains($0) } == true }),
    BlobSignature("Ogg", "ogg", "OggS", if: { $0.integer(4, 1) == 0 }), BlobSignature("FLAC", "flac", "fLaC"),
    BlobSignature("WAV", "wav", "RIFF", if: { $0.has("WAVE", at: 8) }),
    BlobSignature("AVI", "avi", "RIFF", if: { $0.has("AVI ", at: 8) }),
    BlobSignature("AIFF", "aiff", "FORM", if: { $0.has("AIFF", at: 8) || $0.has("AIFC", at: 8) }),
    BlobSignature("MIDI", "mid", "MThd", if: { $0.integer(4, 4) == 6 }),
    BlobSignature("Matroska", "mkv", [0x1A, 0x45, 0xDF, 0xA3]),
  ]

  /// Recognises formats that begin with a box naming their brand: HEIC, AVIF, MP4.
  static func boxed(_ blob: BlobStart) -> ValueKind? {
    guard blob.has("ftyp", at: 4), let length = blob.integer(0, 4), length >= 8 else { return nil }
    // The brand, a version, and other compatible brands.
    let brands = [8] + Array(stride(from: 16, to: min(length, 128), by: 4))
    for offset in brands {
      switch blob.bytes(offset, 4).map({ String(decoding: $0, as: UTF8.self) }) {
      case "avif", "avis": return ValueKind("AVIF", "avif", detail: imageSize(blob))
      case "heic", "heix", "hevc", "hevx", "heim", "heis":
        return ValueKind("HEIC", "heic", detail: imageSize(blob))
      case "mif1", "msf1": continue
      case "qt  ": return ValueKind("QuickTime", "mov")
      case "M4A ", "M4B ": return ValueKind("M4A", "m4a")
      case let brand? where brand.hasPrefix("3g"): return ValueKind("3GP", "3gp")
      case nil: break
      default: if offset == 8 { return ValueKind("MP4", "mp4") }
      }
    }
    return ValueKind("HEIF", "heif", detail: imageSize(blob))
  }

  /// The largest size among the properties of a picture: its parts have smaller ones.
  private static func imageSize(_ blob: BlobStart) -> String? {
    var largest = (0, 0)
    let end = min(blob.bytes.count, 1 << 14)
    for offset in stride(from: 8, to: end, by: 1) where blob.bytes[offset] == UInt8(ascii: "i") {
      guard blob.has("ispe", at: offset), let width = blob.integer(offset + 8, 4),
        let height = blob.integer(offset + 12, 4)
      else { continue }
      if Double(width) * Double(height) > Double(largest.0) * Double(largest.1) { largest = (width, height) }
    }
    return pictureSize(largest.0, largest.1)
  }

  private static let rates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let rates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  /// Recognises an MP3 without tags by two consecutive frames.
  static func mp3(_ blob: BlobStart) -> ValueKind? {
    guard let length = frameLength(blob, 0), frameLength(blob, length) != nil else { return nil }
    return ValueKind("MP3", "mp3")
  }

  /// The length of the frame of layer 3 that begins at `offset`; nil if there is none.
  private static func frameLength(_ blob: BlobStart, _ offset: Int) -> Int? {
    guard let header = blob.integer(offset, 4), header >> 21 == 0x7FF, header >> 17 & 3 == 1 else { return nil }
    let (version, rate, frequency) = (header >> 19 & 3, header >> 12 & 15, header >> 10 & 3)
    guard version != 1, rate > 0, rate < 15, frequency < 3 else { return nil }
    let isFirst = version == 3
    let hertz = [44_100, 48_000, 32_000][frequency] >> (isFirst ? 0 : version == 2 ? 1 : 2)
    let bits = (isFirst ? rates1 : rates2)[rate] * 1000
    return (isFirst ? 144 : 72) * bits / hertz + header >> 9 & 1
  }
}
