internal import CQRencode

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A text as a QR code: a square of dark and light modules, made by libqrencode in the smallest version that holds it.
///
/// The text goes in as its UTF-8 bytes, digits and capitals in their denser modes. It is at most ``Correction/capacity``
/// bytes long, has at least one byte and no zero byte, which the library takes for the end.
///
/// - Source: ISO/IEC 18004.
package struct QRCode: Sendable, Equatable {
  /// How much of the code may be damaged or covered before it can no longer be read. A screen damages nothing, so `low`,
  /// which gives the smallest code, is right for a terminal.
  package enum Correction: Sendable, CaseIterable {
    /// About 7 % of the code.
    case low
    /// About 15 % of the code.
    case medium
    /// About 25 % of the code.
    case quartile
    /// About 30 % of the code.
    case high

    /// How many bytes of mixed text the largest code (version 40, 177 modules wide) holds.
    package var capacity: Int {
      switch self {
      case .low: 2953
      case .medium: 2331
      case .quartile: 1663
      case .high: 1273
      }
    }
  }

  /// Modules in a row and in a column, the quiet zone not counted: from 21 to 177 in steps of four.
  package let size: Int
  /// Row after row, true for dark.
  private let modules: [Bool]

  /// The code of a text.
  package init(_ text: String, correction: Correction = .low) throws(QRCodeError) {
    guard !text.isEmpty else { throw QRCodeError.empty }
    guard !text.utf8.contains(0) else { throw QRCodeError.zeroByte }
    guard let code = QRcode_encodeString(text, 0, correction.level, QR_MODE_8, 1) else {
      switch errno {
      case ERANGE: throw QRCodeError.tooLong(bytes: text.utf8.count, capacity: correction.capacity)
      case let error: throw QRCodeError.library(errno: error)
      }
    }
    defer { QRcode_free(code) }
    let size = Int(code.pointee.width)
    self.size = size
    // The lowest bit of a module is its colour; the others tell which part of the code it belongs to.
    modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
  }

  /// Whether the module in column `x` and row `y` is dark. Around the code everything is light.
  package subscript(x: Int, y: Int) -> Bool {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
    return modules[y * size + x]
  }
}

extension QRCode.Correction {
  fileprivate var level: QRecLevel {
    switch self {
    case .low: QR_ECLEVEL_L
    case .medium: QR_ECLEVEL_M
    case .quartile: QR_ECLEVEL_Q
    case .high: QR_ECLEVEL_H
    }
  }
}
