import type { DurableEvent } from '#shared/events/event.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Logger } from '../../lib/logger.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { Tool, ToolReach } from '../../tools/tool.ts'
import type { AnswerSlot } from '../answer-slot.ts'
import type { RequestBuilder } from '../requests/request-builder.ts'
import type { SessionAgent } from '../session-agents.ts'
import type { ToolList } from './tool-lists.ts'
import { createToolUpdates } from './tool-updates.ts'

type Deps = {
  readonly requests: Pick<RequestBuilder, 'offer' | 'specsFor'>
  /** Grows with each change of an MCP server. */
  readonly mcpChanges: () => number
  readonly logger: Pick<Logger, 'warn'>
}

type Setting = {
  readonly agent: SessionAgent
  /** The tools of the agent at the start of the run. */
  readonly offered: readonly Tool[]
  /** Reads the tools of the agent again, with those of servers. */
  readonly collect: () => Promise<readonly Tool[]>
  /** Tools the agent has whatever its definition names. */
  readonly always: readonly Tool[]
  readonly answer: AnswerSlot | null
  /** Adds what follows the calls of tools. */
  readonly watching: (tools: readonly Tool[]) => readonly Tool[]
  readonly path: () => readonly DurableEvent[]
  /** The model that answers now. */
  readonly model: () => ModelInfo
}

/** Creates the tools of one run: all of them, the list of its requests, and the news about both. */
export function createRunTools({ requests, mcpChanges, logger }: Deps, run: RunHandle, setting: Setting) {
  const { agent, always, answer, path, model } = setting
  const { definition, delegates } = agent
  const further = answer === null ? always : [...always, answer.tool]
  let offered = setting.offered

  /** The tool list of the next request to a model. */
  const listFor = (info: ModelInfo): ToolList => {
    const within = requests.offer(run.sessionId, offered, { definition, model: info })
    return requests.specsFor(run, within, { definition, delegates, model: info, always, keeps: true })
  }
  const news = createToolUpdates({
    path,
    list: () => listFor(model()),
    changes: mcpChanges,
    refresh: async () => {
      offered = await setting.collect()
      tools = watched()
    },
    failed: (error) => logger.warn('The tools of MCP servers could not be read', { reason: String(error) }),
  })
  const watched = () => setting.watching(news.watching([...offered, ...further]))
  let tools = watched()

  return {
    all: (): readonly Tool[] => tools,
    listFor,
    reach: (): ToolReach => reachOf(tools, listFor(model()), answer),
    news,
  }
}

export type RunTools = ReturnType<typeof createRunTools>

/** The tools of a run by how its model reaches them. */
function reachOf(
  tools: readonly Tool[],
  { specs, deferred, callable, inline }: ToolList,
  answer: AnswerSlot | null,
): ToolReach {
  const told = new Set(specs.map(({ name }) => name))
  if (answer !== null) told.add(answer.spec.name)
  for (const name of inline) if (!callable.has(name)) told.delete(name)
  const others = new Set(deferred.map(({ name }) => name))
  return {
    direct: tools.filter(({ name }) => told.has(name)),
    deferred: tools.filter(({ name }) => others.has(name)),
  }
}
