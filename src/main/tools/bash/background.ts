import type { JobRecord } from '#shared/process/job.ts'
import { jobAddress } from '#shared/process/job-address.ts'
import { answerText } from '../job/job.ts'
import type { JobLooks } from '../jobs/job-files.ts'
import { jobState } from '../jobs/job-words.ts'
import { looksOnly } from '../permission/judge.ts'
import type { ToolContext, ToolResult } from '../tool.ts'
import type { BashDeps } from './command-deps.ts'
import { askOutside, type Command, deniedNote } from './run-command.ts'
import { blockedNote, opensGitSettings, targetsOf } from './sandboxed.ts'
import { shellStart } from './shell.ts'

/** Time in which a command that fails at once is reported as failed, in milliseconds. */
const EARLY_MS = 1_500

/** Starts a command that outlives its call. Returns its job and the first output. */
export async function startInBackground(
  deps: BashDeps,
  command: Command,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { args, acts, context, folder } = command
  const start = shellStart(args.command, deps)
  const environment = await deps.commandEnvironment(context, signal)
  const cwd = folder?.absolute ?? context.root
  const entered = await deps.enterSandbox(
    context,
    {
      start,
      environment,
      named: targetsOf(acts),
      once: [],
      opensGitSettings: opensGitSettings(acts),
      background: true,
      ...(folder && { cwd }),
    },
    signal,
  )
  if (entered.how === 'required') {
    const decision = await askOutside(command, signal)
    if (decision.how !== 'outside') {
      const why = decision.how === 'denied' ? deniedNote(decision.reason) : ''
      return { text: [entered.reason, why].filter((line) => line !== '').join('\n'), isError: true }
    }
  }
  const inside = entered.how === 'inside' ? entered : null
  const looks = looksOnly(acts) ? null : await looksAt(deps, context, signal)
  const leave = async (output: string, failed: boolean): Promise<string> => {
    const left = await inside?.leave(output, failed)
    return left === undefined ? '' : blockedNote(left.receipt.blocked)
  }
  const begin = () =>
    deps.jobs.start({
      context,
      command: args.command,
      cwd,
      sandboxed: inside !== null,
      looks,
      dial: inside?.dial ?? null,
      ...(inside === null
        ? { start, environment }
        : { start: inside.start, environment: inside.environment }),
      leave,
    })
  const job = await beginOr(begin, async () => {
    await Promise.all([looks?.first(), leave('', true)])
  })
  const { sessionId } = context
  await deps.jobs.wait({ sessionId, id: job.id }, null, EARLY_MS, signal)
  const reading = await deps.jobs.read(sessionId, job.id)
  const now = reading.job
  const hasFailed = now.state === 'exited' && now.exitCode !== 0
  const address = jobAddress(now)
  const next =
    now.state !== 'running'
      ? ''
      : `Its end will arrive as a message. Follow it with the tool \`job\`.${address === null ? '' : ` It answers at ${address}`}`
  return {
    text: await answerText(reading, context, [`${jobState(now, deps.clock.now())}. ${next}`.trim()]),
    isError: hasFailed,
    details: {
      kind: 'bash',
      command: args.command,
      exitCode: now.exitCode,
      signal: now.signal,
      timedOut: false,
      job: job.id,
      ...(reading.files === null ? {} : { files: reading.files }),
    },
  }
}

/** Starts the program. What was prepared for one that cannot start is closed. */
async function beginOr(begin: () => JobRecord, close: () => Promise<void>): Promise<JobRecord> {
  try {
    return begin()
  } catch (error) {
    await close()
    throw error
  }
}

/** Looks at the files before the program starts. Later looks are for the same call. */
async function looksAt(
  { beforeCommand }: Pick<BashDeps, 'beforeCommand'>,
  { sessionId, runId, callId, root }: ToolContext,
  signal: AbortSignal,
): Promise<JobLooks> {
  const around = { sessionId, runId, callId, root }
  return {
    first: await beforeCommand(around, signal),
    again: (limit) => beforeCommand(around, limit),
  }
}
