import type { AppErrorData } from '#shared/errors.ts'
import type { HomeProgress, HomeSizes } from '#shared/home/home-data.ts'
import type { Manifest } from './backup-parts.ts'
import type { FoundBackup } from './chosen-backup.ts'

/** Work on a whole home, done in a thread because its checks hold a thread for seconds. */
export type HomeTask =
  | { readonly kind: 'sizes'; readonly home: string }
  | { readonly kind: 'check'; readonly home: string }
  | {
      readonly kind: 'backup'
      readonly home: string
      readonly target: string
      readonly appVersion: string
      /** Time in milliseconds. */
      readonly now: number
    }
  | { readonly kind: 'look'; readonly home: string; readonly backup: string }
  | { readonly kind: 'stage'; readonly home: string; readonly backup: string }

/**
 * The result of each task: the sizes, the answer of SQLite (`ok` for a whole database), the folder of the backup, what a backup
 * holds, or what it says of itself.
 */
export type HomeResults = {
  readonly sizes: HomeSizes
  readonly check: string
  readonly backup: string
  readonly look: FoundBackup
  readonly stage: Manifest
}

/** Messages of the thread. It ends after `done` or `failed`; `problem` is null for an error that is no `AppError`. */
export type FromHomeThread =
  | { readonly t: 'progress'; readonly progress: HomeProgress }
  | { readonly t: 'done'; readonly result: HomeResults[HomeTask['kind']] }
  | { readonly t: 'failed'; readonly problem: AppErrorData | null; readonly reason: string }

/** The one message to the thread: stop, and leave nothing behind. */
export const STOP = 'stop'
