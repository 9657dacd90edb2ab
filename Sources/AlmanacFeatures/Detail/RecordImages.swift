// The pictures among the values of a record: read and decoded while the rest of the record is shown.
//
//   record ──wanted──> an effect for the new ones, which ends if the record changes ──read──> the pane draws again
import AlmanacRecords
import Containers
import Databases
public import Images
import LiveQueries
public import Stores

/// The feature of the pictures of one record.
@Reducer
public struct RecordImages {
  /// A value that is a picture.
  public struct Source: Hashable, Sendable {
    /// The value, or its beginning.
    let bytes: [UInt8]
    /// The place of the whole value in the file, if `bytes` has only its beginning.
    let stored: LongValue?
  }

  /// The result of a decoding.
  public enum Drawing: Equatable, Sendable {
    /// A picture.
    case image(Image)
    /// Why there is none.
    case refused(Image.Problem)
  }

  private struct Entry: Equatable, Sendable {
    let source: Source
    /// `nil` until the picture is decoded.
    var drawing: Drawing?
  }

  @ObservableState
  public struct State: Equatable {
    /// By column.
    private var entries: [String: Entry] = [:]

    /// No pictures.
    init() {}

    /// The pictures that are decoded so far, by column. Tracked.
    var images: [String: Image] {
      entries.compactMapValues { if case .image(let image) = $0.drawing { image } else { nil } }
    }

    /// What the record shows of each picture. Tracked.
    var looks: [String: ImageLook] {
      entries.mapValues { entry in
        switch entry.drawing {
        case nil, .image: .drawn
        case .refused(let problem): .refused(problem)
        }
      }
    }

    /// Whether these are all wanted pictures. Tracked.
    func has(_ sources: [String: Source]) -> Bool { entries.mapValues(\.source) == sources }

    /// Keeps the decoded ones of the wanted pictures. Returns the others.
    fileprivate mutating func take(_ sources: [String: Source]) -> [String: Source] {
      entries = sources.reduce(into: [:]) { new, wanted in
        let known = entries[wanted.key].flatMap { $0.source == wanted.value ? $0 : nil }
        new[wanted.key] = known ?? Entry(source: wanted.value)
      }
      return entries.filter { $0.value.drawing == nil }.mapValues(\.source)
    }

    fileprivate mutating func take(_ drawing: Drawing, _ column: String, of source: Source) {
      if entries[column]?.source == source { entries[column]?.drawing = drawing }
    }
  }

  /// An action of the pictures.
  @CasePathable
  public enum Action: Sendable {
    /// The record has these pictures, by column.
    case wanted([String: Source])
    /// A picture was decoded, or can't be.
    case read(Drawing, column: String, Source)
  }

  private enum EffectName { case reading }

  @Dependency(\.defaultDatabase) var database

  /// Makes the reducer of the pictures.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .wanted(let sources):
        let missing = state.take(sources)
        if missing.isEmpty { return .cancel(id: EffectName.reading) }
        return .run { [database] send in
          for (column, source) in missing.sorted(by: { $0.key < $1.key }) {
            await send(.read(try await Self.drawing(of: source, database), column: column, source))
          }
        } catch: { _, _ in
          // The record changes meanwhile, or says itself that it can't be read.
        }
        .cancellable(id: EffectName.reading, cancelInFlight: true)
      case .read(let drawing, let column, let source):
        state.take(drawing, column, of: source)
        return .none
      }
    }
  }

  /// Decodes a picture on another thread than the screen's.
  @concurrent
  private static func drawing(of source: Source, _ database: SQLiteConnection) async throws -> Drawing {
    var bytes = source.bytes
    if let stored = source.stored {
      guard stored.byteCount <= Image.mostBytes else { return .refused(.tooLarge) }
      bytes = try await database.read { db in try stored.start(Image.mostBytes, db) } ?? []
    }
    do {
      return .image(try Image(bytes: bytes))
    } catch let problem as Image.Problem {
      return .refused(problem)
    }
  }
}

/// What a field shows of a picture.
enum ImageLook: Hashable, Sendable {
  /// The picture, as soon as it is decoded.
  case drawn
  /// The bytes, and the reason.
  case refused(Image.Problem)

  /// The reason in a few words; `nil` if the kind of the value says enough.
  var remark: String? {
    switch self {
    case .drawn, .refused(.unknown): nil
    case .refused(.damaged): "damaged"
    case .refused(.tooLarge): "too large to draw"
    }
  }
}

extension ExactRecord.Value {
  /// The values that are pictures, by column.
  var imageSources: [String: RecordImages.Source] {
    guard case .row(let row, let columns, _, _, let stored) = self else { return [:] }
    return columns.reduce(into: [:]) { sources, column in
      guard case .blob(let bytes) = row[column], ValueKind.isImage(bytes) else { return }
      sources[column] = RecordImages.Source(bytes: bytes, stored: stored[column])
    }
  }
}
