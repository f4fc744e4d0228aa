import type { AgentDefinition } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import type { ModelRef, SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import { effortWith } from '#shared/session/chosen-effort.ts'
import type { SessionMeta } from '#shared/session/session.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import { SCRIPT_AGENT } from '../../agents/definitions/builtin.ts'
import { toolsOf } from '../../agents/definitions/limits.ts'
import type { Runtime } from '../../app/work/runtime/open-runtime.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { CompactionScene } from '../../runs/compaction/compaction-scene.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { Tool } from '../../tools/tool.ts'
import { createAnswerSlot } from '../../turn-setup/answer-slot.ts'
import type { AgentTask } from '../engine/ports.ts'
import type { AgentPlace, AgentSetting } from '../host/agent-runner.ts'
import { modelOfShortName, ownAgentName } from './foreign-words.ts'

type Deps = {
  readonly runtime: Pick<Runtime, 'turnWork' | 'log'>
  readonly agents: Pick<Agents, 'all' | 'get'>
  readonly catalog: Catalog
  /** Tools available to agents of scripts. */
  readonly tools: readonly Tool[]
  /** Returns the tools here for names in scripts, which may be those of another program. */
  readonly ownToolNames: (names: readonly string[]) => readonly string[]
}

/** Settles who works for a script's `agent()`: its definition, tools and model, and how its answer is taken. */
export function createAgentSettings({ runtime, agents, catalog, tools, ownToolNames }: Deps) {
  return async (
    task: AgentTask,
    { projectId, sessionId, agentDefaults }: AgentPlace,
  ): Promise<AgentSetting> => {
    const agentId = await agentFor(agents, projectId, task.agentType)
    const { definition } = await agents.get(projectId, agentId).catch(asFaultOfScript)
    if (definition.mode === 'hidden') {
      throw AppError.saying('script.invalid', say('script.hiddenAgent', { agent: agentId }))
    }
    const named = task.tools === null ? null : ownToolNames(task.tools)
    const chosen = chosenTools(definition, tools, named)
    const chat = launchedFrom(runtime.log, sessionId)
    const model = modelFor(catalog, {
      word: task.model,
      definition,
      usual: agentDefaults.model ?? null,
      chat: chat?.model ?? null,
    })
    const inherited = chat === null ? null : (effortWith(chat, model.ref).effort ?? null)
    const answer = task.schema === null ? null : createAnswerSlot(task.schema)
    return {
      agentId,
      model,
      effort: agentDefaults.effort ?? inherited,
      work: runtime.turnWork({
        prior: new Map(),
        tools: chosen,
        answer,
        answerRoom: roomFor(task, model),
        effort: task.effort,
        mcp: (name) => named === null || named.includes(name),
      }),
      hadWriteTools: chosen.some((tool) => tool.access !== 'read') || (named ?? []).some(isMcpTool),
      value: () => answer?.value(),
    }
  }
}

/** Returns the agent of a call. An agent of the person or project goes before one of Claude Code with the same name. */
async function agentFor(
  agents: Deps['agents'],
  projectId: AgentPlace['projectId'],
  name: string | null,
): Promise<string> {
  if (name === null) return SCRIPT_AGENT
  const own = ownAgentName(name)
  if (own === name) return name
  return (await agents.all(projectId)).some(({ id }) => id === name) ? name : own
}

/** Returns the answer limit of a model in a run with a budget. Prices are US dollars per million tokens. */
function roomFor(
  { answerRoom }: AgentTask,
  { inputPrice, outputPrice }: ModelInfo,
): CompactionScene['answerRoom'] {
  if (answerRoom === null) return null
  // Without a known price the answer counts as free and is not limited.
  const priced = inputPrice !== null && outputPrice !== null
  return (wanted, sent) =>
    answerRoom({ wanted, asking: priced ? sent * inputPrice : 0, perToken: priced ? outputPrice : 0 })
}

/** The tools a script names, as far as the agent has them; otherwise all it has but those that ask the person. */
function chosenTools(
  definition: AgentDefinition,
  tools: readonly Tool[],
  named: AgentTask['tools'],
): readonly Tool[] {
  const offered = toolsOf(definition, tools)
  if (named === null) return offered.filter((tool) => tool.name !== 'ask')
  const builtIn = named.filter((name) => !isMcpTool(name))
  const unknown = builtIn.filter((name) => !tools.some((tool) => tool.name === name))
  if (unknown.length > 0) {
    throw AppError.saying('script.invalid', say('script.noTool', { tools: unknown.join(', ') }))
  }
  const refused = builtIn.filter((name) => !offered.some((tool) => tool.name === name))
  if (refused.length > 0) {
    const has = offered.map((tool) => tool.name).join(', ')
    const facts = { agent: definition.id, tools: refused.join(', ') }
    const said =
      has === '' ? say('script.toolRefusedAll', facts) : say('script.toolRefused', { ...facts, has })
    throw AppError.saying('script.invalid', said)
  }
  return offered.filter((tool) => named.includes(tool.name))
}

/** Whether a name is that of a tool of an MCP server; which there are is known when the agent begins. */
const isMcpTool = (name: string): boolean => name.startsWith('mcp__')

/** Returns what the chat is set to that a run was started in; null for a run that no chat started. */
function launchedFrom(log: Pick<RunLog, 'folds'>, sessionId: SessionId): SessionMeta | null {
  const { session } = log.folds(sessionId)
  if (session === null || session.parentSessionId === null) return null
  // A chat that was deleted since: the session of the run remembers which model it had.
  return log.folds(session.parentSessionId).session?.meta ?? session.meta
}

type Wanting = {
  /** The model name in the script. */
  readonly word: string | null
  readonly definition: AgentDefinition
  /** The model that the launch form names. */
  readonly usual: string | null
  /** The model of the chat the run was started in. */
  readonly chat: ModelRef | null
}

/** Finds the model of an agent: the script's, or else the definition's, the launch form's, the chat's or the default. */
function modelFor(catalog: Catalog, { word, definition, usual, chat }: Wanting): ModelInfo {
  const short = word === null ? undefined : modelOfShortName(word)
  const known =
    word !== null && short !== undefined ? catalog.named(word, chat ?? catalog.defaultRef()) : undefined
  const meant = short === undefined || known !== undefined ? word : short
  const wanted = meant ?? definition.model ?? usual ?? chat ?? catalog.defaultRef()
  const found = catalog.named(wanted, chat ?? catalog.defaultRef())
  if (found !== undefined) return found
  const said =
    word === null && definition.model !== undefined
      ? say('script.noModelOfAgent', { agent: definition.id, model: wanted })
      : say('script.noModel', { model: wanted })
  throw AppError.saying('script.invalid', said)
}

/** The script named an agent it cannot have, and trying again would not help. */
function asFaultOfScript(error: unknown): never {
  if (error instanceof AppError && error.code === 'config.invalid') {
    throw AppError.saying('script.invalid', say('script.noAgent', { what: error.message }))
  }
  throw error
}
