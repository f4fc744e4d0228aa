import { z } from 'zod'
import { WebTable } from '../../web/settings.ts'
import { call, personCall } from '../call.ts'

export const WEB_CALLS = {
  /** Returns the settings of the web tools. */
  'web.settings': call<WebTable>()(() => z.strictObject({})),
  /** Replaces the settings of the web tools. */
  'web.save': personCall<null>()(() => z.strictObject({ web: WebTable })),
} as const
