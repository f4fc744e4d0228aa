import { z } from 'zod'
import { nearNames } from '#shared/near-names.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { Client } from '../client.ts'
import type { Command, Parsed, Scene } from '../command.ts'
import { EXIT_CODES, type Outcome } from '../exit-codes.ts'
import { ensureProject, folderOf } from '../find-project.ts'
import { dollars, wholeNumber } from '../parse.ts'
import { printTable } from '../print-table.ts'
import { UsageError } from '../usage-error.ts'
import { LIST_OPTIONS, withClient } from '../with-client.ts'

/** The agents that run at the same time, where the command line names no number. */
const USUAL_CONCURRENCY = 4

/** `orrery workflows`: list the saved workflows, or run one to its end. */
export const WORKFLOWS: Command = {
  name: 'workflows',
  summary: 'list the saved workflows, or run one',
  usage: '[list | run <name>] [options]',
  words: ['list', 'run'],
  options: {
    args: { type: 'string', value: 'json', help: 'the arguments of the workflow as JSON' },
    concurrency: {
      type: 'string',
      value: 'n',
      help: `agents at the same time; the default is ${USUAL_CONCURRENCY}`,
    },
    'max-usd': { type: 'string', value: 'n', help: 'stop at this many US dollars' },
    project: { type: 'string', value: 'folder', help: 'the project; the default is the current folder' },
    ...LIST_OPTIONS,
  },
  run: async (parsed, scene) => {
    const [verb = 'list', name, ...more] = parsed.words
    if (verb === 'list' && name === undefined) return list(parsed, scene)
    if (verb === 'run' && name !== undefined && more.length === 0) return runOne(name, parsed, scene)
    throw new UsageError('Use orrery workflows list or orrery workflows run <name>.')
  },
}

async function list(parsed: Parsed, scene: Scene): Promise<number> {
  const folder = await folderOf(parsed, scene)
  return withClient(scene, async (client) => {
    const { id } = await ensureProject(client, folder)
    const saved = (await client.call('workflow.saved', { projectId: id })).map(
      ({ name, description, source, problem }) => ({
        name,
        source,
        description,
        problem: problem?.message ?? null,
      }),
    )
    const rows = saved.map(({ name, source, description, problem }) => [name, source, problem ?? description])
    scene.terminal.out(parsed.text('output') === 'json' ? `${JSON.stringify(saved)}\n` : printTable(rows))
    return EXIT_CODES.done
  })
}

async function runOne(name: string, parsed: Parsed, scene: Scene): Promise<number> {
  const args = argsOf(parsed.text('args'))
  const budgetUsd = dollars('max-usd', parsed.text('max-usd'))
  const concurrency = wholeNumber('concurrency', parsed.text('concurrency')) ?? USUAL_CONCURRENCY
  const folder = await folderOf(parsed, scene)
  return withClient(scene, async (client) => {
    const { id: projectId } = await ensureProject(client, folder)
    const saved = await client.call('workflow.saved', { projectId })
    const found = saved.find((each) => each.name === name)
    if (found === undefined) {
      const near = nearNames(
        name,
        saved.map((each) => each.name),
      )
      const hint = near.length === 0 ? 'See orrery workflows list.' : `Did you mean ${near.join(' or ')}?`
      throw new UsageError(`There is no workflow ${name}. ${hint}`)
    }
    const started = await client.call('workflow.launch', {
      projectId,
      launcherSessionId: null,
      args,
      concurrency,
      budget: null,
      source: { from: 'saved', name, source: found.source },
      ...(budgetUsd === null ? {} : { budgetUsd }),
    })
    const { run, isInterrupted } = await awaitRun(client, started, scene)
    return report(run, isInterrupted, parsed, scene)
  })
}

type Ended = { readonly run: WorkflowRunListing; readonly isInterrupted: boolean }

/** Follows a run to its end. Requests of its agents are denied, because no person can answer them. */
async function awaitRun(client: Client, { id }: WorkflowRunListing, { terminal }: Scene): Promise<Ended> {
  let wake = () => {}
  let isInterrupted = false
  const unhear = client.hear(() => wake())
  const unlisten = terminal.onInterrupt(() => {
    isInterrupted = true
    wake()
  })
  try {
    for (;;) {
      const next = new Promise<void>((resolve) => {
        wake = resolve
      })
      if (isInterrupted) await client.call('workflow.stop', { workflowRunId: id })
      const run = await client.call('workflow.get', { workflowRunId: id })
      if (run.state !== 'running') return { run, isInterrupted }
      await denyAsks(client, id)
      await next
    }
  } finally {
    unhear()
    unlisten()
  }
}

async function denyAsks(client: Client, id: WorkflowRunListing['id']): Promise<void> {
  for (const { asker, ask, sessionId } of await client.call('inbox.list', {})) {
    if (asker.kind !== 'workflow' || asker.workflowRunId !== id) continue
    const answer = { outcome: 'denied', remember: { scope: 'once' } } as const
    await client.call('interaction.answer', { sessionId, requestId: ask.requestId, ...answer })
  }
}

function report(
  run: WorkflowRunListing,
  isInterrupted: boolean,
  parsed: Parsed,
  { terminal }: Scene,
): number {
  const outcome = outcomeOf(run, isInterrupted)
  const { id, name, state, agentsDone, tokens, usd, error } = run
  const result = { type: 'workflow', outcome, id, name, state, agentsDone, tokens, usd, error }
  if (parsed.text('output') === 'json') terminal.out(`${JSON.stringify(result)}\n`)
  else terminal.out(`${name}: ${state}, ${agentsDone} agents, ${tokens} output tokens (${id})\n`)
  if (error !== null) terminal.err(`${error.message}\n`)
  return EXIT_CODES[outcome]
}

function outcomeOf({ state, error }: WorkflowRunListing, isInterrupted: boolean): Outcome {
  if (isInterrupted || state === 'stopped' || state === 'interrupted') return 'interrupted'
  if (state === 'paused' || error?.code === 'limit.exceeded') return 'limit'
  return state === 'done' ? 'done' : 'failed'
}

function argsOf(text: string | null) {
  if (text === null) return null
  try {
    return z.json().parse(JSON.parse(text))
  } catch {
    throw new UsageError('--args is no JSON.')
  }
}
