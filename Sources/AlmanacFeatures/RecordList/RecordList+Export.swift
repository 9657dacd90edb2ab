// Writing the list to a new file, as it is searched, filtered and sorted now.
//
//   :export PATH ──> page by page, on a reader ──> a new file ──> message
//                        └──> Ctrl-C, an error: no new file
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import Stores

extension RecordList {
  /// Writes all records of the list. The ending of the path is the format.
  func export(to path: String, _ state: inout State) -> Effect<Action> {
    func refuse(_ sentence: String) -> Effect<Action> { .send(.report(.failed(sentence))) }
    if state.work.isExporting { return refuse("Not now: this list is being written to a file.") }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } : nil
    guard let format = ending.flatMap(DataFormat.init(named:)) else {
      return refuse("The name \(name) tells no format: it must end with .csv, .tsv, .json, .jsonl or .md.")
    }
    state.work.isExporting = true
    let (table, listing) = (state.table, RecordListing(state.list))
    let work = Effect<Action>.run { [database] send in
      let count = try await listing.write(to: path, as: format, from: database)
      await send(.change(.exportEnded(.noted("Wrote \(table.counted(count)) to \(path)."))))
    } catch: { error, send in
      let sentence = error is NewFile.Failure ? "\(error)" : "Not written: \(sentence(error)). There is no new file."
      await send(.change(.exportEnded(.failed(sentence))))
    }
    .cancellable(id: EffectName.export)
    return .merge(.send(.report(.noted("Writing \(name). Ctrl-C stops it."))), work)
  }
}
