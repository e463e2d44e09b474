import CCurl
import Synchronization

/// What runs on curl's thread: the multi handle, the transfers under way, and easy handles kept for the next ones.
///
/// Not Sendable: made, used and dropped on that thread.
final class CurlThread {
  /// More than a burst of requests needs; an easy handle that waits costs about 10 KB.
  private static let idleHandleLimit = 32
  /// Nothing depends on it: curl's own timers end a wait sooner, and the bell does.
  private static let pollMilliseconds: Int32 = 60_000

  private let curl: UnsafePointer<journey_curl>
  private let multi: UnsafeMutableRawPointer
  private let configuration: HTTPClientConfiguration
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  private var handles: [ObjectIdentifier: UnsafeMutableRawPointer] = [:]
  private var idleHandles: [CurlHandle] = []

  init(_ curl: UnsafePointer<journey_curl>, multi: UnsafeMutableRawPointer, configuration: HTTPClientConfiguration) {
    self.curl = curl
    self.multi = multi
    self.configuration = configuration
  }

  /// Serves the loop until it is closed.
  func run(_ loop: CurlLoop) {
    while let commands = loop.takeCommands() {
      for command in commands { obey(command, loop) }
      var running: Int32 = 0
      _ = curl.pointee.curl_multi_perform(multi, &running)
      if collectFinished(), transfers.isEmpty { loop.linger() }
      if loop.fallAsleep() { _ = curl.pointee.curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil) }
    }
    for transfer in Array(transfers.values) { end(transfer) { $0.cancelled("the client is closed") } }
  }

  private func obey(_ command: CurlLoop.Command, _ loop: CurlLoop) {
    switch command {
    case .run(let job): job.runSynchronously(on: loop.asUnownedTaskExecutor())
    case .start(let job): start(job)
    case .cancel(let ticket):
      guard let transfer = handles[ObjectIdentifier(ticket)].flatMap({ transfers[$0] }) else { return }
      end(transfer) { $0.cancelled() }
    }
  }

  private func start(_ job: CurlJob) {
    guard !job.ticket.isCancelled.load(ordering: .acquiring) else { return job.cancel() }
    guard let handle = idleHandles.popLast() ?? CurlHandle(curl) else {
      return job.refuse(.connect, "curl has no handle to give")
    }
    let transfer = CurlTransfer(job, handle: handle, configuration: configuration)
    if let error = transfer.prepare() {
      job.continuation.resume(returning: .failure(error))
      return
    }
    transfers[handle.pointer] = transfer
    handles[ObjectIdentifier(job.ticket)] = handle.pointer
    guard curl.pointee.curl_multi_add_handle(multi, handle.pointer) == CURLM_OK else {
      return end(transfer) { $0.cancelled("curl does not take the request", .connect) }
    }
  }

  /// Ends what is done; tells whether anything was.
  private func collectFinished() -> Bool {
    var remaining: Int32 = 0
    var isAnyDone = false
    while let message = curl.pointee.curl_multi_info_read(multi, &remaining) {
      guard message.pointee.msg == CURLMSG_DONE, let pointer = message.pointee.easy_handle,
        let transfer = transfers[pointer]
      else { continue }
      let code = journey_curl_message_result(message)
      end(transfer) { $0.result(code) }
      isAnyDone = true
    }
    return isAnyDone
  }

  /// Takes a transfer out of curl and wakes its caller. The result is read before the handle is wiped for its next use.
  private func end(_ transfer: CurlTransfer, with result: (CurlTransfer) -> Result<HTTPResponse, HTTPClientError>) {
    let handle = transfer.handle
    let value = result(transfer)
    transfers[handle.pointer] = nil
    handles[ObjectIdentifier(transfer.job.ticket)] = nil
    _ = curl.pointee.curl_multi_remove_handle(multi, handle.pointer)
    handle.reset()
    if idleHandles.count < Self.idleHandleLimit { idleHandles.append(handle) }
    transfer.job.continuation.resume(returning: value)
  }
}
