/** The parts by which the size of the home is shown. `database` is what no other part of it names, such as settings. */
export const HOME_PARTS = [
  'chats',
  'memory',
  'database',
  'search',
  'files',
  'worktrees',
  'programs',
  'extensions',
  'backups',
  'logs',
  'caches',
  'other',
] as const
export type HomePart = (typeof HOME_PARTS)[number]

/** The size of the home. Sizes are in bytes. */
export type HomeSizes = {
  readonly home: string
  readonly parts: readonly { readonly part: HomePart; readonly bytes: number }[]
  /** The free space of its disk; null when the disk names no figure. */
  readonly free: number | null
}

/** A copy of much data that is being made. */
export type HomeWork = {
  readonly kind: 'backup' | 'export' | 'restore'
  readonly phase: 'counting' | 'copying' | 'checking'
  /** Bytes of a backup or a restore, chats of an export. The total is 0 until it is known. */
  readonly done: number
  readonly total: number
}

/** The progress of a copy. */
export type HomeProgress = Omit<HomeWork, 'kind'>

/** An unfinished copy that a crash left on the disk. */
export type Leftover = {
  readonly id: string
  readonly path: string
  readonly kind: 'backup' | 'export' | 'restore'
  readonly bytes: number
  /** The process that may still write it; null when none does. */
  readonly writer: number | null
}

/** The files of an export of all chats. */
export type AllExported = {
  /** The new folder. */
  readonly folder: string
  readonly count: number
  readonly failed: number
  /** Secrets that were hidden. */
  readonly secrets: number
}

/** A backup that the person chose, as its files describe it. */
export type BackupFacts = {
  readonly id: string
  /** The folder of the backup. */
  readonly path: string
  /** Time in milliseconds. */
  readonly madeAt: number
  readonly appVersion: string
  readonly bytes: number
  /** Chats that are not in the bin; null where its database is too old to tell. */
  readonly chats: number | null
  /** The chats of this home, which it would replace. */
  readonly replacedChats: number
}

/** The last restore of this home. */
export type RestoredHome = {
  /** Times in milliseconds: of the backup, and of the restore. */
  readonly madeAt: number
  readonly restoredAt: number
  readonly appVersion: string
  /** The folder with the data of before. It can be restored like any backup. */
  readonly aside: string
}
