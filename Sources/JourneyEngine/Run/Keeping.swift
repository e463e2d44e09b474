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
    if let document {
      guard let kept = KeptState(json: document) else {
        throw StorageError(message: "the kept state is damaged, it is left as it is", path: storage.place)
      }
      if KeptState.server(of: document) == endpoints.base {
        state = kept
      } else {
        let server = ServerText.line(KeptState.server(of: document) ?? "")
        warn("the kept session is of \(server), not of \(endpoints.base ?? ""): it is not used")
        state = KeptState()
      }
    } else {
      state = KeptState()
    }
    isLoaded = true
    isChanged = false
  }

  /// Writes the state where it has changed. What goes wrong is said and kept for ``takeStorageError()``: the answer of the
  /// server is worth more than its record.
  package func save() async {
    guard isChanged, isLoaded else { return }
    isChanged = false
    guard let storage = config.storage, let server = endpoints.base else { return }
    do {
      try await storage.save(state.json(server: server))
    } catch {
      isChanged = true
      note((error as? StorageError) ?? StorageError(message: "the state cannot be kept: \(error)", path: storage.place))
    }
  }
}
