import CCurl

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One easy handle with its error text, and the way to set its options. Belongs to curl's thread.
final class CurlHandle {
  let pointer: UnsafeMutableRawPointer
  let curl: UnsafePointer<journey_curl>
  private let errorText: UnsafeMutablePointer<CChar>
  /// The first option that was not accepted since the last reset.
  private(set) var failure: CURLcode?
  private var list: UnsafeMutablePointer<curl_slist>?
  /// Room for one header line.
  private var line: [UInt8] = []
  /// Whether the options of the transport are set. They stay for all requests: setting them costs more than a request's own.
  var isConfigured = false

  init?(_ curl: UnsafePointer<journey_curl>) {
    guard let pointer = curl.pointee.curl_easy_init() else { return nil }
    self.curl = curl
    self.pointer = pointer
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    note(journey_curl_set_pointer(curl, pointer, CURLOPT_ERRORBUFFER, errorText))
  }

  deinit {
    curl.pointee.curl_easy_cleanup(pointer)
    curl.pointee.curl_slist_free_all(list)
    errorText.deallocate()
  }

  /// Forgets the options of the last request; those of the transport stay, and connections and names that were looked up
  /// belong to the multi handle. An option that was refused has the handle begin anew.
  func reset() {
    if failure != nil {
      curl.pointee.curl_easy_reset(pointer)
      isConfigured = false
    }
    failure = nil
    errorText[0] = 0
    note(journey_curl_set_pointer(curl, pointer, CURLOPT_ERRORBUFFER, errorText))
    set(CURLOPT_COPYPOSTFIELDS, nil)
    note(journey_curl_set_offset(curl, pointer, CURLOPT_POSTFIELDSIZE_LARGE, -1))
    set(CURLOPT_CUSTOMREQUEST, nil)
    set(CURLOPT_HTTPGET, true)
    note(journey_curl_set_list(curl, pointer, CURLOPT_HTTPHEADER, nil))
    curl.pointee.curl_slist_free_all(list)
    list = nil
  }

  /// Whether the file of certificates that curl takes where it is told of none can be read.
  var hasSystemCAFile: Bool {
    guard let file = journey_curl_default_ca_file(curl) else { return false }
    return access(file, R_OK) == 0
  }

  /// What curl calls a failure.
  func text(of code: CURLcode) -> String { curl.pointee.curl_easy_strerror(code).map { String(cString: $0) } ?? "" }

  /// What curl wrote about the last failure; empty when it wrote nothing.
  var errorMessage: String { String(cString: errorText) }

  func set(_ option: CURLoption, _ value: Int) { note(journey_curl_set_long(curl, pointer, option, value)) }

  func set(_ option: CURLoption, _ value: Bool) { set(option, value ? 1 : 0) }

  /// The text is copied by curl; nil clears the option.
  func set(_ option: CURLoption, _ value: String?) { note(journey_curl_set_text(curl, pointer, option, value)) }

  func set(_ option: CURLoption, receiver: curl_write_callback) {
    note(journey_curl_set_receiver(curl, pointer, option, receiver))
  }

  func set(_ option: CURLoption, context: UnsafeMutableRawPointer) {
    note(journey_curl_set_pointer(curl, pointer, option, context))
  }

  func setPrerequisite(_ function: curl_prereq_callback) {
    note(journey_curl_set_prerequisite(curl, pointer, function))
  }

  /// Sets the body; curl copies it. The size goes first, since the copy is made when the bytes are set.
  func setBody(_ bytes: [UInt8]) {
    note(journey_curl_set_offset(curl, pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)))
    bytes.withUnsafeBytes { buffer in
      if let start = buffer.baseAddress {
        note(journey_curl_set_pointer(curl, pointer, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start)))
      } else {
        set(CURLOPT_COPYPOSTFIELDS, "")
      }
    }
  }

  /// Adds a header line, which is put together of three parts, to those that ``setHeaderLines()`` sets.
  func addHeaderLine(_ name: String, _ separator: String, _ value: String) {
    line.removeAll(keepingCapacity: true)
    line.append(contentsOf: name.utf8)
    line.append(contentsOf: separator.utf8)
    line.append(contentsOf: value.utf8)
    line.append(0)
    let longer = line.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { curl.pointee.curl_slist_append(list, $0.baseAddress) }
    }
    guard let longer else { return note(CURLE_OUT_OF_MEMORY) }
    list = longer
  }

  /// Sets the header lines; the list lives here, since curl does not copy it.
  func setHeaderLines() { note(journey_curl_set_list(curl, pointer, CURLOPT_HTTPHEADER, list)) }

  func information(_ info: CURLINFO) -> Int {
    var value = 0
    return journey_curl_get_long(curl, pointer, info, &value) == CURLE_OK ? value : 0
  }

  private func note(_ code: CURLcode) {
    if code != CURLE_OK, failure == nil { failure = code }
  }
}
