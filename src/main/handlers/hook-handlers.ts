import type { HookList } from '#shared/hook/hook.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { HOOK_CALLS } from '#shared/ipc/calls/hook-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'

type Rooms = {
  readonly list: (projectId: ProjectId | null) => Promise<HookList>
  readonly turn: (key: string | null, on: boolean) => void
}

/** Creates the handlers for hooks. */
export function createHookHandlers({ list, turn }: Rooms): Pick<Handlers, keyof typeof HOOK_CALLS> {
  return {
    'hooks.list': ({ projectId }) => list(projectId),
    'hooks.turn': ({ key, on }) => {
      turn(key, on)
      return null
    },
  }
}
