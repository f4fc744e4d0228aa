import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { JobId } from '#shared/process/job.ts'
import type { Clock } from '../../lib/clock.ts'
import { settled } from '../bash/plain-text.ts'
import { isTooLong, shortenedOutput } from '../bash/shortened-output.ts'
import { linePattern } from '../grep/line-pattern.ts'
import type { JobPattern, JobReading, Jobs, JobWait } from '../jobs/job-port.ts'
import { filesNote, jobState } from '../jobs/job-words.ts'
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../tool.ts'
import description from './job.md?raw'

/** The name under which agents follow background programs. */
export const JOB_TOOL = 'job'

const MOST_SECONDS = 600

const JobArgs = z.strictObject({
  id: z.string().trim().min(1).max(40),
  action: z.enum(['read', 'wait', 'stop']).default('read'),
  until: z.exactOptional(z.string().min(1).max(500)),
  seconds: z.number().int().min(1).max(MOST_SECONDS).default(30),
})
type JobArgs = z.output<typeof JobArgs>

type Deps = { readonly jobs: Jobs; readonly clock: Pick<Clock, 'now'> }

/** The tool that follows and stops background programs. */
export function createJobTool(deps: Deps): Tool {
  return defineTool({
    name: JOB_TOOL,
    title: 'Background program',
    description,
    schema: JobArgs,
    parallel: true,
    access: 'read',
    endsByItself: true,
    plan: async ({ id, action, until }) => ({
      acts: [{ access: 'read', target: id, outside: false, proposedRule: null }],
      preview: { kind: 'args', text: [action, id, until ?? ''].join(' ').trim() },
    }),
    run: (args, context, signal) => followJob(deps, args, context, signal),
  })
}

async function followJob(
  { jobs, clock }: Deps,
  { id: named, action, until, seconds }: JobArgs,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { sessionId } = context
  const parsed = JobId.safeParse(/^[0-9]+$/.test(named) ? `job_${named}` : named)
  const id = parsed.success ? parsed.data : null
  if (id === null || jobs.find(sessionId, id) === null) {
    throw AppError.forAgent('tool.not_found', `This chat has no background program named ${named}.`)
  }
  const pattern = until === undefined ? null : patternOf(until)
  if (action === 'stop') await jobs.stop(sessionId, id)
  const waited =
    action === 'wait' ? await jobs.wait({ sessionId, id }, pattern, seconds * 1_000, signal) : null
  const reading = await jobs.read(sessionId, id)
  const { job } = reading
  return {
    text: await answerText(reading, context, [jobState(job, clock.now()), waitNote(waited, until, seconds)]),
    isError: job.state === 'exited' && job.exitCode !== 0,
    details: { kind: 'job', job: id, action, ...(reading.files === null ? {} : { files: reading.files }) },
  }
}

/** Returns a reading as an answer: the state, then the new output. */
export async function answerText(
  { output, missed, note, files }: JobReading,
  context: Pick<ToolContext, 'outputs'>,
  heading: readonly string[],
): Promise<string> {
  const whole = settled(output).trimEnd()
  const shown = isTooLong(whole) ? shortenedOutput(whole, await context.outputs.keep(whole)) : whole
  const lost = missed === 0 ? '' : `[${missed} earlier characters left out]`
  const head = heading.filter((line) => line !== '').join('\n')
  return [head, note, filesNote(files), lost, shown === '' ? '(no new output)' : shown]
    .filter((line) => line !== '')
    .join('\n')
}

function waitNote(waited: JobWait | null, until: string | undefined, seconds: number): string {
  if (waited === 'matched') return `A line matches ${JSON.stringify(until)}.`
  if (waited !== 'time') return ''
  if (until === undefined) return `It did not end within ${seconds} s. Its end will arrive as a message.`
  return `No line matched ${JSON.stringify(until)} within ${seconds} s. A later match will arrive as a message.`
}

/** Compiles a pattern that is tested in linear time. */
function patternOf(text: string): JobPattern {
  return { text, test: linePattern(text, false) }
}
