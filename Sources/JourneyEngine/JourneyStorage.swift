public import JSON

/// Where one profile's state is kept between processes: cookies, session, tokens and the step at hand, as one JSON document.
///
/// It holds secrets. An implementation writes whole documents or nothing (written beside and renamed), readable by the
/// user alone, and throws ``StorageError`` naming the place for a document that it cannot read; it never replaces a
/// damaged one by itself.
public protocol JourneyStorage: Sendable {
  /// The kept document, nil where there is none.
  func load() async throws -> JSON?
  /// Replaces the kept document.
  func save(_ document: JSON) async throws
  /// Replaces the kept document by what `change` makes of it, while nobody else writes it; nil leaves it as it is.
  ///
  /// The user agent writes in this way alone, so that processes that share a storage do not undo each other's changes. It
  /// is called inside ``exclusively(_:)`` too: a storage with locks has one for each of the two.
  ///
  /// - Returns: The document that is kept now.
  @discardableResult
  func update(_ change: @Sendable (JSON?) throws -> JSON?) async throws -> JSON?
  /// Forgets the kept document.
  func delete() async throws
  /// Fails where a document could not be written now, for want of room or rights. It is called before a request whose answer
  /// comes only once.
  func makeRoom() async throws
  /// Where the document is, for messages: a path; nil where it is in no file.
  var place: String? { get }
  /// Runs `body` while no other user of the same storage, in any process, runs one.
  func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value
  /// Waits until no other process sends a step of this storage, and keeps them from it until the turn is over.
  ///
  /// - Parameter step: A text for the step that no other has, without anything secret.
  /// - Returns: Nil where no other process can have the step.
  func turn(for step: String) async throws -> (any SendingTurn)?
}

extension JourneyStorage {
  /// Does nothing: right for a storage that has room.
  public func makeRoom() async throws {}

  /// In no file.
  public var place: String? { nil }

  /// Loads, changes and saves: right for a storage that nobody shares.
  @discardableResult
  public func update(_ change: @Sendable (JSON?) throws -> JSON?) async throws -> JSON? {
    let before = try await load()
    guard let after = try change(before) else { return before }
    try await save(after)
    return after
  }

  /// Just runs `body`: right for a storage that nobody shares.
  public func exclusively<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await body()
  }

  /// Nil: right for a storage that nobody shares.
  public func turn(for step: String) async throws -> (any SendingTurn)? { nil }
}

/// Keeps the document in this object, for as long as it lives.
public actor MemoryStorage: JourneyStorage {
  private var document: JSON?

  /// A storage with this document in it.
  public init(_ document: JSON? = nil) {
    self.document = document
  }

  /// The kept document.
  public func load() -> JSON? { document }
  /// Replaces the kept document.
  public func save(_ document: JSON) { self.document = document }
  /// Replaces the kept document by what `change` makes of it.
  @discardableResult
  public func update(_ change: @Sendable (JSON?) throws -> JSON?) throws -> JSON? {
    if let after = try change(document) { document = after }
    return document
  }
  /// Forgets the kept document.
  public func delete() { document = nil }
}
