import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { type ProjectId, type SessionId, TriggerId } from '#shared/ids.ts'
import type { GuardedPlace } from '#shared/permission/guard.ts'
import { MOST_PROMPT, type Trigger, type TriggerDraft, type TriggerListing } from '#shared/trigger/trigger.ts'
import { defineTool, type Tool, type ToolAct } from '../tool.ts'
import createDescription from './cron-create.md?raw'
import deleteDescription from './cron-delete.md?raw'
import listDescription from './cron-list.md?raw'

/** The tools for schedules. */
export const CRON_TOOLS: ReadonlySet<string> = new Set(['cron_create', 'cron_list', 'cron_delete'])

/** The triggers of the app, for the tools of agents. */
export type CronPort = {
  readonly projectOf: (sessionId: SessionId) => ProjectId | null
  readonly list: (projectId: ProjectId) => readonly TriggerListing[]
  /** Returns the next due times of a cron expression. Throws an `AppError` for one that is none. */
  readonly nextTimes: (expression: string) => readonly number[]
  readonly create: (draft: TriggerDraft) => Promise<Trigger>
  readonly remove: (id: TriggerId) => Promise<void>
}

const CreateArgs = z.strictObject({
  name: z.string().trim().min(1).max(80),
  schedule: z.string().trim().min(1).max(200),
  prompt: z.string().trim().min(1).max(MOST_PROMPT),
  max_usd: z.number().positive().max(1_000),
  max_minutes: z.number().int().min(1).max(1_440),
  max_runs_per_day: z.number().int().min(1).max(288),
  mode: z.enum(['ask', 'accept_edits', 'plan']).default('ask'),
})
type CreateArgs = z.output<typeof CreateArgs>

/** Creates the tools by which agents make, list and delete schedules. */
export function createCronTools(port: CronPort): readonly Tool[] {
  return [createTool(port), listTool(port), deleteTool(port)]
}

/**
 * A trigger is a right that acts later, without the person. So a change of triggers asks in every mode, and no rule or
 * earlier answer allows it.
 */
function changeOf(target: string, name: string): ToolAct {
  const guards: readonly GuardedPlace[] = [{ kind: 'trigger', path: name }]
  return { access: 'execute', target, outside: false, proposedRule: null, guards }
}

function createTool(port: CronPort): Tool {
  return defineTool({
    name: 'cron_create',
    title: 'Create schedule',
    description: createDescription,
    schema: CreateArgs,
    parallel: false,
    access: 'execute',
    plan: async (args, { sessionId }) => {
      projectIn(port, sessionId)
      return {
        acts: [changeOf(`cron_create ${args.name}`, args.name)],
        preview: { kind: 'args', text: previewOf(args, port.nextTimes(args.schedule)) },
      }
    },
    run: async (args, { sessionId }) => {
      const trigger = await port.create(draftOf(args, projectIn(port, sessionId)))
      const next = port.nextTimes(args.schedule).map(utc)[0] ?? 'never'
      const text = `The trigger ${trigger.name} (${trigger.id}) is on. Next run: ${next}. Its runs are chats of their own; you are not told of them.`
      return { text, isError: false }
    },
  })
}

function listTool(port: CronPort): Tool {
  return defineTool({
    name: 'cron_list',
    title: 'List schedules',
    description: listDescription,
    schema: z.strictObject({}),
    parallel: true,
    access: 'read',
    early: true,
    plan: async () => ({ acts: [], preview: { kind: 'args', text: '' } }),
    run: async (_args, { sessionId }) => {
      const listings = port.list(projectIn(port, sessionId))
      const text = listings.length === 0 ? 'This project has no triggers.' : listings.map(rowOf).join('\n')
      return { text, isError: false }
    },
  })
}

function deleteTool(port: CronPort): Tool {
  const found = (sessionId: SessionId, id: string): Trigger => {
    const listing = port.list(projectIn(port, sessionId)).find(({ trigger }) => trigger.id === id)
    if (listing !== undefined) return listing.trigger
    throw AppError.forAgent('tool.not_found', `This project has no trigger ${id}. Use cron_list for the ids.`)
  }
  return defineTool({
    name: 'cron_delete',
    title: 'Delete schedule',
    description: deleteDescription,
    schema: z.strictObject({ id: TriggerId }),
    parallel: false,
    access: 'execute',
    plan: async ({ id }, { sessionId }) => {
      const { name } = found(sessionId, id)
      return {
        acts: [changeOf(`cron_delete ${id}`, name)],
        preview: { kind: 'args', text: `Delete the trigger ${name}` },
      }
    },
    run: async ({ id }, { sessionId }) => {
      const { name } = found(sessionId, id)
      await port.remove(id)
      return { text: `The trigger ${name} is deleted. The person can restore it.`, isError: false }
    },
  })
}

function projectIn(port: CronPort, sessionId: SessionId): ProjectId {
  const projectId = port.projectOf(sessionId)
  if (projectId !== null) return projectId
  throw AppError.forAgent('other', 'This chat belongs to no project, and triggers belong to projects.')
}

/** Runs that were due while the app was closed are skipped: an agent may not decide that they catch up. */
function draftOf(args: CreateArgs, projectId: ProjectId): TriggerDraft {
  return {
    name: args.name,
    projectId,
    source: { kind: 'cron', expression: args.schedule },
    work: { kind: 'prompt', prompt: args.prompt, agentId: null },
    model: null,
    permissionMode: args.mode,
    caps: {
      maxUsd: args.max_usd,
      maxUsdWeek: null,
      maxMinutes: args.max_minutes,
      maxRuns: args.max_runs_per_day,
      quiet: null,
      overlap: false,
    },
    missed: 'skip',
  }
}

/** The whole trigger in words, as the person confirms it. */
function previewOf(args: CreateArgs, next: readonly number[]): string {
  const day = args.max_usd * args.max_runs_per_day
  return [
    `${args.name}: ${args.schedule} (UTC)`,
    `Next runs: ${next.map(utc).join(', ')}`,
    `Caps: $${args.max_usd} and ${args.max_minutes} minutes a run, ${args.max_runs_per_day} runs a day, so at most $${day.toFixed(2)} a day`,
    `Permissions: ${args.mode}`,
    '',
    args.prompt,
  ].join('\n')
}

function rowOf({ trigger, nextAt, last }: TriggerListing): string {
  const { source } = trigger
  const starts = source.kind === 'cron' ? `${source.expression} (UTC)` : `on ${source.kind}`
  const next = trigger.enabled ? (nextAt === null ? 'on, waits for an event' : `next ${utc(nextAt)}`) : 'off'
  const result = last === null ? 'never ran' : `last ${last.state} at ${utc(last.at)}`
  return `${trigger.id} ${trigger.name}: ${starts}; ${next}; ${result}`
}

const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Creates the tools before the triggers exist that they reach. */
export function createLateCron(): {
  readonly tools: readonly Tool[]
  readonly connect: (to: CronPort) => void
} {
  let target: CronPort | null = null
  const open = (): CronPort => {
    if (target === null) throw AppError.forAgent('other', 'Triggers are not open yet.')
    return target
  }
  return {
    tools: createCronTools({
      projectOf: (id) => open().projectOf(id),
      list: (id) => open().list(id),
      nextTimes: (expression) => open().nextTimes(expression),
      create: (draft) => open().create(draft),
      remove: (id) => open().remove(id),
    }),
    connect: (to) => {
      target = to
    },
  }
}
