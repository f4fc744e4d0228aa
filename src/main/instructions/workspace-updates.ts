import { resolve } from 'node:path'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Storage } from '../app/storage/open-storage.ts'
import { nestedRules, rulesOfExtraFolder } from '../context/instructions/nested-rules.ts'
import { type PathTest, pathRules } from '../context/instructions/path-rules.ts'
import type { RulesFile } from '../context/instructions/rules-block.ts'
import { branchItem, knownBranch } from '../context/updates/branch-update.ts'
import { changedFilesItem, unreportedFiles } from '../context/updates/file-updates.ts'
import { changedFolders } from '../context/updates/folder-updates.ts'
import { isModeUnreported, knownMode, modeItem } from '../context/updates/mode-update.ts'
import { changedRules, unreportedNestedRules } from '../context/updates/rule-updates.ts'
import type { Inbox } from '../runs/run/inbox.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { Tool, ToolResult } from '../tools/tool.ts'
import { hasAnswered, isScanDue, NOTHING, type ScanDeps, scanSurroundings } from './scan-surroundings.ts'

export type WorkspaceUpdatesDeps = ScanDeps & {
  readonly storage: Pick<Storage, 'instructions' | 'reader'>
  readonly pathTest: PathTest
  /** The extra folders of the chat for which a session works. */
  readonly foldersOf: (sessionId: SessionId) => readonly string[]
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

export type WorkspaceUpdates = Pick<Inbox, 'has' | 'take'> & {
  /**
   * The same tools. Reading a file below the working folder also finds the rules that hold there, and a program may have
   * changed the branch, rules and files.
   */
  readonly watching: (tools: readonly Tool[]) => readonly Tool[]
}

/**
 * Announces changes around a run: permission mode, Git branch, rules, and files it has read. Each is appended
 * once after the conversation, so that requests keep their prefix.
 */
export function createWorkspaceUpdates(deps: WorkspaceUpdatesDeps) {
  return async (run: RunHandle, { tellsMode, mode, proposes }: Standing): Promise<WorkspaceUpdates> => {
    const { storage, disk, logger, clock } = deps
    let found = hasAnswered(deps, run) ? await scanSurroundings(deps, run) : NOTHING
    let scannedAt = clock.elapsed()
    let scanning = Promise.resolve()
    const nested = new Map<string, RulesFile>()
    let told: PermissionMode | null = null
    let folders: readonly string[] | null = null
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
      const changed = unreportedFiles(
        path,
        files.map(({ path: name, version }) => ({ path: name, version })),
      )
      const before = knownMode(path)
      const now = mode()
      const branch = instructions === null ? undefined : knownBranch(path, instructions)
      const moved = found.branch !== undefined && branch !== undefined && branch !== found.branch
      return [
        ...(tellsMode && isModeUnreported(before, now, modeAtStart())
          ? [modeItem(before, now, { proposes })]
          : []),
        ...changedFolders(path, deps.foldersOf(run.sessionId)),
        ...(moved ? [branchItem(branch, found.branch ?? null)] : []),
        ...(instructions === null || found.rules === null
          ? []
          : changedRules(path, instructions, found.rules)),
        ...(changed.length === 0 ? [] : [changedFilesItem(changed)]),
        ...(instructions === null ? [] : unreportedNestedRules(path, instructions, [...nested.values()])),
      ]
    }

    const look = async (root: string, file: string, signal: AbortSignal): Promise<void> => {
      try {
        const real = (await disk.stat(resolve(root, file), signal))?.realPath
        if (real === undefined) return
        const extra = deps.foldersOf(run.sessionId).find((folder) => isBelow(folder, real))
        const place = { root: extra ?? root, file: real }
        const nearby = await (extra === undefined ? nestedRules : rulesOfExtraFolder)(disk, place, signal)
        for (const rules of [...(await pathRules(disk, place, deps.pathTest, signal)), ...nearby]) {
          isFresh ||= nested.get(rules.path)?.content !== rules.content
          nested.set(rules.path, rules)
        }
      } catch (error) {
        signal.throwIfAborted()
        // A file that was read is still read.
        logger.warn('The rules of a folder could not be looked for', { reason: String(error) })
      }
    }

    const scanAgain = (): Promise<void> => {
      scannedAt = clock.elapsed()
      scanning = scanning.then(async () => {
        found = await scanSurroundings(deps, run)
        isFresh ||= items(storage.paths.recent(run.sessionId, run.contextId)).length > 0
      })
      return scanning
    }

    const after: AfterCall = async (tool, { result, root, signal }) => {
      const file = tool.name === READ ? fileIn(result) : null
      if (file !== null) await look(root, file, signal)
      if (isScanDue(tool, clock.elapsed() - scannedAt)) await scanAgain()
    }

    return {
      has: () =>
        isFresh ||
        (tellsMode && told !== null && told !== mode()) ||
        (folders !== null && folders !== deps.foldersOf(run.sessionId)),
      take: (of) => {
        isFresh = false
        told = mode()
        folders = deps.foldersOf(run.sessionId)
        const fresh = items(storage.paths.recent(of.sessionId, of.contextId))
        if (fresh.length === 0) return
        of.publish(fresh.map((payload): NewDurableEvent => ({ kind: 'harness.item', payload })))
      },
      watching: (tools) => tools.map((tool) => watched(tool, after)),
    }
  }
}

/** The mode in which a session began; null where its first event is not stored. */
function firstMode({ reader }: Pick<Storage, 'reader'>, sessionId: SessionId): PermissionMode | null {
  const created = reader.first(sessionId)
  return created?.kind === 'session.created' ? created.payload.meta.permissionMode : null
}

const isBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length))

const READ = 'read'

type Called = { readonly result: ToolResult; readonly root: string; readonly signal: AbortSignal }
type AfterCall = (tool: Tool, called: Called) => Promise<void>

/** The tool, with something to do after each call. */
function watched(tool: Tool, after: AfterCall): Tool {
  return {
    ...tool,
    open: (args) => {
      const opened = tool.open(args)
      if (!opened.ok) return opened
      const { call } = opened
      const run: typeof call.run = async (context, signal, fresh) => {
        const result = await call.run(context, signal, fresh)
        await after(tool, { result, root: context.root, signal })
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
