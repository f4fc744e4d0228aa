import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import { parsePlan } from '#shared/plan/parse-plan.ts'
import { effortCommandOf, effortOfMessage } from '#shared/run/effort-directive.ts'
import { say } from '#shared/sentences.ts'
import { type AppCommand, type AppCommandName, appCommand } from '#shared/session/app-commands.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Lane } from '../../runs/chats/lane.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { PlanRuns } from '../../runs/plans/plan-runs.ts'
import { messageOpening } from '../../runs/turns/chat-start.ts'
import type { Agents } from '../definitions/agents.ts'
import { missingDoer } from '../definitions/delegation.ts'
import { commandPrompt, type PromptCommandName } from './command-prompts.ts'
import type { CoordinatorMode } from './coordinator-mode.ts'
import type { ForkByPerson } from './fork-by-person.ts'

type Place = { readonly sessionId: SessionId; readonly projectId: ProjectId; readonly cwd: string }
type Start = (place: Place) => Promise<void>
type Commands = {
  /** `isNew` says that the chat would only be made for it. */
  readonly match: (projectId: ProjectId, text: string, isNew: boolean) => Promise<Start | null>
}

type Deps = {
  readonly coordinator: Pick<CoordinatorMode, 'isOn' | 'toggle'>
  readonly lane: Pick<Lane, 'send' | 'goOn'>
  readonly newId: NewId
  readonly fork: ForkByPerson
  readonly planRuns: Pick<PlanRuns, 'carryOut'>
  readonly agents: Pick<Agents, 'all'>
  /** Starts a summary of the older messages. */
  readonly compact: (sessionId: SessionId, note: string) => Promise<unknown>
  readonly sessions: Pick<Sessions, 'update'>
  /** Moves a chat into a new worktree, or back. */
  readonly worktrees: {
    readonly enter: (sessionId: SessionId, name: string) => Promise<void>
    readonly leave: (sessionId: SessionId) => Promise<void>
  }
  /** False while background work is switched off. */
  readonly allowsBackground: () => boolean
  /** Handles any other command. */
  readonly others: Commands
}

/** Creates the commands the person types instead of a message. */
export function createAppCommands({
  coordinator,
  lane,
  newId,
  fork,
  planRuns,
  agents,
  compact,
  sessions,
  worktrees,
  allowsBackground,
  others,
}: Deps): Commands {
  /** Whom the steps of a given plan name must be there before anything is made for it. */
  const checkDoers = async ({ name, words }: AppCommand, projectId: ProjectId): Promise<void> => {
    const plan = name === 'goal' ? givenPlan(words) : null
    const missing = plan === null ? undefined : missingDoer(plan.steps, await agents.all(projectId))
    if (missing !== undefined) throw AppError.saying('plan.parse', say('plan.noDoer', { agent: missing }))
  }
  const pursue = (sessionId: SessionId, text: string): void => {
    const inputEventId = newId('event')
    const { first } = messageOpening([{ t: 'text', text }], null, inputEventId)
    lane.goOn(sessionId, [GOAL, ...first], { goal: true, inputEventId })
  }
  const prompt = (name: PromptCommandName) => async (sessionId: SessionId, words: string) =>
    lane.send(sessionId, [{ t: 'text', text: commandPrompt(name, words) }])
  const commands: Readonly<Record<AppCommandName, (sessionId: SessionId, words: string) => Promise<void>>> = {
    compact: async (sessionId, words) => void (await compact(sessionId, words)),
    /** Alone it turns the mode on or off. With a task it turns it on and gives the task. */
    coordinator: async (sessionId, words) => {
      if (words === '' || !(await coordinator.isOn(sessionId))) await coordinator.toggle(sessionId)
      if (words !== '') lane.send(sessionId, [{ t: 'text', text: words }])
    },
    fork,
    /** A given plan is carried out as it is. For a goal in words the agent writes one without approval. */
    goal: async (sessionId, words) => {
      if (await coordinator.isOn(sessionId)) throw AppError.saying('config.invalid', say('goal.coordinator'))
      const plan = givenPlan(words)
      if (plan === null) pursue(sessionId, words)
      else await planRuns.carryOut(sessionId, plan)
    },
    'init-verifiers': prompt('init-verifiers'),
    /** One task with extra high effort, and a workflow where that helps. */
    ultracode: async (sessionId, words) =>
      lane.send(sessionId, [{ t: 'text', text: `/think xhigh ${commandPrompt('ultracode', words)}` }]),
    /** The agent plans with the highest effort and may change nothing. */
    ultraplan: async (sessionId, words) => {
      sessions.update(sessionId, { permissionMode: 'plan' })
      const text = `/ultrathink ${commandPrompt('ultraplan', words)}`
      lane.send(sessionId, [{ t: 'text', text }])
    },
    worktree: (sessionId, words) =>
      words === 'leave' ? worktrees.leave(sessionId) : worktrees.enter(sessionId, words),
  }
  return {
    match: async (projectId, text, isNew) => {
      if (isEffortMessage(text)) return null
      const command = appCommand(text)
      if (command === null) return others.match(projectId, text, isNew)
      check(command, isNew)
      if (!allowsBackground()) checkBackground(command, isNew)
      await checkDoers(command, projectId)
      return ({ sessionId }) => commands[command.name](sessionId, command.words)
    },
  }
}

/** Whether a message begins with an effort command. Throws for one without a message. */
function isEffortMessage(text: string): boolean {
  const name = effortCommandOf(text)
  if (name !== null && effortOfMessage(text).effort === null) {
    throw AppError.saying('ipc.refused', say('effort.noMessage', { name }))
  }
  return name !== null
}

/** The plan behind the command, or null for a goal in words. Throws for what looks like a plan and is none. */
function givenPlan(words: string): ProposedPlan | null {
  return /^(\{|\[|```)/.test(words) ? parsePlan(words, '') : null
}

/** Throws for an invalid command before anything is created. */
function check({ name, words }: AppCommand, isNew: boolean): void {
  if (name === 'compact' && isNew) throw AppError.saying('session.not_found', say('compact.nothing'))
  if (name === 'ultraplan' && words === '') throw AppError.saying('ipc.refused', say('ultraplan.empty'))
  if (name === 'fork' && words === '') throw AppError.saying('ipc.refused', say('fork.empty'))
  if (name === 'fork' && isNew) throw AppError.saying('session.not_found', say('fork.nothing'))
  if (name === 'goal' && words === '') throw AppError.saying('ipc.refused', say('goal.empty'))
  if (name === 'goal') givenPlan(words)
  if (name === 'worktree' && words === 'leave' && isNew) throw AppError.saying('other', say('worktree.notIn'))
}

/**
 * Throws for commands that need background work while it is switched off. Coordinator mode can always be
 * turned off.
 */
function checkBackground({ name }: AppCommand, isNew: boolean): void {
  if (name === 'fork') throw AppError.saying('config.invalid', say('fork.noBackground'))
  if (name === 'ultracode') throw AppError.saying('config.invalid', say('ultracode.noBackground'))
  if (name === 'coordinator' && isNew)
    throw AppError.saying('config.invalid', say('coordinator.noBackground'))
}

/** The notice to the agent before a goal. */
const GOAL: NewDurableEvent = {
  kind: 'harness.item',
  payload: {
    kind: 'runtime-notice',
    origin: 'system',
    visibility: 'compact',
    lifetime: 'run',
    placement: 'in-place',
    data: { said: [say('told.goal')] },
    content:
      'The next message is a goal. Look at what it needs, make a plan and call `propose_plan`: it is accepted at once, without the person, and carried out step by step from there. Steps that do not need each other can be given to agents and done side by side: say so with `agentId` and `dependsOn`. What is done on the way still asks for approval. A goal that needs no plan you reach at once.',
  },
}
