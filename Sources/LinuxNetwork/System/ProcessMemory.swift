internal import CShims

/// What a long-lived process keeps resident without needing it.
public enum ProcessMemory {
  /// Gives back the heap's free pages, and the program's own code and constants.
  ///
  /// Starting up touches nearly all of a static program once: tables are built, the database migrates, a
  /// first page is served. An idle server needs a tenth of that. Pages that are used again come back
  /// from the page cache, a few dozen at a time (a minor fault each), so this costs under a millisecond
  /// and can be called while other threads run. Nothing that was ever written is given back
  /// (madvise(2), `MADV_DONTNEED` on segments that are not writable).
  public static func release() {
    shim_release_free_memory()
    shim_release_program_pages()
  }
}
