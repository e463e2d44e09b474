internal import COpenSSL

/// What is read of an X.509 certificate. Nobody's signature on it is checked.
///
/// - Source: RFC 5280.
package struct Certificate: Sendable {
  package let publicKey: PublicKey
  /// 3 for every certificate of today.
  package let version: Int
  /// Whether it may sign other certificates.
  package let isAuthority: Bool
  /// Whether it names nobody as its subject.
  package let isWithoutSubject: Bool
  /// The subject's organizational unit.
  package let organizationalUnit: String?
  private let extensions: [String: [UInt8]]

  /// Nil for bytes that are no certificate, or one with a key of another kind.
  package init?(der: [UInt8]) {
    let parsed = der.withUnsafeBufferPointer { buffer in
      var next = buffer.baseAddress
      return d2i_X509(nil, &next, buffer.count)
    }
    guard let parsed else {
      ERR_clear_error()
      return nil
    }
    defer { X509_free(parsed) }
    guard let bytes = OpenSSLKey(X509_get_pubkey(parsed))?.bytes, let key = PublicKey(bytes: bytes) else { return nil }
    publicKey = key
    version = X509_get_version(parsed) + 1
    isAuthority = X509_check_ca(parsed) != 0
    isWithoutSubject = X509_NAME_entry_count(X509_get_subject_name(parsed)) == 0
    organizationalUnit = Certificate.unit(of: parsed)
    extensions = Certificate.extensions(of: parsed)
  }

  /// The value of an extension: the DER within its octet string.
  package func value(of identifier: String) -> [UInt8]? { extensions[identifier] }

  private static func unit(of certificate: OpaquePointer) -> String? {
    guard let name = X509_get_subject_name(certificate) else { return nil }
    let place = X509_NAME_get_index_by_NID(name, NID_organizationalUnitName, -1)
    guard place >= 0, let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, place)) else { return nil }
    return String(decoding: Certificate.bytes(of: value), as: UTF8.self)
  }

  private static func extensions(of certificate: OpaquePointer) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for index in 0..<X509_get_ext_count(certificate) {
      guard let entry = X509_get_ext(certificate, index), let value = X509_EXTENSION_get_data(entry) else { continue }
      var text = [CChar](repeating: 0, count: 128)
      guard OBJ_obj2txt(&text, Int32(text.count), X509_EXTENSION_get_object(entry), 1) > 0 else { continue }
      found[String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)] = bytes(of: value)
    }
    return found
  }

  private static func bytes(of string: UnsafePointer<ASN1_STRING>) -> [UInt8] {
    guard let data = ASN1_STRING_get0_data(string) else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
  }
}
