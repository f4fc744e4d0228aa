import { z } from 'zod'
import type {
  AllExported,
  BackupFacts,
  HomeSizes,
  HomeWork,
  Leftover,
  RestoredHome,
} from '../../home/home-data.ts'
import { SessionFileFormat } from '../../session/exports/session-file.ts'
import { call } from '../call.ts'

const NOTHING = z.strictObject({})

/** The data of the home as a whole: its size, and copies of it elsewhere. */
export const HOME_CALLS = {
  'home.sizes': call<HomeSizes>()(() => NOTHING),
  /** The copy that is being made. `home.gotOn` and `home.changed` events announce changes. */
  'home.work': call<{ readonly running: HomeWork | null }>()(() => NOTHING),
  /** Copies the home, without secrets, into a folder that main asks for. Null: the person cancelled the dialog. */
  'home.backUp': call<{ readonly folder: string } | null>()(() => NOTHING),
  /** Looks at a backup in a folder that main asks for. Changes nothing. Null as above. */
  'home.chooseBackup': call<BackupFacts | null>()(() => NOTHING),
  /**
   * Copies a chosen backup into the home after a question of main, and starts the app again, which then uses it. The data of
   * before is set aside. False: the person cancelled the question.
   */
  'home.restore': call<boolean>()(() => z.strictObject({ id: z.string().min(1).max(100) })),
  /** The last restore of this home; null for none. */
  'home.restored': call<RestoredHome | null>()(() => NOTHING),
  /** Shows the folder with the data that the last restore set aside. */
  'home.showReplaced': call<null>()(() => NOTHING),
  /** Exports every chat, with secrets hidden, into a folder that main asks for. Null as above. */
  'home.exportAll': call<AllExported | null>()(() => z.strictObject({ format: SessionFileFormat })),
  /** Stops the copy that is being made and removes what it has written. */
  'home.stopWork': call<null>()(() => NOTHING),
  /** Unfinished copies that a crash left. */
  'home.leftovers': call<readonly Leftover[]>()(() => NOTHING),
  /** Removes an unfinished copy after a question of main. False: it stayed. */
  'home.removeLeftover': call<boolean>()(() => z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/) })),
} as const
