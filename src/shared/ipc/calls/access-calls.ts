import { z } from 'zod'
import type { AccessList } from '../../access/access.ts'
import { call } from '../call.ts'

/** The call about everything that can run programs or be reached by other programs. */
export const ACCESS_CALLS = {
  /** Lists every way in of the app and its projects. Nothing starts. */
  'access.list': call<AccessList>()(() => z.strictObject({})),
} as const
