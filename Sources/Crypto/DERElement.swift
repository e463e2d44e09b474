internal import COpenSSL

/// One element of a document in DER: what it is, and its content in bytes.
///
/// - Source: X.690 8.1, 10.
package struct DERElement: Sendable, Hashable {
  /// The number of the tag, whatever its class.
  package let tag: Int
  /// Whether the number counts within the type around it, and is none of the types that everybody knows.
  package let isContextual: Bool
  /// Whether it is made of elements.
  package let isConstructed: Bool
  package let content: [UInt8]

  /// Nil for bytes that are not one element, whole and alone.
  package init?(_ bytes: [UInt8]) {
    guard let elements = DERElement.elements(in: bytes), elements.count == 1 else { return nil }
    self = elements[0]
  }

  private init(tag: Int, isContextual: Bool, isConstructed: Bool, content: [UInt8]) {
    self.tag = tag
    self.isContextual = isContextual
    self.isConstructed = isConstructed
    self.content = content
  }

  /// What it is made of; nil where it is not, or where that cannot be read.
  package var elements: [DERElement]? { isConstructed ? DERElement.elements(in: content) : nil }

  /// The first of its elements that has this number in the type around it.
  package func contextual(_ tag: Int) -> DERElement? { elements?.first { $0.isContextual && $0.tag == tag } }

  /// The elements that the bytes are, one after the other; nil where a length is not definite or leads beyond the end.
  private static func elements(in bytes: [UInt8]) -> [DERElement]? {
    bytes.withUnsafeBufferPointer { buffer in
      var found: [DERElement] = []
      var rest = buffer[...]
      while !rest.isEmpty, let start = UnsafeBufferPointer(rebasing: rest).baseAddress {
        var next: UnsafePointer<UInt8>? = start
        var (length, tag, kind) = (0, Int32(0), Int32(0))
        let form = ASN1_get_object(&next, &length, &tag, &kind, rest.count)
        // The bits of a failure and of a length that is told by an end mark.
        guard form & 0x81 == 0, let next else {
          ERR_clear_error()
          return nil
        }
        rest = rest.dropFirst(start.distance(to: next))
        found.append(
          DERElement(
            tag: Int(tag), isContextual: kind == V_ASN1_CONTEXT_SPECIFIC, isConstructed: form & V_ASN1_CONSTRUCTED != 0,
            content: Array(rest.prefix(length))))
        rest = rest.dropFirst(length)
      }
      return found
    }
  }
}
