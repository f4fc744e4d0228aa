import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { ApprovalPreview } from '#shared/session/interaction.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { WORKFLOW_LIMITS, withinConcurrency } from '#shared/workflow/limits.ts'
import type { SavedWorkflow, WorkflowRunDetail, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { checkScript, type SavedWorkflows } from '../workflows/host/saved-workflows.ts'
import type { Workflows } from '../workflows/host/workflows.ts'
import type { WorkflowArgs } from './workflow-args.ts'

export type WorkflowPreview = Extract<ApprovalPreview, { kind: 'workflow' }>

/** A start that was looked into and not made: what a person is shown, and what then happens exactly so. */
export type PlannedWorkflow = {
  readonly preview: WorkflowPreview
  readonly begin: () => Promise<WorkflowRunListing>
}

/** Looks into a start that the agent of a chat asks for. It rejects, worded for the model, where nothing could start. */
export type ChatWorkflows = (sessionId: SessionId, args: WorkflowArgs) => Promise<PlannedWorkflow>

type Deps = {
  readonly saved: Pick<SavedWorkflows, 'find' | 'at'>
  readonly workflows: Pick<Workflows, 'get' | 'check' | 'launch' | 'resume' | 'fork'>
  /** The most output tokens of a run that is started from a chat in this folder, or null for no limit. */
  readonly ceiling: (root: string) => Promise<number | null>
  readonly sessionOf: (sessionId: SessionId) => SessionRecord
}

/** Starts workflows for the agents of chats. What runs is what was looked at, also when the file changes meanwhile. */
export function createChatWorkflows(deps: Deps): ChatWorkflows {
  return async (sessionId, args) => {
    const { cwd, meta, kind } = deps.sessionOf(sessionId)
    // A fork is offered the tools of its chat word for word, but it is an agent.
    if (kind !== 'chat') {
      throw new AppError('tool.denied', 'Only chats start workflows. Do this part of the work yourself.')
    }
    const { projectId } = meta
    if (projectId === null) throw new AppError('project.not_found', 'This chat belongs to no project.')
    const place = { sessionId, projectId, cwd, most: await deps.ceiling(cwd) }
    const wanted = await wantedScript(deps, projectId, args)
    if (args.resumeFromRunId === undefined) return planNew(deps, place, args, wanted ?? noScript())
    const of = deps.workflows.get(args.resumeFromRunId)
    if (of.projectId !== projectId) {
      throw new AppError('session.not_found', `${of.id} is not a run of this project.`)
    }
    const isChanged = wanted !== null || args.args !== undefined
    return isChanged ? planFork(deps, place, args, of, wanted) : planResume(deps, place, args, of)
  }
}

type Place = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly cwd: string
  readonly most: number | null
}

type Wanted = Pick<SavedWorkflow, 'script'> & Pick<WorkflowPreview, 'origin' | 'file'>

async function wantedScript(
  { saved }: Deps,
  projectId: ProjectId,
  { name, script, scriptPath }: WorkflowArgs,
): Promise<Wanted | null> {
  if (script !== undefined) return { script, origin: 'script', file: null }
  if (name === undefined && scriptPath === undefined) return null
  const found =
    scriptPath === undefined
      ? await saved.find(projectId, name ?? '', null)
      : await saved.at(projectId, scriptPath)
  if (found.problem !== null) throw AppError.from(found.problem)
  return { script: found.script, origin: found.source, file: found.file }
}

async function planNew(
  deps: Deps,
  place: Place,
  args: WorkflowArgs,
  wanted: Wanted,
): Promise<PlannedWorkflow> {
  const given = args.args ?? null
  const budget = boundedBy(place.most, args.budget ?? place.most)
  const concurrency = concurrencyOf(args, WORKFLOW_LIMITS.defaultConcurrency)
  const fileName = wanted.file ?? 'script.js'
  await deps.workflows.check(wanted.script, fileName, given)
  return {
    preview: { ...previewOf(args, wanted, given), concurrency, budget, from: null },
    begin: () =>
      deps.workflows.launch({
        ...{ projectId: place.projectId, cwd: place.cwd, script: wanted.script, fileName, args: given },
        ...{ launcherSessionId: place.sessionId, fromChat: true, concurrency, budget },
        ...said(args),
      }),
  }
}

async function planFork(
  deps: Deps,
  place: Place,
  args: WorkflowArgs,
  of: WorkflowRunDetail,
  wanted: Wanted | null,
): Promise<PlannedWorkflow> {
  const used: Wanted = wanted ?? { script: of.script, origin: 'run', file: null }
  const given = args.args === undefined ? of.args : args.args
  const budget = boundedBy(most(place, of), args.budget ?? of.budget ?? place.most)
  const concurrency = concurrencyOf(args, of.concurrency)
  await deps.workflows.check(used.script, used.file ?? `${of.name}.js`, given)
  const change = { script: used.script, args: given, edit: null, launcherSessionId: place.sessionId }
  return {
    preview: { ...previewOf(args, used, given), concurrency, budget, from: { id: of.id, isNew: true } },
    begin: () => deps.workflows.fork(of.id, { ...change, ...said(args), concurrency, budget }, false),
  }
}

async function planResume(
  deps: Deps,
  place: Place,
  args: WorkflowArgs,
  of: WorkflowRunDetail,
): Promise<PlannedWorkflow> {
  if (of.state === 'done') {
    throw new AppError(
      'run.illegal_transition',
      `${of.id} is done. Give another script or other args to fork it.`,
    )
  }
  if (of.state === 'running') throw new AppError('run.active', `${of.id} is going on already.`)
  // It keeps the ceiling it has, which a person may have set.
  const budget = args.budget === undefined ? of.budget : boundedBy(most(place, of), args.budget)
  const concurrency = concurrencyOf(args, of.concurrency)
  const used: Wanted = { script: of.script, origin: 'run', file: null }
  return {
    preview: { ...previewOf(args, used, of.args), concurrency, budget, from: { id: of.id, isNew: false } },
    begin: () => deps.workflows.resume(of.id, { budget, concurrency, launcherSessionId: place.sessionId }),
  }
}

/** A run that a person gave more keeps that as its bound. */
function most({ most: ceiling }: Place, { budget }: WorkflowRunDetail): number | null {
  return ceiling === null ? null : Math.max(ceiling, budget ?? 0)
}

/** Only the person allows more than their settings do, and they do so in Workflows. */
function boundedBy(ceiling: number | null, wanted: number | null): number | null {
  if (ceiling === null || (wanted !== null && wanted <= ceiling)) return wanted
  throw new AppError(
    'limit.exceeded',
    `The ceiling of a run that a chat starts is ${ceiling} output tokens here. Give a smaller budget; the person can start it with more in Workflows.`,
  )
}

const concurrencyOf = ({ maxConcurrency }: WorkflowArgs, usual: number): number =>
  maxConcurrency === undefined ? usual : withinConcurrency(maxConcurrency)

const said = ({ title, description }: WorkflowArgs) => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
})

function previewOf(args: WorkflowArgs, { script, origin, file }: Wanted, given: unknown) {
  const { name, description } = checkScript(script)
  return {
    kind: 'workflow' as const,
    name: name ?? 'workflow',
    title: args.title ?? null,
    description: args.description ?? description ?? '',
    ...{ origin, file, script },
    args: given === null ? null : JSON.stringify(given, null, 2),
  }
}

function noScript(): never {
  throw new AppError('script.invalid', 'Give `name`, `script` or `scriptPath`, or `resumeFromRunId`.')
}
