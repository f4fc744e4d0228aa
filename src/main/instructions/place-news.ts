import { resolve } from 'node:path'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Storage } from '../app/storage/open-storage.ts'
import { discoverRules, type RulesDisk } from '../context/instructions/discover-rules.ts'
import { findGit } from '../context/instructions/find-git.ts'
import { nestedRules } from '../context/instructions/nested-rules.ts'
import type { RulesFile } from '../context/instructions/rules-block.ts'
import { branchItem, toldBranch } from '../context/news/told-branch.ts'
import { changedFilesItem, untoldFiles } from '../context/news/told-files.ts'
import { isUntold, modeItem, toldMode } from '../context/news/told-mode.ts'
import { changedRules, untoldNested } from '../context/news/told-rules.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Inbox } from '../runs/run/inbox.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import type { SessionLedger, Tool, ToolResult } from '../tools/tool.ts'
import { changedSince, type FoundChange } from './changed-files.ts'
import { createPatientDisk } from './patient-disk.ts'

export type PlaceNewsDeps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly storage: Pick<Storage, 'paths' | 'instructions' | 'reader'>
  readonly ledgerOf: (sessionId: SessionId) => SessionLedger
  readonly disk: RulesDisk
  /** The person's own rules for every project. */
  readonly agentsFile: string
  /** The person's home folder. */
  readonly home: string
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
}

/** State of a run's agent. */
type Standing = {
  /** Whether to announce its mode. */
  readonly tellsMode: boolean
  /** Asked between any two requests: the person may change it meanwhile. */
  readonly mode: () => PermissionMode
  /** Whether it has the tool that puts a plan to the person. */
  readonly proposes: boolean
}

/** The state found at the start of a run. */
type Found = {
  readonly rules: readonly RulesFile[] | null
  /** Undefined without a repository, or before it was read. */
  readonly branch: string | null | undefined
  readonly files: readonly FoundChange[]
}

const NOTHING: Found = { rules: null, branch: undefined, files: [] }

/** A disk that does not answer holds no run up for longer, in milliseconds. */
const LIMIT_MS = 1_000

export type PlaceNews = Pick<Inbox, 'has' | 'take'> & {
  /** The same tools. Reading a file below the working folder also finds the rules that hold there. */
  readonly watching: (tools: readonly Tool[]) => readonly Tool[]
}

/**
 * Announces changes around a run: permission mode, Git branch, rules, and files it has read. Each is appended
 * once after the conversation, so that requests keep their prefix.
 */
export function createPlaceNews(deps: PlaceNewsDeps) {
  return async (run: RunHandle, { tellsMode, mode, proposes }: Standing): Promise<PlaceNews> => {
    const { storage, disk, logger } = deps
    const found = await lookAround(deps, run)
    const nested = new Map<string, RulesFile>()
    let told: PermissionMode | null = null
    let begun: PermissionMode | null | undefined
    let isFresh = false

    const modeAtStart = (): PermissionMode | null => {
      begun ??= firstMode(storage, run.sessionId)
      return begun
    }

    const items = (path: readonly DurableEvent[]) => {
      const instructions = instructionsOf(storage, run.sessionId)
      const files = found.files.filter(
        ({ absolute, mtimeMs }) => deps.ledgerOf(run.sessionId).seen(absolute)?.mtimeMs !== mtimeMs,
      )
      const changed = untoldFiles(
        path,
        files.map(({ path: name, version }) => ({ path: name, version })),
      )
      const before = toldMode(path)
      const now = mode()
      const branch = instructions === null ? undefined : toldBranch(path, instructions)
      const moved = found.branch !== undefined && branch !== undefined && branch !== found.branch
      return [
        ...(tellsMode && isUntold(before, now, modeAtStart()) ? [modeItem(before, now, { proposes })] : []),
        ...(moved ? [branchItem(branch, found.branch ?? null)] : []),
        ...(instructions === null || found.rules === null
          ? []
          : changedRules(path, instructions, found.rules)),
        ...(changed.length === 0 ? [] : [changedFilesItem(changed)]),
        ...(instructions === null ? [] : untoldNested(path, instructions, [...nested.values()])),
      ]
    }

    const look = async (root: string, file: string, signal: AbortSignal): Promise<void> => {
      try {
        const real = (await disk.stat(resolve(root, file), signal))?.realPath
        if (real === undefined) return
        for (const rules of await nestedRules(disk, { root, file: real }, signal)) {
          isFresh ||= nested.get(rules.path)?.content !== rules.content
          nested.set(rules.path, rules)
        }
      } catch (error) {
        signal.throwIfAborted()
        // A file that was read is still read.
        logger.warn('The rules of a folder could not be looked for', { reason: String(error) })
      }
    }

    return {
      has: () => isFresh || (tellsMode && told !== null && told !== mode()),
      take: (of) => {
        isFresh = false
        told = mode()
        const fresh = items(storage.paths.of(of.sessionId, of.contextId))
        if (fresh.length === 0) return
        of.publish(fresh.map((payload): NewDurableEvent => ({ kind: 'harness.item', payload })))
      },
      watching: (tools) => tools.map((tool) => (tool.name === READ ? watched(tool, look) : tool)),
    }
  }
}

/** The mode in which a session began; null where its first event is not stored. */
function firstMode({ reader }: Pick<Storage, 'reader'>, sessionId: SessionId): PermissionMode | null {
  const [created] = reader.newestOfKinds(sessionId, ['session.created'], 1)
  return created?.kind === 'session.created' ? created.payload.meta.permissionMode : null
}

const READ = 'read'

type Look = (root: string, file: string, signal: AbortSignal) => Promise<void>

/** The tool, which looks for rules beside each file that it has read. */
function watched(tool: Tool, look: Look): Tool {
  return {
    ...tool,
    open: (args) => {
      const opened = tool.open(args)
      if (!opened.ok) return opened
      const { call } = opened
      const run: typeof call.run = async (context, signal, fresh) => {
        const result = await call.run(context, signal, fresh)
        const file = fileIn(result)
        if (file !== null) await look(context.root, file, signal)
        return result
      }
      return { ...opened, call: { ...call, run } }
    },
  }
}

function fileIn({ isError, details }: ToolResult): string | null {
  return !isError && details?.kind === 'read' ? details.path : null
}

function instructionsOf({ instructions }: Pick<Storage, 'instructions'>, sessionId: SessionId) {
  const told = instructions.of(sessionId)
  return told === null ? null : { snapshot: told.payload.snapshot, seq: told.seq }
}

/** Looks at the disk once, before a run of a chat that has answered before: what is new was read a moment ago. */
async function lookAround(deps: PlaceNewsDeps, run: RunHandle): Promise<Found> {
  const { session } = deps.log.folds(run.sessionId)
  const path = deps.storage.paths.of(run.sessionId, run.contextId)
  const hasAnswered = path.some(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  if (session?.kind !== 'chat' || !hasAnswered) return NOTHING
  const { cwd } = session
  const done = new AbortController()
  const patient = createPatientDisk(
    deps.disk,
    deps.clock.after(LIMIT_MS, done.signal).catch(() => undefined),
  )
  try {
    const search = { cwd, projectRoot: cwd, home: deps.home, userFile: deps.agentsFile }
    const [{ files: rules }, git, files] = await Promise.all([
      discoverRules(patient.disk, search, run.signal),
      findGit(patient.disk, cwd, run.signal),
      patient.ask(cwd, () => changedSince(deps.ledgerOf(run.sessionId), cwd)),
    ])
    // A disk that did not answer tells nothing of what is gone.
    if (patient.missed().length > 0) return { ...NOTHING, files: files ?? [] }
    return { rules, branch: git?.branch, files: files ?? [] }
  } catch (error) {
    run.signal.throwIfAborted()
    deps.logger.warn('What changed around a chat could not be looked up', { reason: String(error) })
    return NOTHING
  } finally {
    done.abort()
  }
}
