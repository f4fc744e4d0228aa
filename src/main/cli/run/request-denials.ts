import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { Client } from '../client.ts'
import type { Denial } from '../run-output.ts'

/** The reason that the model reads. */
const NO_PERSON =
  'No person can answer: this run was started from the command line. Do without it, or say what is missing.'

type Deps = {
  readonly client: Client
  readonly sessionId: SessionId
  readonly denied: (denial: Denial) => void
}

/** Denies every request of a chat, its subagents and its workflows, each once, because no person can answer it. */
export function createRequestDenials({ client, sessionId, denied }: Deps) {
  const handled = new Set<string>()

  const isOurs = async (item: InboxItem): Promise<boolean> => {
    if (item.sessionId === sessionId) return true
    if (item.asker.kind === 'workflow') {
      const run = await client.call('workflow.get', { workflowRunId: item.asker.workflowRunId })
      return run.launcherSessionId === sessionId
    }
    const agents = await client.call('agent.runs', { sessionId })
    return agents.some((agent) => agent.sessionId === item.sessionId)
  }

  return async (): Promise<void> => {
    for (const item of await client.call('inbox.list', {})) {
      const { requestId } = item.ask
      if (handled.has(requestId) || !(await isOurs(item))) continue
      handled.add(requestId)
      denied(denialOf(item))
      const answer = { outcome: 'denied', remember: { scope: 'once' }, value: NO_PERSON } as const
      await client
        .call('interaction.answer', { sessionId: item.sessionId, requestId, ...answer })
        .catch(ignoreAnswered)
    }
  }
}

/** A person at a window may answer first, and a run may end in between. */
function ignoreAnswered(error: unknown): void {
  if (error instanceof AppError && error.code === 'queue.gone') return
  throw error
}

function denialOf({ sessionId, ask }: InboxItem): Denial {
  return { what: ask.what, tool: ask.tool ?? null, prompt: ask.prompt, detail: detailOf(ask), sessionId }
}

function detailOf({ preview, args }: Interaction): string | null {
  switch (preview?.kind) {
    case 'command':
    case 'sandbox':
      return preview.command
    case 'path':
      return preview.path
    case 'diff':
      return preview.diff.path
    case 'args':
    case 'mcp':
    case 'sampling':
      return preview.text
    case 'workflow':
      return preview.name
    case 'memory':
      return preview.key
    case 'plan':
      return preview.goal
    case undefined:
      return args === undefined ? null : JSON.stringify(args)
  }
}
