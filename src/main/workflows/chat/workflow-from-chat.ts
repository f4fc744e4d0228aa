import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { WORKFLOW_LIMITS, withinConcurrency } from '#shared/workflow/limits.ts'
import type { SavedWorkflow, WorkflowRunDetail, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { RunCeilings } from '../../turn-setup/settings/project-settings.ts'
import { checkScript, type SavedWorkflows } from '../host/saved-workflows.ts'
import type { Workflows } from '../host/workflows.ts'
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
  /** Returns the limits of a run started from a chat in this folder. */
  readonly ceilings: (root: string) => Promise<RunCeilings>
  readonly sessionOf: (sessionId: SessionId) => SessionRecord
  /** Begins to start a sandbox ahead. */
  readonly warm: () => void
}

/** Starts workflows for the agents of chats. What runs is what was looked at, also when the file changes meanwhile. */
export function createChatWorkflows(deps: Deps): ChatWorkflows {
  return async (sessionId, args) => {
    const { cwd, meta, kind } = deps.sessionOf(sessionId)
    // A fork is offered the tools of its chat word for word, but it is an agent.
    if (kind !== 'chat') {
      throw AppError.forAgent('tool.denied', 'Only chats start workflows. Do this part of the work yourself.')
    }
    // While the person decides.
    deps.warm()
    const { projectId } = meta
    if (projectId === null) throw AppError.saying('project.not_found', say('chat.noProject'))
    const place = { sessionId, projectId, cwd, most: await deps.ceilings(cwd) }
    const wanted = await wantedScript(deps, projectId, args)
    if (args.resumeFromRunId === undefined) return planNew(deps, place, args, wanted ?? noScript())
    const of = deps.workflows.get(args.resumeFromRunId)
    if (of.projectId !== projectId) {
      throw AppError.forAgent('session.not_found', `${of.id} is not a run of this project.`)
    }
    const isChanged = wanted !== null || args.args !== undefined
    return isChanged ? planFork(deps, place, args, of, wanted) : planResume(deps, place, args, of)
  }
}

type Place = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly cwd: string
  readonly most: RunCeilings
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
  const ceilings = within(place.most, { ...place.most, ...ceilingsOf(args) })
  const concurrency = concurrencyOf(args, WORKFLOW_LIMITS.defaultConcurrency)
  const fileName = wanted.file ?? 'script.js'
  await deps.workflows.check(wanted.script, fileName, given)
  return {
    preview: { ...previewOf(args, wanted, given), concurrency, ...shown(ceilings), from: null },
    begin: () =>
      deps.workflows.launch({
        projectId: place.projectId,
        cwd: place.cwd,
        script: wanted.script,
        fileName,
        args: given,
        launcherSessionId: place.sessionId,
        fromChat: true,
        concurrency,
        ...ceilings,
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
  const usual = { budget: of.budget ?? place.most.budget, budgetUsd: of.budgetUsd ?? place.most.budgetUsd }
  const ceilings = within(most(place, of), { ...usual, ...ceilingsOf(args) })
  const concurrency = concurrencyOf(args, of.concurrency)
  await deps.workflows.check(used.script, used.file ?? `${of.name}.js`, given)
  const change = { script: used.script, args: given, edit: null, launcherSessionId: place.sessionId }
  return {
    preview: {
      ...previewOf(args, used, given),
      concurrency,
      ...shown(ceilings),
      from: { id: of.id, isNew: true },
    },
    begin: () => deps.workflows.fork(of.id, { ...change, ...said(args), concurrency, ...ceilings }, false),
  }
}

async function planResume(
  deps: Deps,
  place: Place,
  args: WorkflowArgs,
  of: WorkflowRunDetail,
): Promise<PlannedWorkflow> {
  if (of.state === 'done') {
    throw AppError.forAgent(
      'run.illegal_transition',
      `${of.id} is done. Give another script or other args to fork it.`,
    )
  }
  if (of.state === 'running') throw AppError.forAgent('run.active', `${of.id} is going on already.`)
  const bounds = most(place, of)
  const asked = ceilingsOf(args)
  within(bounds, { ...bounds, ...asked })
  // It keeps the ceilings it has, which a person may have set.
  const ceilings = { budget: of.budget, budgetUsd: of.budgetUsd, ...asked }
  const concurrency = concurrencyOf(args, of.concurrency)
  const used: Wanted = { script: of.script, origin: 'run', file: null }
  return {
    preview: {
      ...previewOf(args, used, of.args),
      concurrency,
      ...shown(ceilings),
      from: { id: of.id, isNew: false },
    },
    begin: () => deps.workflows.resume(of.id, { ...asked, concurrency, launcherSessionId: place.sessionId }),
  }
}

/** A run that a person gave more keeps that as its bound. */
function most({ most: { budget, budgetUsd } }: Place, of: WorkflowRunDetail): RunCeilings {
  return {
    budget: budget === null ? null : Math.max(budget, of.budget ?? 0),
    budgetUsd: budgetUsd === null ? null : Math.max(budgetUsd, of.budgetUsd ?? 0),
  }
}

/** The ceilings that are wanted. Only the person allows more than their settings do, and they do so in Workflows. */
function within(bounds: RunCeilings, wanted: RunCeilings): RunCeilings {
  const isOver = (bound: number | null, each: number | null) =>
    bound !== null && (each === null || each > bound)
  if (isOver(bounds.budget, wanted.budget)) throw tooFar(`${bounds.budget} output tokens`, 'budget')
  if (isOver(bounds.budgetUsd, wanted.budgetUsd)) throw tooFar(`$${bounds.budgetUsd}`, 'budgetUsd')
  return wanted
}

const tooFar = (bound: string, name: string) =>
  AppError.forAgent(
    'limit.exceeded',
    `The ceiling of a run that a chat starts is ${bound} here. Give a smaller ${name}; the person can start it with more in Workflows.`,
  )

/** Returns the limits set by the agent. */
const ceilingsOf = ({ budget, budgetUsd }: WorkflowArgs): Partial<RunCeilings> => ({
  ...(budget === undefined ? {} : { budget }),
  ...(budgetUsd === undefined ? {} : { budgetUsd }),
})

const shown = ({ budget, budgetUsd }: RunCeilings) => ({
  budget,
  ...(budgetUsd === null ? {} : { budgetUsd }),
})

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
    origin,
    file,
    script,
    args: given === null ? null : JSON.stringify(given, null, 2),
  }
}

function noScript(): never {
  throw AppError.forAgent('script.invalid', 'Give `name`, `script` or `scriptPath`, or `resumeFromRunId`.')
}
