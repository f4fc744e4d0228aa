import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import { say } from '#shared/sentences.ts'
import type { ToolAct } from '../../tools/tool.ts'
import type { HookJob } from '../command-hooks.ts'
import type { Printed } from '../hook-answers.ts'
import { readTextFile } from '../text-file.ts'
import type { CommandPiece } from './expand-command.ts'

/** The chat that a command file is sent in. */
type PiecePlace = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly cwd: string
}

type PieceDeps = {
  /** Returns the acts of a shell command in a folder. */
  readonly actsOf: (command: string, root: string, signal: AbortSignal) => Promise<readonly ToolAct[]>
  /** Returns the act of reading a file, with its canonical path. */
  readonly readOf: (path: string, root: string) => Promise<{ readonly act: ToolAct; readonly file: string }>
  /** Judges a call as one of the agent of the chat. `also` are rules of the command file. */
  readonly judge: (
    sessionId: SessionId,
    tool: string,
    acts: readonly ToolAct[],
    also: readonly PermissionRule[],
  ) => Promise<Permission>
  /** Runs a program in the sandbox, with everything it starts. */
  readonly runCommand: (job: HookJob, signal: AbortSignal) => Promise<Printed>
  readonly agentOf: (sessionId: SessionId) => HookJob['scene']['agentId']
  readonly signal: AbortSignal
}

/** The longest one command may run, in milliseconds: the person waits for it. */
const LIMIT_MS = 20_000
const MOST_PIECES = 20
const LONGEST_OUTPUT = 30_000

/**
 * Creates the text of a command file in a chat. A command that the rules would ask about is refused, because no run
 * exists yet in which the agent could ask. A file that may not be read unasked stays a mention.
 */
export function createPieceText({ actsOf, readOf, judge, runCommand, agentOf, signal }: PieceDeps) {
  const outputOf = async (command: string, place: PiecePlace): Promise<string> => {
    const scene = { ...place, runId: null, agentId: agentOf(place.sessionId) }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
    const job: HookJob = {
      command,
      scene,
      input: '',
      timeoutMs: LIMIT_MS,
      event: 'command.file',
      source: 'project',
    }
    const { out, err, exitCode } = await runCommand(job, limit).catch((error: unknown) => {
      if (signal.aborted || !limit.aborted) throw error
      const seconds = String(LIMIT_MS / 1000)
      throw AppError.saying('ipc.refused', say('commandFile.slow', { command, seconds }))
    })
    if (exitCode === 0) return shortened(out.trimEnd())
    const words = shortened(`${out}${err}`.trim()).slice(0, 500)
    throw AppError.saying('ipc.refused', say('commandFile.failed', { command, words }))
  }
  const textOf = async (path: string, { sessionId, cwd }: PiecePlace): Promise<string> => {
    const { act, file } = await readOf(path, cwd)
    if (act.outside || (await judge(sessionId, 'read', [act], [])) !== 'allow') return `@${path}`
    const read = await readTextFile(file, { within: cwd, shown: path })
    return read?.ok === true ? `\n\n<file path="${path}">\n${read.text.trimEnd()}\n</file>\n` : `@${path}`
  }
  /** Throws before anything runs when one of the commands may not. */
  const mustBeAllowed = async (
    pieces: readonly CommandPiece[],
    { sessionId, cwd }: PiecePlace,
    also: readonly PermissionRule[],
  ): Promise<void> => {
    for (const piece of pieces) {
      if (piece.kind !== 'command') continue
      const verdict = await judge(sessionId, 'bash', await actsOf(piece.command, cwd, signal), also)
      if (verdict === 'allow') continue
      const name = verdict === 'deny' ? 'commandFile.denied' : 'commandFile.asks'
      throw AppError.saying('ipc.refused', say(name, { command: piece.command }))
    }
  }
  return async (
    pieces: readonly CommandPiece[],
    place: PiecePlace,
    also: readonly PermissionRule[],
  ): Promise<string> => {
    if (pieces.filter(({ kind }) => kind !== 'text').length > MOST_PIECES) {
      throw AppError.saying('ipc.refused', say('commandFile.tooMany', { count: String(MOST_PIECES) }))
    }
    await mustBeAllowed(pieces, place, also)
    const texts: string[] = []
    for (const piece of pieces) {
      if (piece.kind === 'text') texts.push(piece.text)
      else if (piece.kind === 'command') texts.push(await outputOf(piece.command, place))
      else texts.push(await textOf(piece.path, place))
    }
    return texts.join('').trim()
  }
}

function shortened(text: string): string {
  return text.length <= LONGEST_OUTPUT ? text : `${text.slice(0, LONGEST_OUTPUT)}\n(cut)`
}
