import { z } from 'zod'
import { HookNews, HookPoint } from '../../hook/hook.ts'
import { personCall } from '../call.ts'

const Name = z.string().max(200)

export const EXTENSION_CALLS = {
  /** Writes the file of a new skill of the person, opens it in their editor and returns its path. */
  'skills.create': personCall<string>()(() =>
    z.strictObject({
      name: Name,
      description: z.string().trim().min(1).max(1_000),
      text: z.string().trim().min(1).max(50_000),
    }),
  ),
  /** Writes the file of a new hook of the person, opens it in their editor and returns its path. */
  'hooks.create': personCall<string>()(() =>
    z.strictObject({
      name: Name,
      on: z.union([HookPoint, HookNews]),
      command: z.string().trim().min(1).max(8_000),
    }),
  ),
} as const
