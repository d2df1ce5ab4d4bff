/** Base of what storage reports. `code` is stable. */
export class StorageError extends Error {
  /** Stable, for programs. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** The database cannot be reached or cannot write just now: requests are answered 503 `unavailable`. */
export class StorageUnavailable extends StorageError {
  constructor(message: string, options?: ErrorOptions) {
    super('storage_unavailable', message, options)
  }
}

/** The file of the database was deleted or replaced while it was open: 503 until it is back. */
export class StorageFileGone extends StorageUnavailable {
  override readonly code = 'storage_file_gone'
}

/** Another transaction holds a lock for too long: the request is answered 409. */
export class StorageBusy extends StorageError {
  constructor(message: string, options?: ErrorOptions) {
    super('storage_busy', message, options)
  }
}

/** The database cannot be used as it is (corrupt, read-only, from a newer version …): the start fails with it. */
export class StorageUnusable extends StorageError {
  constructor(message: string, options?: ErrorOptions) {
    super('storage_unusable', message, options)
  }
}

/** A row breaks a rule of the tables: an id that exists already, a reference to nothing. Nothing was written. */
export class StorageConflict extends StorageError {
  readonly rule: 'unique' | 'reference' | 'other'

  constructor(rule: 'unique' | 'reference' | 'other', message: string, options?: ErrorOptions) {
    super('storage_conflict', message, options)
    this.rule = rule
  }
}
