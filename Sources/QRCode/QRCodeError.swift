/// Why a text cannot become a QR code.
package enum QRCodeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no text.
  case empty
  /// The text has a zero byte in it.
  case zeroByte
  /// The text is longer than the largest code of its correction level. `capacity` is for mixed text, in bytes.
  case tooLong(bytes: Int, capacity: Int)
  /// libqrencode failed with this error of the system, for example out of memory.
  case library(errno: Int32)

  /// One sentence for a person, without the text.
  package var description: String {
    switch self {
    case .empty: "There is no text to make a QR code of."
    case .zeroByte: "A text with a zero byte in it cannot become a QR code."
    case .tooLong(let bytes, let capacity):
      "The text is too long for a QR code: \(bytes) bytes, where at most \(capacity) fit."
    case .library(let error): "libqrencode could not make the QR code (error \(error))."
    }
  }
}
