import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ModelRef, RunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { Agents } from '../agents/definitions/agents.ts'
import { coordinates } from '../agents/definitions/coordinator.ts'
import { delegateOf } from '../agents/definitions/delegation.ts'
import type { ChildSetting, Wanted } from '../agents/records/child-task.ts'
import { chatOf } from '../agents/records/parent.ts'
import type { Runtime } from '../app/work/runtime/open-runtime.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { PriorAnswers } from '../runs/calls/tool-group.ts'
import type { Tool } from '../tools/tool.ts'
import type { ScratchFolders } from './scratch-folders.ts'
import { modelOfAgent } from './settings/chat-model.ts'

type Deps = {
  readonly runtime: Pick<Runtime, 'turnWork' | 'log'>
  readonly agents: Pick<Agents, 'get' | 'all'>
  readonly catalog: Catalog
  /** Tools available to subagents of a chat. */
  readonly tools: readonly Tool[]
  /** Tools available to subagents of a coordinator. */
  readonly workerTools: readonly Tool[]
  /** The folder they share. */
  readonly scratch: Pick<ScratchFolders, 'open'>
  /** Tools available to subagents of a coordinator in a team. */
  readonly teammateTools: readonly Tool[]
  /** Additional tools of teammates, regardless of their definitions. */
  readonly memberTools: readonly Tool[]
  /** Tools available to the agent of a chat and its forks. */
  readonly chatTools: readonly Tool[]
}

/** Settles who works for an agent: one it may give work to, with its own model or that of who gives the work. */
export function createChildSettings({ runtime, agents, catalog, tools, chatTools, ...deps }: Deps) {
  return async (
    wanted: Wanted,
    parent: SessionRecord,
    runId: RunId,
    prior: PriorAnswers = new Map(),
  ): Promise<ChildSetting> => {
    const workWith = (some: readonly Tool[], always: readonly Tool[] = []) =>
      runtime.turnWork({ prior, tools: some, always, answer: null })
    const { projectId, model } = parent.meta
    const by = runtime.log.folds(parent.id).runs[runId]?.agentId
    if (by === undefined) throw AppError.saying('session.not_found', say('agent.giverGone'))
    const { definition: giver } = await agents.get(projectId, by)
    const isCoordinated = coordinates(giver)
    if (wanted.fork && isCoordinated) throw AppError.saying('tool.failed', say('fork.coordinator'))
    // A copy has the same tools, word for word: they stand at the beginning of every request.
    if (wanted.fork) {
      return { agentId: by, model, work: workWith(parent.kind === 'chat' ? chatTools : tools) }
    }
    const definition = delegateOf(giver, await agents.all(projectId), wanted.agentId)
    const isWorker = isCoordinated && !wanted.isTeammate
    return {
      agentId: definition.id,
      model: namedFor(catalog, wanted.model, model) ?? modelOfAgent(catalog, definition, model) ?? model,
      work: wanted.isTeammate
        ? workWith(deps.teammateTools, deps.memberTools)
        : workWith(isWorker ? deps.workerTools : tools),
      ...(isWorker ? { first: [scratchItem(await deps.scratch.open(chatOf(runtime.log, parent).id))] } : {}),
    }
  }
}

/** The maximum number of model names in a refusal. */
const MOST_NAMED = 12

/** The model that was named for the work; null where none was. Throws, worded for the model, where there is none. */
function namedFor(
  catalog: Pick<Catalog, 'list' | 'named'>,
  name: string | undefined,
  near: ModelRef,
): ModelRef | null {
  if (name === undefined) return null
  const found = catalog.named(name, near)
  if (found !== undefined) return found.ref
  const models = catalog.list()
  const names = models.slice(0, MOST_NAMED).map(({ ref }) => ref)
  const more = models.length > MOST_NAMED ? `, and ${models.length - MOST_NAMED} more` : ''
  throw AppError.forAgent(
    'tool.failed',
    `There is no model "${name}" here, so no agent was started. The models are: ${names.join(', ')}${more}. Leave out model to use the usual one.`,
  )
}

/** Returns the notice about the scratch folder that a coordinator's subagents share. */
function scratchItem(folder: string): NewDurableEvent {
  return {
    kind: 'harness.item',
    payload: {
      kind: 'runtime-notice',
      origin: 'system',
      visibility: 'compact',
      lifetime: 'session',
      placement: 'in-place',
      data: { said: [say('told.scratch', { folder })] },
      content: `You share a scratch folder with the other agents of this chat: ${folder}. You may read and write files there without approval, with the tools for files and the whole path. Put there what your task says, and what is too long for your report; name the file in the report. It is no place for changes to the project, and it is removed with the chat.`,
    },
  }
}
