import { z } from 'zod'
import type { AllExported, HomeSizes, HomeWork, Leftover } from '../../home/home-data.ts'
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
  /** Exports every chat, with secrets hidden, into a folder that main asks for. Null as above. */
  'home.exportAll': call<AllExported | null>()(() => z.strictObject({ format: SessionFileFormat })),
  /** Stops the copy that is being made and removes what it has written. */
  'home.stopWork': call<null>()(() => NOTHING),
  /** Unfinished copies that a crash left. */
  'home.leftovers': call<readonly Leftover[]>()(() => NOTHING),
  /** Removes an unfinished copy after a question of main. False: it stayed. */
  'home.removeLeftover': call<boolean>()(() => z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/) })),
} as const
