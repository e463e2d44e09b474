import JourneyEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The journal of the steps that went out: a file beside the state, one note of fixed length for each step, the newest last. It is
/// locked while a step is sent.
extension FileStorage {
  /// The journal of a state.
  static func journal(of path: String) -> String { path + ".sent" }

  func turn(for step: String) async throws -> (any SendingTurn)? {
    let file = Self.journal(of: path)
    let lock = try await lock(file)
    return try await run { () throws(Files.Problem) in try FileTurn(lock, file, step: step) }
  }
}

private final class FileTurn: SendingTurn {
  /// The most notes; more than there can be steps under way in one profile. Then the older half goes.
  private static let capacity = 256

  let wasSent: Bool
  private let lock: FileLock
  private let file: String
  private let note: [UInt8]
  /// Where the note of this step goes.
  private let place: off_t

  /// Reads the journal and makes room for the note, so that a full disk shows before anything goes out.
  init(_ lock: FileLock, _ file: String, step: String) throws(Files.Problem) {
    let bytes: [UInt8]
    do {
      bytes = try Descriptors.readAll(lock.descriptor).get()
    } catch {
      throw Files.Problem(file, error.text)
    }
    let note = Array(step.utf8) + [UInt8(ascii: "\n")]
    let starts = stride(from: 0, through: bytes.count - note.count, by: note.count)
    // Room that nobody used is all zeros.
    var notes = starts.map { bytes[$0..<$0 + note.count] }.filter { $0.first != 0 }
    wasSent = notes.contains { $0.elementsEqual(note) }
    let isFull = notes.count >= Self.capacity
    if isFull { notes.removeFirst(Self.capacity / 2) }
    place = off_t(notes.count * note.count)
    self.lock = lock
    self.file = file
    self.note = note
    let room = [UInt8](repeating: 0, count: note.count)
    guard isFull ? put(notes.flatMap { $0 } + room, at: 0) && cut(after: place) : put(room, at: place) else {
      throw Files.Problem(file, errno: errno)
    }
  }

  /// The note is in the system's memory then, which is enough to outlive this process; only a power cut may lose it. A wait for the
  /// disk would hold up all transfers.
  func begin() throws(StorageError) {
    guard !put(note, at: place) else { return }
    let error = Descriptors.SystemError(number: errno)
    throw StorageError(
      message: "\(file): that the step goes out cannot be noted, so it was held back: \(error.text).", path: file)
  }

  func end(reopens: Bool) async {
    if reopens {
      let room = [UInt8](repeating: 0, count: note.count)
      _ = try? await Blocking.run { () throws(Failure) in self.put(room, at: self.place) }
    }
    lock.release()
  }

  private func put(_ bytes: [UInt8], at place: off_t) -> Bool {
    let count = bytes.withUnsafeBytes { pwrite(lock.descriptor, $0.baseAddress, $0.count, place) }
    if count >= 0, count < bytes.count { errno = ENOSPC }
    return count == bytes.count
  }

  private func cut(after place: off_t) -> Bool { ftruncate(lock.descriptor, place + off_t(note.count)) == 0 }
}
