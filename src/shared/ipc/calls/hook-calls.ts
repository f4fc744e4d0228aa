import { z } from 'zod'
import type { HookList } from '../../hook/hook.ts'
import { ProjectId } from '../../ids.ts'
import { call } from '../call.ts'

export const HOOK_CALLS = {
  /** The hooks that hold in a project, or with null outside of every one. */
  'hooks.list': call<HookList>()(() => z.strictObject({ projectId: ProjectId.nullable() })),
  /** Switches a hook on or off, named by its key; null is all of them. Files stay as they are. */
  'hooks.turn': call<null>()(() =>
    z.strictObject({ key: z.string().min(1).max(5_000).nullable(), on: z.boolean() }),
  ),
} as const
