/// One request as it was received, body included. Nothing in it has been decoded.
package struct ServerRequest: Sendable {
  /// The method as sent.
  package var method: String
  /// The request target exactly as sent, for example `/am/json/realms/root?x=%20`.
  package let target: String
  /// The target up to its question mark, still encoded.
  package let path: String
  /// What follows the question mark, still encoded; nil when there is none.
  package let query: String?
  /// The header fields in the order received, several of one name included.
  package var headers: [(name: String, value: String)]
  /// The whole body, without any transfer coding.
  package var body: [UInt8]
  /// The IP address of whoever sent it, empty where it is not known.
  package let peer: String

  /// A request, for those who call a handler themselves.
  package init(
    method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    peer: String = ""
  ) {
    self.method = method
    self.target = target
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    path = mark.map { String(target[..<$0]) } ?? target
    query = mark.map { String(target[target.utf8.index(after: $0)...]) }
    self.headers = headers
    self.body = body
    self.peer = peer
  }

  /// The value of the first field of that name, ASCII case aside.
  package func header(_ name: String) -> String? { headers.first { Self.isSameName($0.name, name) }?.value }

  /// The values of all fields of that name, in order.
  package func headers(_ name: String) -> [String] {
    headers.compactMap { Self.isSameName($0.name, name) ? $0.value : nil }
  }

  /// Most names are written as they are asked for, or differ in length. Of texts with as many bytes none but itself is equal to one of ASCII.
  static func isSameName(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && (left == right || left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) })
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
