import type { SessionId } from '#shared/ids.ts'
import { activeAgents, activeRuns, activeWorkflows, stopWork } from '../background/active-work.ts'
import type { Client } from '../client.ts'
import type { Terminal } from '../terminal.ts'
import type { FollowedChat } from './follow-chat.ts'

type Deps = {
  readonly client: Client
  readonly sessionId: SessionId
  readonly chat: FollowedChat
  readonly terminal: Pick<Terminal, 'onInterrupt'>
  readonly denyAsks: () => Promise<void>
}

/**
 * Waits until a chat is idle: no run, no subagent and no workflow of it is active. Requests are denied on the way, and
 * an interruption stops everything. Returns whether it was interrupted.
 */
export async function awaitEnd({ client, sessionId, chat, terminal, denyAsks }: Deps): Promise<boolean> {
  let wake = () => {}
  let isNew = false
  let isInterrupted = false
  let isStopped = false
  const changed = () => {
    isNew = true
    wake()
  }
  const unhear = client.hear(changed, changed)
  const unlisten = terminal.onInterrupt(() => {
    isInterrupted = true
    changed()
  })
  try {
    for (;;) {
      isNew = false
      if (isInterrupted && !isStopped) {
        isStopped = true
        await stopWork(client, sessionId, chat.folds(), activeRuns(chat.runs()))
      }
      await denyAsks()
      if (await isIdle(client, sessionId, chat)) return isInterrupted
      if (!isNew) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    unhear()
    unlisten()
  }
}

async function isIdle(client: Client, sessionId: SessionId, chat: FollowedChat): Promise<boolean> {
  if (activeRuns(chat.runs()).length > 0) return false
  // The end of a run is heard before what follows it has begun.
  await new Promise((resolve) => setImmediate(resolve))
  await chat.refresh()
  if (activeRuns(chat.runs()).length > 0) return false
  if ((await activeAgents(client, sessionId)).length > 0) return false
  return (await activeWorkflows(client, sessionId, chat.folds())).length === 0
}
