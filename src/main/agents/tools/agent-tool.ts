import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { firstPart } from '#shared/first-part.ts'
import { AgentId, type SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { outputName } from '#shared/session/stored-output.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { MemberName } from '#shared/team/member-name.ts'
import {
  defineTool,
  type ToldTool,
  type Tool,
  type ToolContext,
  type ToolPlan,
  type ToolResult,
} from '../../tools/tool.ts'
import type { Children } from '../children/children.ts'
import { SCRIPT_AGENT } from '../definitions/builtin.ts'
import { AGENT_LIMITS } from '../records/agent-limits.ts'
import type { Child, ChildTask } from '../records/child-task.ts'
import type { NamedTo } from '../records/resolve-agent-name.ts'
import { cutTo, reportOf } from '../reports/report-of.ts'
import description from './agent-tool.md?raw'
import waitedDescription from './agent-tool-waited.md?raw'
import { type AwaitDeps, awaitAgent, type MovedBy } from './await-agent.ts'
import { NO_BACKGROUND, NO_FORKS, NO_WORKERS } from './background-off.ts'
import teammateDescription from './teammate-tool.md?raw'
import workerDescription from './worker-tool.md?raw'

/** The name under which agents give work to agents. */
export const AGENT_TOOL = 'agent'

/** The id or title of an agent. One that is none is answered with those there are, so its form is not looked at here. */
export const NamedAgent = z.string().trim().min(1).max(120)

const AgentArgs = z.strictObject({
  title: z.string().trim().min(1).max(120),
  prompt: z.string().min(1).max(200_000),
  agent: z.exactOptional(AgentId),
  background: z.exactOptional(z.boolean()),
  fork: z.exactOptional(z.boolean()),
  name: z.exactOptional(MemberName),
  plans: z.exactOptional(z.boolean()),
  model: z.exactOptional(z.string().trim().min(1).max(200)),
  isolation: z.exactOptional(z.literal('worktree')),
  resume: z.exactOptional(NamedAgent),
  timeLimit: z.exactOptional(z.number().int().min(1).max(86_400)),
})
type AgentArgs = z.output<typeof AgentArgs>

/** The coordinator never waits for an agent, cannot be forked and leads no team. */
const WorkerArgs = AgentArgs.omit({ background: true, fork: true, name: true, plans: true })

/**
 * A teammate waits for its subagents, so that it is idle only when all work is done. It cannot recruit
 * teammates.
 */
const TeammateArgs = z.strictObject(WorkerArgs.shape, {
  error: (issue) => (issue.code === 'unrecognized_keys' ? notForTeammates(issue.keys) : undefined),
})

export type AgentToolDeps = AwaitDeps & {
  readonly children: Pick<Children, 'start' | 'tell' | 'isAtWork'>
  /** False while background work is switched off. */
  readonly allowsBackground: () => boolean
  /** The last words of a run. */
  readonly finalAnswer: (run: RunRecord) => string
  /** Adds a teammate to the caller's team. Throws, worded for the model, when the caller has no team. */
  readonly recruit: (recruit: Recruit, signal: AbortSignal) => Promise<Recruited>
  /** The log of the agent that is named and works for who names it. Throws, worded for the model, when there is none. */
  readonly resolveAgentName: (named: string, from: SessionId, to: NamedTo) => SessionId
}

/** A new teammate with its name and first task. */
export type Recruit = Pick<ChildTask, 'parent' | 'agentId' | 'prompt'> & {
  readonly name: string
  /** It puts its plan to the person before it changes anything. */
  readonly plans: boolean
  /** It works in a worktree of its own. */
  readonly ownWorktree: boolean
}
/** The one that joined. Its name may have got a number. */
export type Recruited = Pick<Child, 'sessionId' | 'agentId'> & { readonly name: string }

const COMMON = {
  name: AGENT_TOOL,
  title: 'Agent',
  parallel: true,
  // It can do whatever agents can, so its calls are on the disk before they act.
  access: 'execute',
  endsByItself: true,
  plan: async ({ agent, prompt, title, resume }: AgentArgs): Promise<ToolPlan> => ({
    acts: [{ access: 'read', target: agent ?? resume ?? SCRIPT_AGENT, outside: false, proposedRule: null }],
    preview: { kind: 'args', text: `${title}\n\n${prompt}` },
  }),
} as const

/**
 * Creates the tool that delegates work to a subagent. Each action of the subagent is checked against its own
 * permissions.
 */
export function createAgentTool(deps: () => AgentToolDeps): Tool {
  return defineTool({
    ...COMMON,
    description,
    schema: AgentArgs,
    run: (args, context, signal) => give(deps(), args, context, signal),
  })
}

/** The tool description for an agent that must wait for every subagent. */
export const WAITED_AGENT_TOOL: ToldTool = {
  name: AGENT_TOOL,
  description: waitedDescription,
  schema: AgentArgs.omit({ background: true, fork: true }),
}

/** Creates the tool for a coordinator: its subagents always run in the background. */
export function createWorkerTool(deps: () => AgentToolDeps): Tool {
  return defineTool({
    ...COMMON,
    description: workerDescription,
    schema: WorkerArgs,
    run: async (args, context, signal) => {
      const asked = { ...args, background: true }
      checkBackground(deps(), asked, context, NO_WORKERS)
      return give(deps(), asked, context, signal)
    },
  })
}

/** The same for who is in a team. */
export function createTeammateAgentTool(deps: () => AgentToolDeps): Tool {
  return defineTool({
    ...COMMON,
    description: teammateDescription,
    schema: TeammateArgs,
    run: (args, context, signal) => give({ ...deps(), goesOnWithout: () => false }, args, context, signal),
  })
}

function notForTeammates(keys: readonly string[]): string | undefined {
  if (keys.includes('background') || keys.includes('fork')) {
    return 'A teammate waits for the agents it starts: leave out background and fork.'
  }
  const recruits = keys.includes('name') || keys.includes('plans')
  return recruits ? 'Only who leads the team takes teammates in: leave out name and plans.' : undefined
}

async function give(
  deps: AgentToolDeps,
  args: AgentArgs,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (args.name !== undefined) return await joined(deps, { ...args, name: args.name }, context, signal)
  checkBackground(deps, args, context, isFork(args) ? NO_FORKS : NO_BACKGROUND)
  const begin = () => childFor(deps, args, context, signal)
  if (!isInBackground(args)) return await result(deps, { begin, args, context }, signal)
  const child = await begin()
  return child === null ? told(args) : inBackground(child, args, 'It works in the background now.')
}

/**
 * Throws `why` when background work is switched off. A running background agent only receives a message and
 * passes.
 */
function checkBackground(
  { allowsBackground, children, resolveAgentName }: AgentToolDeps,
  args: AgentArgs,
  { sessionId }: ToolContext,
  why: string,
): void {
  if (!isInBackground(args) || allowsBackground()) return
  if (args.resume !== undefined && children.isAtWork(resolveAgentName(args.resume, sessionId, 'speak')))
    return
  throw AppError.forAgent('tool.failed', why)
}

/** Adds an agent to a team instead of starting a subagent. */
async function joined(
  { recruit }: AgentToolDeps,
  {
    name,
    prompt,
    agent,
    fork,
    resume,
    timeLimit,
    model,
    plans = false,
    isolation,
  }: AgentArgs & Pick<Recruit, 'name'>,
  { sessionId, runId, callId }: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (fork === true || resume !== undefined) {
    throw AppError.forAgent('tool.failed', 'A teammate begins anew: leave out fork and resume, or name.')
  }
  if (timeLimit !== undefined) {
    throw AppError.forAgent('tool.failed', 'A teammate has no time limit: leave out timeLimit, or name.')
  }
  if (model !== undefined) {
    const text = 'A teammate works with the model of its agent: leave out model, or name.'
    throw AppError.forAgent('tool.failed', text)
  }
  const ownWorktree = isolation === 'worktree'
  const agentId = agent ?? null
  const wanted = { parent: { sessionId, runId, callId }, agentId, name, prompt, plans, ownWorktree }
  const member = await recruit(wanted, signal)
  return {
    text: `${member.name} has joined the team and begun. You are told when it writes to you or rests. Do not wait for it.`,
    isError: false,
    details: {
      kind: 'agent',
      sessionId: member.sessionId,
      state: 'background',
      tools: 0,
      agentId: member.agentId,
    },
  }
}

async function childFor(
  { children, resolveAgentName }: AgentToolDeps,
  args: AgentArgs,
  { sessionId, runId, callId }: ToolContext,
  signal: AbortSignal,
): Promise<Child | null> {
  const { prompt, title, resume, model } = args
  if (model !== undefined && (resume !== undefined || args.fork === true)) {
    const text = 'An agent keeps its model when it continues, and a fork has yours: leave out model.'
    throw AppError.forAgent('tool.failed', text)
  }
  if (args.isolation !== undefined && (resume !== undefined || args.fork === true)) {
    const text = 'An agent keeps its folder when it continues, and a fork has yours: leave out isolation.'
    throw AppError.forAgent('tool.failed', text)
  }
  const background = isInBackground(args)
  const hardMs = args.timeLimit === undefined ? AGENT_LIMITS.hardMs : args.timeLimit * 1_000
  const parent = { sessionId, runId, callId }
  if (resume !== undefined) {
    return children.tell(resolveAgentName(resume, sessionId, 'speak'), {
      prompt,
      background,
      hardMs,
      from: parent,
    })
  }
  const agentId = args.agent ?? null
  const ownWorktree = args.isolation === 'worktree'
  const task = { parent, agentId, title, prompt, background, hardMs, fork: isFork(args), ownWorktree }
  return children.start({ ...task, ...(model === undefined ? {} : { model }) }, signal)
}

const isFork = ({ fork, resume }: AgentArgs): boolean => fork === true && resume === undefined

/** A fork runs in parallel with its original, so no parent waits for it. */
const isInBackground = (args: AgentArgs): boolean => args.background === true || isFork(args)

type Waiting = {
  readonly begin: () => Promise<Child | null>
  readonly args: AgentArgs
  readonly context: ToolContext
}

/** Waits until the agent ends or moves to the background. */
async function result(deps: AgentToolDeps, waiting: Waiting, signal: AbortSignal): Promise<ToolResult> {
  const { begin, args, context } = waiting
  const waited = await awaitAgent(deps, { begin, by: context }, signal)
  if (waited === null) return told(args)
  const { child, end } = waited
  return typeof end === 'string'
    ? inBackground(child, args, MOVED[end])
    : await answerOf(deps, { child, run: end, context })
}

const MOVED: Readonly<Record<MovedBy, string>> = {
  person: 'The person has moved it to the background.',
  time: 'Nothing has come from it since the others ended, so it was moved to the background.',
}

type Ended = { readonly child: Child; readonly run: RunRecord; readonly context: ToolContext }

async function answerOf(deps: AgentToolDeps, { child, run, context }: Ended): Promise<ToolResult> {
  const { text, isError, end } = reportOf(run, deps.finalAnswer(run))
  const { resultChars } = AGENT_LIMITS
  const state = run.status === 'completed' ? 'done' : run.status === 'failed' ? 'failed' : 'stopped'
  const details: ToolDetails = {
    kind: 'agent',
    sessionId: child.sessionId,
    agentId: run.agentId,
    state,
    tools: child.tools(),
    end: cutTo(end, resultChars),
  }
  const foot = `\n\n(${footOf(child, run)})`
  if (text.length <= resultChars) return { text: `${text}${foot}`, isError, details }
  const kept = await context.outputs.keep(text)
  const rest = 'problem' in kept ? '' : ` All of it can be read under the path ${outputName(kept.blob)}.`
  const cut = `${firstPart(text, resultChars)}\n[${text.length - resultChars} more characters were left out.${rest} Ask the agent for what you miss.]`
  return { text: `${cut}${foot}`, isError, details, ...('problem' in kept ? {} : { outputBlob: kept.blob }) }
}

/** Says which agent it was and how long it took, so that it can be asked for more. */
function footOf({ sessionId }: Pick<Child, 'sessionId'>, { turns }: Pick<RunRecord, 'turns'>): string {
  return `agent ${sessionId}, ${turns} ${turns === 1 ? 'turn' : 'turns'}; \`resume\` with this id continues it`
}

function inBackground(child: Child, { title }: AgentArgs, how: string): ToolResult {
  return {
    text: startedText(child, title, how),
    isError: false,
    details: {
      kind: 'agent',
      sessionId: child.sessionId,
      state: 'background',
      tools: child.tools(),
      agentId: child.agentId,
    },
  }
}

/** Returns the tool result for an agent started in the background. */
export function startedText({ sessionId }: Pick<Child, 'sessionId'>, title: string, how: string): string {
  return `The agent “${title}” (${sessionId}) has started. ${how} You will be told when it has ended, with its result. Do not wait for it, do not ask for it, and do not guess what it will find.`
}

function told({ resume = '' }: AgentArgs): ToolResult {
  return { text: toldText(resume), isError: false }
}

/** Returns the tool result for a message to a running agent. */
export function toldText(agent: string): string {
  return `The agent ${agent} is at work and hears this with its next step.`
}
