import { HOOK_TIME, type HookFile, HookNews, HookPoint } from '#shared/hook/hook.ts'
import { type HookIn, type HookScene, type HookSet, type InterceptHook, usualFailure } from '../hooks/hook.ts'
import { concernsForeign, foreignAnswer, foreignInput } from './foreign/foreign-hook-words.ts'
import { answerOf, endingOf, type Printed } from './hook-answers.ts'
import type { HookEntry } from './hook-files.ts'
import { namePattern } from './name-pattern.ts'

/** One program to be run for a hook. `input` is what it reads. */
export type HookJob = {
  readonly command: string
  readonly event: string
  readonly input: string
  readonly timeoutMs: number
  readonly scene: HookScene
  /** The owner of the hook. Those of the person and of the administrator run outside of the sandbox. */
  readonly source: HookEntry['source']
  /** Further variables of the program. */
  readonly environment?: Readonly<Record<string, string>>
  /** Keeps colours in what the program prints. */
  readonly keepsEscapes?: boolean
}

export type CommandDeps = {
  /** Runs a program with everything it starts, and ends all of it at the signal. */
  readonly run: (job: HookJob, signal: AbortSignal) => Promise<Printed>
  /** Whether the hook may run now: it is on, and where it comes from is trusted. */
  readonly mayRun: (entry: HookEntry, scene: HookScene) => Promise<boolean>
}

/** Makes hooks out of files: each runs its command, which reads what happens and prints what it has to say. */
export function commandHooks(deps: CommandDeps, entries: readonly HookEntry[]): HookSet {
  return {
    intercept: entries.flatMap((entry) => {
      const point = HookPoint.safeParse(entry.hook.on)
      return point.success ? [interceptor(deps, entry, point.data)] : []
    }),
    observe: entries.flatMap((entry) => {
      const news = HookNews.safeParse(entry.hook.on)
      if (!news.success) return []
      const common = { key: keyOf(entry), owner: entry.id, timeoutMs: timeOf(entry.hook) }
      const hear = async (told: { data: unknown }, scene: HookScene, signal: AbortSignal) => {
        if (!concerns(entry, told.data) || !(await deps.mayRun(entry, scene))) return
        const printed = await deps.run(jobOf(entry, told.data, scene), signal)
        if (printed.exitCode !== 0) throw endingOf(printed)
      }
      return [{ ...common, name: news.data, hear }]
    }),
  }
}

/** Names a hook among all there are. */
export function keyOf({
  source,
  file,
  id,
  form,
  plugin,
}: Pick<HookEntry, 'source' | 'file' | 'id' | 'form' | 'plugin'>): string {
  if (source === 'plugin') return `plugin:${plugin}#${id}`
  if (source !== 'project') return `${source}:${id}`
  return form === undefined ? `project:${file}` : `project:${file}#${id}`
}

export const timeOf = ({ timeoutMs }: HookFile): number => timeoutMs ?? HOOK_TIME.usual

function interceptor<P extends HookPoint>(deps: CommandDeps, entry: HookEntry, point: P): InterceptHook {
  const { hook, id, source, form } = entry
  const made = {
    point,
    source,
    owner: id,
    key: keyOf(entry),
    order: hook.order ?? 0,
    timeoutMs: timeOf(hook),
    onError: hook.onError ?? usualFailure(point),
    isFor: form === undefined ? toolTest(hook) : (input: object) => concernsForeign(form, input),
    run: async (input: HookIn<P>, scene: HookScene, signal: AbortSignal) => {
      if (!(await deps.mayRun(entry, scene))) return {}
      const printed = await deps.run(jobOf(entry, input, scene), signal)
      return form === undefined ? answerOf(point, printed, input) : foreignAnswer(point, printed, input)
    },
  }
  // The compiler cannot see that one point runs through all of it.
  return made as unknown as InterceptHook
}

/** Creates the test whether a hook applies to a tool. In its tool names `*` matches any characters. */
function toolTest({ tools }: HookFile): (input: object) => boolean {
  const tests = tools?.map(namePattern)
  return (input) => {
    if (tests === undefined || !('name' in input)) return true
    const name = String(input.name)
    return tests.some((test) => test(name))
  }
}

/** Whether a hook is for something that has happened. */
const concerns = ({ form }: HookEntry, data: unknown): boolean =>
  form === undefined || (typeof data === 'object' && data !== null && concernsForeign(form, data))

function jobOf({ hook, source, form, environment }: HookEntry, input: unknown, scene: HookScene): HookJob {
  const { sessionId, runId, agentId, projectId, cwd } = scene
  const own = { event: hook.on, sessionId, runId, agentId, projectId, cwd, input }
  const isObject = typeof input === 'object' && input !== null
  const told = form === undefined ? own : foreignInput(form, isObject ? input : {}, scene)
  return {
    command: hook.command,
    event: hook.on,
    input: `${JSON.stringify(told)}\n`,
    timeoutMs: timeOf(hook),
    scene,
    source,
    ...(environment === undefined ? {} : { environment }),
  }
}
