internal import CSecret

/// One reference to an object of GLib's, given back with this one.
// The pointer never changes, GLib counts references atomically, and what it points to is used by one worker at a time;
// a cancellable, which is used by two threads, guards itself.
final class GObject: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
  let library: Library

  /// Takes over a reference.
  init(owning pointer: UnsafeMutableRawPointer, _ library: Library) {
    self.pointer = pointer
    self.library = library
  }

  deinit {
    library.functions.g_object_unref(pointer)
  }

  /// Takes over the references that a list holds, and frees the list.
  static func all(owning list: UnsafeMutablePointer<journey_list>?, _ library: Library) -> [GObject] {
    let objects = sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }
      .compactMap { node in node.map { GObject(owning: $0.pointee.data, library) } }
    library.functions.g_list_free(list)
    return objects
  }
}

/// The attributes of an item as a table of GLib's: texts by name.
final class AttributeTable {
  let pointer: UnsafeMutableRawPointer
  private let functions: journey_secret

  init(_ attributes: [String: String], _ library: Library) {
    functions = library.functions
    let free = unsafeBitCast(functions.g_free, to: UnsafeMutableRawPointer.self)
    pointer = functions.g_hash_table_new_full(functions.g_str_hash, functions.g_str_equal, free, free)
    for (name, value) in attributes {
      _ = functions.g_hash_table_insert(pointer, functions.g_strdup(name), functions.g_strdup(value))
    }
  }

  deinit {
    functions.g_hash_table_unref(pointer)
  }
}

extension SecretServiceError {
  /// What a GError means here. It stays the caller's.
  init(_ error: UnsafeMutablePointer<journey_error>, limit: Duration, _ functions: journey_secret) {
    let domain = functions.g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? ""
    let name = functions.g_dbus_error_get_remote_error(error).map { name in
      defer { functions.g_free(name) }
      return String(cString: name)
    }
    _ = functions.g_dbus_error_strip_remote_error(error)
    let message = String(cString: error.pointee.message)
    // G_IO_ERROR_CANCELLED: nobody cancels but the limit.
    if domain == "g-io-error-quark", error.pointee.code == 19 {
      self = .timedOut(limit)
      return
    }
    switch name {
    case "org.freedesktop.Secret.Error.IsLocked": self = .locked
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
      self = .noService(message)
    case let name? where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."): self = .noService(message)
    default: self = .failed(message)
    }
  }
}
