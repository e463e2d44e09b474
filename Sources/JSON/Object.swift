extension JSON {
  /// The members of an object, in the order in which they were written.
  ///
  /// A name may occur more than once, as RFC 8259 allows it: all of its members are kept and written again, the last
  /// one counts on look-up. Names are compared by their UTF-8 bytes.
  public struct Object: Sendable, Hashable {
    /// A name with its value.
    public struct Member: Sendable {
      /// The name, without quotes and escapes.
      public var name: String
      /// The value.
      public var value: JSON

      /// A name with its value.
      public init(name: String, value: JSON) {
        self.name = name
        self.value = value
      }
    }

    /// All members in order, those with a name of their own and those without.
    public var members: [Member]

    /// An object without members.
    public init() {
      members = []
    }

    /// An object with these members, in this order.
    public init(_ members: [Member]) {
      self.members = members
    }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a name: of its last member where there are several, nil where there is none.
    ///
    /// Setting a value replaces the last member of that name where it stands, or appends one; setting nil removes every
    /// member of that name. To set a member to JSON's `null`, assign `JSON.null`.
    public subscript(name: String) -> JSON? {
      get {
        lastIndex(of: name).map { members[$0].value }
      }
      set {
        guard let newValue else {
          members.removeAll { hasSameBytes($0.name, name) }
          return
        }
        if let index = lastIndex(of: name) {
          members[index].value = newValue
        } else {
          members.append(Member(name: name, value: newValue))
        }
      }
    }

    private func lastIndex(of name: String) -> Int? {
      members.lastIndex { hasSameBytes($0.name, name) }
    }
  }
}

extension JSON.Object.Member: Hashable {
  /// Whether name and value are the same, the name by its bytes.
  public static func == (left: Self, right: Self) -> Bool {
    hasSameBytes(left.name, right.name) && left.value == right.value
  }

  /// Feeds name and value into the hasher.
  public func hash(into hasher: inout Hasher) {
    hashBytes(of: name, into: &hasher)
    hasher.combine(value)
  }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  /// An object with the members of the literal, in its order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    members = elements.map { Member(name: $0.0, value: $0.1) }
  }
}
