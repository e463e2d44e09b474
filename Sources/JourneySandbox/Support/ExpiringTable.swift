/// A table whose entries end by themselves: at their time, or when there are too many and they are the oldest. Nothing watches a
/// clock: a look-up sees only what is alive, and each insertion clears away a few of the oldest, so that the memory stays the same
/// however long the sandbox runs and whatever a client asks of it.
struct ExpiringTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var end: Moment
    var serial: Int
  }

  private let capacity: Int
  private var entries: [String: Entry] = [:]
  /// Keys in the order of insertion from `head` on; the serial tells whether the entry is still the one that was inserted then.
  private var queue: [(key: String, serial: Int)] = []
  private var head = 0
  private var nextSerial = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { entries.count }
  /// The keys that it remembers, of entries that are gone, too.
  var remembered: Int { queue.count }

  func value(_ key: String, at now: Moment) -> Value? {
    guard let entry = entries[key], now < entry.end else { return nil }
    return entry.value
  }

  /// All that live, in no order.
  func values(at now: Moment) -> [Value] {
    entries.values.compactMap { now < $0.end ? $0.value : nil }
  }

  mutating func insert(_ value: Value, for key: String, until end: Moment, at now: Moment) {
    _ = insertTakingOut(value, for: key, until: end, at: now)
  }

  /// Inserts for those who hold a lock: large values take time to be let go of.
  ///
  /// - Returns: what gave way, to be let go of behind the lock.
  mutating func insertTakingOut(_ value: Value, for key: String, until end: Moment, at now: Moment) -> [Value] {
    nextSerial += 1
    entries[key] = Entry(value: value, end: end, serial: nextSerial)
    queue.append((key, nextSerial))
    return clear(now)
  }

  /// Changes an entry in its place in the order; nothing where it has ended.
  mutating func update(_ key: String, at now: Moment, until end: Moment? = nil, _ change: (inout Value) -> Void) {
    guard var entry = entries[key], now < entry.end else { return }
    change(&entry.value)
    if let end { entry.end = end }
    entries[key] = entry
  }

  @discardableResult
  mutating func remove(_ key: String, at now: Moment) -> Value? {
    guard let entry = entries.removeValue(forKey: key), now < entry.end else { return nil }
    return entry.value
  }

  /// Removes what fits. It looks at every entry, so it is for rare actions.
  mutating func removeAll(where fits: (Value) -> Bool) {
    entries = entries.filter { !fits($0.value.value) }
  }

  mutating func removeAll() {
    entries.removeAll()
    queue.removeAll()
    head = 0
  }

  private mutating func clear(_ now: Moment) -> [Value] {
    var cleared: [Value] = []
    var looked = 0
    while head < queue.count {
      let (key, serial) = queue[head]
      if let entry = entries[key], entry.serial == serial {
        guard entries.count > capacity || (looked < 4 && entry.end <= now) else { break }
        if let old = entries.removeValue(forKey: key) { cleared.append(old.value) }
      }
      head += 1
      looked += 1
    }
    if head > min(4096, capacity), head > queue.count / 2 || queue.count > 4 * capacity {
      queue.removeFirst(head)
      head = 0
    }
    // One old entry that lives on would keep the keys of all behind it, which are gone.
    if queue.count - head > 2 * entries.count + 1024 {
      queue = queue[head...].filter { entries[$0.key]?.serial == $0.serial }
      head = 0
    }
    return cleared
  }
}
