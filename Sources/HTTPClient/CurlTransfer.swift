import CCurl

/// One exchange: the request as curl's options, the response as it comes in. Belongs to curl's thread.
final class CurlTransfer {
  let job: CurlJob
  let handle: CurlHandle
  private let configuration: HTTPClientConfiguration
  private var response = ResponseReader()
  /// How often curl was about to write the request to a connection.
  private var attempts = 0
  private var refusedToRepeat = false
  private var wasHeldBack = false
  private var exceeded: String?

  init(_ job: CurlJob, handle: CurlHandle, configuration: HTTPClientConfiguration) {
    self.job = job
    self.handle = handle
    self.configuration = configuration
  }

  /// Sets all options; gives the error when curl does not accept one. This object must outlive the transfer.
  func prepare() -> HTTPClientError? {
    if !handle.isConfigured {
      CurlOptions.set(configuration, on: handle)
      handle.set(CURLOPT_WRITEFUNCTION, receiver: CurlTransfer.receiveBody)
      handle.set(CURLOPT_HEADERFUNCTION, receiver: CurlTransfer.receiveHeaderLine)
      handle.setPrerequisite(CurlTransfer.beforeRequest)
      handle.isConfigured = true
    }
    CurlOptions.set(job.request, on: handle, defaultTimeout: configuration.timeout)
    let context = Unmanaged.passUnretained(self).toOpaque()
    handle.set(CURLOPT_WRITEDATA, context: context)
    handle.set(CURLOPT_HEADERDATA, context: context)
    handle.set(CURLOPT_PREREQDATA, context: context)
    guard let failure = handle.failure else { return nil }
    return HTTPClientError(
      job.request, .invalidRequest, handle.text(of: failure), mayHaveReachedServer: false)
  }

  /// The outcome once curl is done with code.
  func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPClientError> {
    if code == CURLE_OK { return completed() }
    if wasHeldBack {
      return .failure(HTTPClientError(job.request, .invalidRequest, "it was held back", mayHaveReachedServer: false))
    }
    let failure = CurlFailure(
      code: code, message: handle.errorMessage, kind: handle.text(of: code),
      systemError: handle.information(CURLINFO_OS_ERRNO),
      hasBegun: attempts > 0)
    let phase = exceeded != nil ? .tooLarge : refusedToRepeat ? .dropped : failure.phase(url: job.request.url)
    var detail =
      exceeded ?? (refusedToRepeat ? "the kept connection was closed by the other side" : failure.detail(phase))
    if phase == .proxy, let proxy { detail = "\(proxy): \(detail)" }
    return .failure(
      HTTPClientError(
        job.request, phase, CurlFailure.cleaned(detail, url: job.request.url, configuration),
        mayHaveReachedServer: attempts > 0))
  }

  /// curl is content with a connection that ends within the head, or after an interim response; we are not.
  private func completed() -> Result<HTTPResponse, HTTPClientError> {
    let status = handle.information(CURLINFO_RESPONSE_CODE)
    guard response.isHeadComplete, status >= 200 else {
      return .failure(
        HTTPClientError(job.request, .dropped, "the head of the answer is incomplete", mayHaveReachedServer: true))
    }
    // What a proxy says of itself is no answer of the server, which has not seen the request.
    if status == 407, let proxy {
      let detail = "\(proxy): it asks for other credentials (407)"
      return .failure(
        HTTPClientError(
          job.request, .proxy, CurlFailure.cleaned(detail, url: job.request.url, configuration),
          mayHaveReachedServer: false))
    }
    return .success(HTTPResponse(status: status, headers: response.headers, body: response.body))
  }

  private var proxy: String? { ProxyName.of(job.request.url, configuration) }

  /// The outcome when the caller, the transport or curl gives up.
  func cancelled(
    _ detail: String = "", _ phase: HTTPClientError.Phase = .cancelled
  ) -> Result<HTTPResponse, HTTPClientError> {
    .failure(HTTPClientError(job.request, phase, detail, mayHaveReachedServer: attempts > 0))
  }

  // MARK: What curl calls

  private static let receiveBody: curl_write_callback = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().addBody(buffer) ? buffer.count : 0
  }

  private static let receiveHeaderLine: curl_write_callback = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().addHeaderLine(line) ? line.count : 0
  }

  /// curl calls this when a connection stands, TLS included, just before it writes the request, and again before it writes
  /// the request a second time. It does the latter by itself when a kept connection ends without a byte of an answer,
  /// whatever the method, although the server may have read the request before it closed. So for everything but safe
  /// methods the second time is refused here, and the caller learns that the request may have arrived. (Refusing reuse
  /// for such requests would be the other way; it costs a handshake for each step of a journey.)
  private static let beforeRequest: curl_prereq_callback = { context, _, _, _, _ in
    guard let context else { return CURL_PREREQFUNC_OK }
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().mayWriteRequest()
      ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
  }

  private func mayWriteRequest() -> Bool {
    wasHeldBack = attempts == 0 && job.request.mayBegin?() == false
    guard !wasHeldBack else { return false }
    attempts += 1
    refusedToRepeat = attempts > 1 && !RequestCheck.isSafe(job.request.method)
    return !refusedToRepeat
  }

  private func addHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    response.addHeaderLine(line)
    if response.headBytes > configuration.maxResponseHeadBytes {
      exceeded = "its head is larger than \(configuration.maxResponseHeadBytes) bytes"
    } else if job.request.method != "HEAD", let length = response.announcedLength,
      length > configuration.maxResponseBytes
    {
      exceeded = "it has \(length) bytes, the limit is \(configuration.maxResponseBytes)"
    }
    return exceeded == nil
  }

  private func addBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard response.body.count + bytes.count <= configuration.maxResponseBytes else {
      exceeded = "it has more than \(configuration.maxResponseBytes) bytes"
      return false
    }
    response.addBody(bytes)
    return true
  }
}
