internal import CSecret

/// The Secret Service on a D-Bus connection of our own, and the calls to it, which block. For one worker at a time.
final class Connection: Sendable {
  private let library: Library
  private let service: GObject
  private let context: MainContext

  /// Connects, starts the service where D-Bus knows how to, and opens a session, in which secrets cross the bus encrypted.
  init(address: String, _ call: Call) throws(SecretServiceError) {
    let library = call.library
    self.library = library
    let context = MainContext(library)
    self.context = context
    service = try context.run { () throws(SecretServiceError) in
      let bus = try Self.bus(address: address, call)
      let service = try call.checked { functions, error in
        withUnsafePointer(to: functions) {
          journey_secret_service_new($0, library.serviceType, bus.pointer, call.cancellable.pointer, error)
        }
      }
      guard let service else { throw SecretServiceError.failed("it could not be reached") }
      return GObject(owning: service, library)
    }
  }

  private static func bus(address: String, _ call: Call) throws(SecretServiceError) -> GObject {
    let flags = JOURNEY_DBUS_CONNECTION_AUTHENTICATION_CLIENT | JOURNEY_DBUS_CONNECTION_MESSAGE_BUS
    do throws(SecretServiceError) {
      let bus = try call.checked { functions, error in
        functions.g_dbus_connection_new_for_address_sync(
          address, UInt32(flags), nil, call.cancellable.pointer, error)
      }
      guard let bus else { throw SecretServiceError.failed("no connection") }
      return GObject(owning: bus, call.library)
    } catch {
      guard case .failed(let reason) = error else { throw error }
      throw SecretServiceError.noBus(reason)
    }
  }

  /// The items with these attributes, unlocked ones first, then the newest first.
  func items(_ attributes: [String: String], _ call: Call) throws(SecretServiceError) -> [Item] {
    try context.run { () throws(SecretServiceError) in
      let table = AttributeTable(attributes, library)
      let list = try call.checked { functions, error in
        functions.secret_service_search_sync(
          service.pointer, nil, table.pointer, Int32(JOURNEY_SECRET_SEARCH_ALL), call.cancellable.pointer, error)
      }
      let functions = library.functions
      return GObject.all(owning: list, library)
        .map { object in
          Item(
            object: object, isLocked: functions.secret_item_get_locked(object.pointer) != 0,
            modified: functions.secret_item_get_modified(object.pointer))
        }
        .sorted { a, b in a.isLocked == b.isLocked ? a.modified > b.modified : b.isLocked }
    }
  }

  /// The keyring that new items go into.
  func defaultKeyring(_ call: Call) throws(SecretServiceError) -> Keyring {
    try context.run { () throws(SecretServiceError) in
      let collection = try call.checked { functions, error in
        functions.secret_collection_for_alias_sync(service.pointer, "default", 0, call.cancellable.pointer, error)
      }
      guard let collection else { throw SecretServiceError.noKeyring }
      let isLocked = library.functions.secret_collection_get_locked(collection) != 0
      return Keyring(object: GObject(owning: collection, library), isLocked: isLocked)
    }
  }

  /// Has the keyring ask its question, and waits for the answer.
  func unlock(_ object: GObject, _ call: Call) throws(SecretServiceError) {
    try context.run { () throws(SecretServiceError) in
      var node = journey_list(data: object.pointer, next: nil, previous: nil)
      let count = try call.checked { functions, error in
        functions.secret_service_unlock_sync(service.pointer, &node, call.cancellable.pointer, nil, error)
      }
      if count == 0 { throw SecretServiceError.dismissed }
    }
  }

  /// The secret of an unlocked item.
  func secret(of item: Item, _ call: Call) throws(SecretServiceError) -> [UInt8] {
    try context.run { () throws(SecretServiceError) in
      _ = try call.checked { functions, error in
        functions.secret_item_load_secret_sync(item.object.pointer, call.cancellable.pointer, error)
      }
      let functions = library.functions
      guard let value = functions.secret_item_get_secret(item.object.pointer) else {
        throw SecretServiceError.locked
      }
      defer { functions.secret_value_unref(value) }
      var length = 0
      let bytes = functions.secret_value_get(value, &length)
      return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }
  }

  /// Puts an item into an unlocked keyring, in place of one with the same attributes.
  func create(
    _ secret: [UInt8], label: String, attributes: [String: String], in keyring: Keyring, _ call: Call
  ) throws(SecretServiceError) {
    try context.run { () throws(SecretServiceError) in
      let table = AttributeTable(attributes, library)
      // Keyrings show and search what is text; text is what they then call so.
      let type = String(validating: secret, as: UTF8.self) == nil ? "application/octet-stream" : "text/plain"
      let functions = library.functions
      let value = secret.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          withUnsafePointer(to: CChar(0)) { empty in
            functions.secret_value_new(bytes.baseAddress ?? empty, bytes.count, type)
          }
        }
      }
      defer { functions.secret_value_unref(value) }
      let item = try call.checked { functions, error in
        functions.secret_item_create_sync(
          keyring.object.pointer, nil, table.pointer, label, value, Int32(JOURNEY_SECRET_ITEM_CREATE_REPLACE),
          call.cancellable.pointer, error)
      }
      if let item { functions.g_object_unref(item) }
    }
  }

  func delete(_ item: Item, _ call: Call) throws(SecretServiceError) {
    try context.run { () throws(SecretServiceError) in
      _ = try call.checked { functions, error in
        functions.secret_item_delete_sync(item.object.pointer, call.cancellable.pointer, error)
      }
    }
  }
}

/// Something kept in a keyring.
struct Item: Sendable {
  let object: GObject
  let isLocked: Bool
  /// Seconds since 1970.
  let modified: UInt64
}

/// A collection of items that is locked and unlocked as one.
struct Keyring: Sendable {
  let object: GObject
  let isLocked: Bool
}

/// Where GLib leaves the signals for objects made under it. Without one of our own they would pile up in the default
/// context, which nobody looks after in this program.
// The pointer never changes; the worker runs one call at a time.
private final class MainContext: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer
  private let library: Library

  init(_ library: Library) {
    self.library = library
    pointer = library.functions.g_main_context_new()
  }

  deinit {
    library.functions.g_main_context_unref(pointer)
  }

  func run<Value>(_ body: () throws(SecretServiceError) -> Value) throws(SecretServiceError) -> Value {
    let functions = library.functions
    functions.g_main_context_push_thread_default(pointer)
    defer {
      while functions.g_main_context_iteration(pointer, 0) != 0 {}
      functions.g_main_context_pop_thread_default(pointer)
    }
    return try body()
  }
}
