/// What a handler gives back: an answer, or the work that ends in one.
package enum ServerAnswer: Sendable {
  /// Made where the request was read. Nothing is handed from thread to thread, so this is the quick way; making it must not wait.
  case now(ServerResponse)
  /// Made in a task of its own, which may wait. It is cancelled when its request is cut off.
  case later(@Sendable () async -> ServerResponse)

  /// The answer with a change to its response, whenever that is made.
  package func map(_ change: @escaping @Sendable (ServerResponse) -> ServerResponse) -> ServerAnswer {
    switch self {
    case .now(let response): .now(change(response))
    case .later(let work): .later { change(await work()) }
    }
  }

  /// The response, for those who call a handler themselves.
  package var response: ServerResponse {
    get async {
      switch self {
      case .now(let response): response
      case .later(let work): await work()
      }
    }
  }
}
