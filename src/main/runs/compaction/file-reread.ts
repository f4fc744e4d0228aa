import { AppError } from '#shared/errors.ts'
import type { FileNow, ReadFile } from '../../context/branch/restored-parts.ts'
import { capContent } from '../../context/budget/cap.ts'
import type { CountText } from '../../context/budget/count-tokens.ts'
import type { OpenedCall, Tool, ToolContext } from '../../tools/tool.ts'
import { bounded, type ToolCallDeps } from '../calls/calling.ts'
import { createToolLimit, type ToolLimit } from '../calls/tool-limit.ts'
import type { RunHandle } from '../run/run-handle.ts'

const READ = 'read'
/** No file is worth a longer wait: the agent can still read it itself. */
const LIMIT_MS = 5_000
const MOST_FILES = 5
/** Files that are gone or may not be read any more leave their place to others, and not for ever. */
const MOST_TRIED = 12
/** Fewer tokens say too little of a file. */
const LEAST_TOKENS = 100
/** The most of the room that one file may take. */
const FILE_SHARE = 0.5
const CUT = '(cut to save space; read shows the rest)'

type Opened = { readonly call: OpenedCall; readonly context: ToolContext; readonly limit: ToolLimit }

/**
 * Reads files again on behalf of the agent, with its own tool, so that permissions, secrets and binary files
 * are handled as usual. Files that need an approval are skipped.
 */
export function createFileReread(calls: ToolCallDeps, run: RunHandle) {
  const tool = calls.tools.find(({ name }) => name === READ)

  /** Null where nothing came of it. */
  const withFile = async <T>(file: ReadFile, use: (tool: Tool, opened: Opened) => Promise<T | null>) => {
    const opened = tool?.open({ path: file.path, ...pageOf(file) })
    if (tool === undefined || opened?.ok !== true) return null
    const limit = createToolLimit(calls.clock, { run: run.signal, limitMs: LIMIT_MS, tool: READ })
    try {
      return await use(tool, { call: opened.call, context: contextOf(calls, run), limit })
    } catch (error) {
      run.signal.throwIfAborted()
      if (!(error instanceof AppError)) calls.logger.error('A file could not be given again', error)
      return null
    } finally {
      limit.end()
    }
  }

  const textOf = (file: ReadFile): Promise<string | null> =>
    withFile(file, async ({ name }, { call, context, limit }) => {
      const plan = await bounded(calls, limit, (signal) => call.plan(context, signal))
      if (calls.judge(run.sessionId, name, plan.acts).verdict !== 'allow') return null
      const {
        text,
        isError,
        details,
        files = [],
      } = await bounded(calls, limit, (signal) => call.run(context, signal, plan))
      // Reading a folder lists it, which says nothing about a file that was there.
      return isError || files.length > 0 || details?.kind !== 'read' ? null : text
    })

  return {
    /** Without it the agent could not read again what it may not change any more. */
    canRead: tool !== undefined,
    /** Returns the locations of the files at these paths. */
    placesOf: async (paths: readonly string[]): Promise<ReadonlySet<string>> => {
      const places = paths.map((path) =>
        withFile({ path, page: null }, async (_, { call, context, limit }) => {
          const { place } = await bounded(calls, limit, (signal) => call.plan(context, signal))
          return place?.absolute ?? null
        }),
      )
      return new Set((await Promise.all(places)).filter((place) => place !== null))
    },
    /** The first of these files that can be read, as far as there is room for them. */
    read: async (files: readonly ReadFile[], room: number, countText: CountText): Promise<FileNow[]> => {
      const read: FileNow[] = []
      // Hooks on calls and their results cannot apply without a call.
      if (calls.hooks.has('tool.before') || calls.hooks.has('tool.after')) return read
      let left = room
      for (const file of files.slice(0, MOST_TRIED)) {
        if (read.length === MOST_FILES || left < LEAST_TOKENS) break
        const whole = await textOf(file)
        const most = Math.min(left, Math.max(LEAST_TOKENS, Math.floor(room * FILE_SHARE)))
        const text = whole === null ? null : fitted(whole, most, countText)
        if (text === null) continue
        left -= countText(text) + countText(file.path)
        read.push({ ...file, text })
      }
      return read
    },
  }
}

function pageOf({ page }: ReadFile): { offset?: number; limit?: number } {
  return page === null ? {} : { offset: page.from, limit: Math.max(1, page.lines) }
}

function fitted(text: string, most: number, countText: CountText): string | null {
  if (countText(text) <= most) return text
  const head = capContent(text, most - countText(CUT), 'head', countText)
  return head === null ? null : `${head}\n${CUT}`
}

/** Returns a tool context that never asks the person. */
function contextOf(calls: ToolCallDeps, run: RunHandle): ToolContext {
  const refuse = () => Promise.reject(AppError.forAgent('tool.failed', 'Nobody can be asked now.'))
  return {
    // It belongs to no call and is no event, so nothing will be stored under these ids.
    ...calls.contextFor(run, calls.newId('event'), calls.newId('event')),
    judge: (act) => calls.judge(run.sessionId, READ, [act]).verdict,
    ask: refuse,
    fill: refuse,
    sample: refuse,
    approveOutside: refuse,
    approvePlan: refuse,
  }
}
