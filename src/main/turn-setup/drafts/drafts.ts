import { AppError } from '#shared/errors.ts'
import type { AgentId, ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { wrapInTag } from '../../context/branch/envelope.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SideRequest } from '../../log/model-requests.ts'
import { type OneResult, requestOnce, type Writer } from '../../runs/turns/request-once.ts'

const RESERVE_OUTPUT = 2_000
const LIMIT_MS = 90_000
/** Characters of a drafted text. */
const MOST_DRAFT = 8_000

type DraftDeps = {
  /** Returns the model and the persona of a hidden agent. Throws a sentence when no model can draft. */
  readonly writerFor: (agent: AgentId, projectId: ProjectId) => Promise<Writer>
  /** Stores the cost of a request. */
  readonly record: (request: SideRequest) => void
  /** Returns a session of the project, so that the limits of the project hold; null where it has none. */
  readonly payerOf: (projectId: ProjectId) => SessionId | null
  readonly redact: (text: string) => string
  readonly newId: () => string
  readonly clock: Clock
}

/** The input of a draft. Each section is data, in a tag that it cannot close. */
type Wish = {
  readonly agent: AgentId
  readonly projectId: ProjectId
  readonly sections: () => Promise<readonly (readonly [tag: string, text: string])[]>
  /** The request behind the sections. */
  readonly ask: string
}

/** Has a model draft texts about changes. One draft of a project runs at a time; a new one replaces it. */
export function createDrafts(deps: DraftDeps) {
  const running = new Map<ProjectId, AbortController>()
  const stop = (projectId: ProjectId): void => running.get(projectId)?.abort(stopped())
  return {
    write: async (wish: Wish, signal: AbortSignal): Promise<string> => {
      const { projectId } = wish
      stop(projectId)
      const own = new AbortController()
      running.set(projectId, own)
      const until = AbortSignal.any([signal, own.signal])
      try {
        return await draft(deps, wish, until)
      } finally {
        if (running.get(projectId) === own) running.delete(projectId)
      }
    },
    stop,
  }
}

async function draft(
  deps: DraftDeps,
  { agent, projectId, sections, ask }: Wish,
  signal: AbortSignal,
): Promise<string> {
  const writer = await deps.writerFor(agent, projectId)
  const parts = (await sections()).filter(([, text]) => text !== '')
  signal.throwIfAborted()
  const prompt = [...parts.map(([tag, text]) => wrapInTag(tag, deps.redact(text))), ask].join('\n\n')
  const asked = await requestOnce(
    {
      writer,
      prompt,
      clock: deps.clock,
      sessionId: deps.payerOf(projectId),
      reserveOutput: RESERVE_OUTPUT,
      limitMs: LIMIT_MS,
      tooSlow: say('changes.draftTooSlow', { model: writer.info.label }),
    },
    signal,
  )
  if (hasCost(asked))
    deps.record({
      id: deps.newId(),
      at: deps.clock.now(),
      projectId,
      agent,
      model: writer.info.ref,
      failed: asked.text === null,
      usage: asked.usage,
    })
  signal.throwIfAborted()
  if (asked.text === null) throw asked.error
  return textIn(asked.text)
}

const hasCost = ({ usage }: OneResult): boolean => usage.input + usage.output > 0

const stopped = () => AppError.saying('cancelled', say('changes.draftStopped'))

/** Returns the text of an answer without a code fence around it. */
function textIn(answer: string): string {
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(answer.trim())
  return (fenced?.[1] ?? answer).trim().slice(0, MOST_DRAFT)
}
