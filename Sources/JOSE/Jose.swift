internal import CJose
internal import JSON

/// One use of the José library: its configuration, which catches what José would print on standard error.
///
/// An object of this class belongs to the thread that made it, and so do the values that it makes. José's own shared
/// state, the list of its algorithms, is complete when it has been opened and only read; OpenSSL and jansson guard theirs.
final class Jose {
  private let library: JoseLibrary
  private let configuration: OpaquePointer
  private let message: UnsafeMutablePointer<CChar>

  init() throws(JOSEError) {
    library = try JoseLibrary.shared()
    let size = JOURNEY_JOSE_MESSAGE_SIZE
    message = .allocate(capacity: size)
    message.initialize(repeating: 0, count: size)
    guard let configuration = journey_jose_configure(library.functions, message) else {
      message.deallocate()
      throw JOSEError.library("out of memory")
    }
    self.configuration = configuration
  }

  deinit {
    journey_jose_release(library.functions, configuration)
    message.deallocate()
    journey_jose_clear_openssl_errors()
  }

  /// A new key, with the members of the template and those that José made.
  func generate(_ template: JSON) throws(JOSEError) -> JSON {
    let key = try JanssonValue(template, library)
    guard journey_jose_generate(library.functions, configuration, key.value) else {
      throw failure(otherwise: .library("no key could be made"))
    }
    return try key.json()
  }

  /// Checks a token in its flattened JSON form with one key.
  func verify(_ token: JSON, key: JSON) throws(JOSEError) {
    let token = try JanssonValue(token, library)
    let key = try JanssonValue(key, library)
    guard journey_jose_verify(library.functions, configuration, token.value, key.value) else {
      throw failure(otherwise: .badSignature)
    }
  }

  /// The signature, in base64url, over a header and a payload that are in base64url.
  func sign(protected: String, payload: String, key: JSON) throws(JOSEError) -> String {
    let token = try JanssonValue(["payload": .string(payload)], library)
    let template = try JanssonValue(["protected": .string(protected)], library)
    let key = try JanssonValue(key, library)
    guard journey_jose_sign(library.functions, configuration, token.value, template.value, key.value) else {
      throw failure(otherwise: .badKey("José cannot sign with it"))
    }
    let signed = try token.json()
    // José may add to a header that lacks something; then its signature would not be over the header we send.
    guard signed["protected"]?.string == protected, let signature = signed["signature"]?.string else {
      throw JOSEError.library("José signed something else")
    }
    return signature
  }

  /// What José said, or the meaning of its silence.
  private func failure(otherwise silent: JOSEError) -> JOSEError {
    let said = String(cString: message)
    return said.isEmpty ? silent : .library(said)
  }
}

/// A value of jansson, freed with this object.
private final class JanssonValue {
  let value: UnsafeMutablePointer<json_t>
  private let library: JoseLibrary

  init(_ json: JSON, _ library: JoseLibrary) throws(JOSEError) {
    let text = json.text()
    guard let value = journey_json_read(library.functions, text, text.utf8.count) else {
      throw JOSEError.library("jansson cannot read what it is given")
    }
    self.value = value
    self.library = library
  }

  deinit {
    journey_json_release(library.functions, value)
  }

  func json() throws(JOSEError) -> JSON {
    guard let text = journey_json_write(library.functions, value) else { throw JOSEError.library("out of memory") }
    defer { free(text) }
    do {
      return try JSON(parsing: String(cString: text))
    } catch {
      throw JOSEError.library("jansson wrote no JSON: \(error)")
    }
  }
}
