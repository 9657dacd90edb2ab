// The kind of file system of a file.

extension FileCalls {
  /// Whether another machine or program may change the file at `path` without this kernel's knowledge.
  package static func hidesChangesOfOthers(_ path: String) throws(SystemCallError) -> Bool {
    try fileSystem(path).hidesChangesOfOthers
  }
}

/// The kind of a file system, by the kernel's number.
struct FileSystem: Hashable, Sendable {
  /// The kernel's number: `f_type` of `statfs`.
  var type: UInt32

  /// Whether others may write there without this kernel's knowledge, so that it reports nothing.
  var hidesChangesOfOthers: Bool {
    switch type {
    case 0x6969,  // NFS
      0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS, SMB2
      0x6573_5546,  // FUSE
      0x0102_1997,  // 9P
      0x5346_414F, 0x6B41_4653,  // AFS
      0x7375_7245,  // Coda
      0x00C3_6400,  // Ceph
      0x0BD0_0BD0,  // Lustre
      0x786F_4256:  // shared folders of a virtual machine
      true
    default: false
    }
  }
}
