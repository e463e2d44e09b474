import JSON

/// Loading and saving of the state.
extension UserAgent {
  /// Reads what is kept, once. A damaged document is an error, each time, and is never written over.
  package func load() async throws(StorageError) {
    guard !isLoaded, let storage = config.storage else { return }
    try await read(from: storage)
  }

  /// Reads what is kept again: another process may have changed it.
  package func reload() async throws(StorageError) {
    guard let storage = config.storage else { return }
    try await read(from: storage)
  }

  private func read(from storage: any JourneyStorage) async throws(StorageError) {
    let document: JSON?
    do {
      document = try await storage.load()
    } catch {
      throw (error as? StorageError)
        ?? StorageError(message: "the kept state cannot be read: \(error)", path: storage.place)
    }
    adopt(kept: try known(document).state, after: kept)
    isLoaded = true
  }

  /// What a document of the storage says, and what of it is of this server.
  private nonisolated func known(
    _ document: JSON?
  ) throws(StorageError) -> (whole: KeptDocument, state: KeptState) {
    if let whole = KeptDocument(json: document) {
      guard let entry = whole[endpoints.base ?? ""] else { return (whole, KeptState()) }
      if let state = KeptState(json: entry) { return (whole, state) }
    }
    let place = config.storage?.place
    let spot = place.map { " in \($0)" } ?? ""
    if let version = KeptDocument.laterVersion(of: document) {
      throw StorageError(
        message: "the kept state\(spot) is of a later version of this program (\(version)), it is left as it is",
        path: place)
    }
    throw StorageError(message: "the kept state\(spot) is damaged, it is left as it is", path: place)
  }

  /// Takes over what the storage holds, but for what has changed here since `before` was the state.
  private func adopt(kept theirs: KeptState, after before: KeptState) {
    let own = state.journey
    state = state.merged(since: before, into: theirs)
    kept = theirs
    isChanged = state != theirs
    // Another process went on: its step is not the one that a node here stands for.
    if state.journey != own { current = nil }
  }

  /// Sees to it that what the next answer brings can be kept: a session or new tokens come only once.
  func makeRoom() async throws(Refusal) {
    guard let storage = config.storage else { return }
    do {
      try await storage.makeRoom()
    } catch {
      throw .storage(
        (error as? StorageError) ?? StorageError(message: "nothing can be kept: \(error)", path: storage.place))
    }
  }

  /// Writes what has changed. What others have written meanwhile stays. What goes wrong is said and kept for
  /// ``takeStorageError()``: the answer of the server is worth more than its record.
  ///
  /// One write follows the other: an older state may not come behind a newer one.
  package func save() async {
    // Without a storage there is nothing to write, and no task to change to.
    guard config.storage != nil else { return }
    let before = saving
    guard isChanged, isLoaded else {
      await before?.value
      return
    }
    let task = Task {
      await before?.value
      await write()
    }
    saving = task
    await task.value
  }

  private func write() async {
    guard isChanged else { return }
    isChanged = false
    guard let storage = config.storage, let server = endpoints.base else { return }
    let (base, mine) = (kept, state)
    do {
      let written = try await storage.update { document in
        let found = try self.known(document)
        var whole = found.whole
        whole[server] = mine.merged(since: base, into: found.state).json
        return whole.json
      }
      adopt(kept: try known(written).state, after: mine)
    } catch {
      isChanged = true
      note((error as? StorageError) ?? StorageError(message: "the state cannot be kept: \(error)", path: storage.place))
    }
  }
}
