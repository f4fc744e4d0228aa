import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import { changeCount } from '../files/changed-lines.ts'
import {
  type ChangeDeps,
  type FileChange,
  fileChange,
  makeChange,
  mustBeAsPlanned,
  planOfChange,
} from '../files/file-change.ts'
import { locateFile } from '../files/look-alike.ts'
import { pastedMarks } from '../files/pasted-marks.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { loadSeen, standingAt } from '../files/stored-file.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import description from './write.md?raw'

const WriteArgs = z.strictObject({ path: z.string().min(1), content: z.string() })
type WriteArgs = z.output<typeof WriteArgs>

const PLAIN = { charset: 'utf8', bom: false } as const

/** Writes a file whole. */
export function createWriteTool(deps: ChangeDeps & { flavour: PathFlavour }): Tool {
  const prepare = async (args: WriteArgs, context: ToolContext): Promise<FileChange> => {
    const file = await locateFile(context.root, args.path, deps.flavour)
    const standing = await standingAt(file)
    if (standing.kind === 'folder') throw AppError.forAgent('tool.failed', `${file.shown} is a folder.`)
    const checked = (before: string) => {
      const { content } = args
      const marks = pastedMarks({ path: file.shown, before, after: content, argument: 'content' })
      if (marks !== null) throw AppError.forAgent('tool.failed', marks)
    }
    if (standing.kind === 'nothing') {
      checked('')
      return fileChange(file, { before: '', after: args.content, encoding: PLAIN, mode: null, seen: null })
    }
    const stored = await loadSeen(file, context.reads, standing)
    const encoding = detectEncoding(stored.bytes)
    const before = encoding === null ? '' : decodeText(stored.bytes, encoding)
    checked(before)
    const after = likeBefore(args.content, before)
    // Nothing of what it held has to come back.
    const { charset, bom } = encoding ?? PLAIN
    return fileChange(file, {
      before,
      after,
      encoding: { charset, bom },
      mode: stored.mode,
      seen: stored.stamp,
    })
  }

  return defineTool({
    name: 'write',
    title: 'Write',
    description,
    schema: WriteArgs,
    parallel: false,
    access: 'edit',
    takesPath: 'new',
    plan: async (args, context) =>
      planOfChange(await prepare(args, context), { root: context.root, flavour: deps.flavour }),
    run: async (args, context, signal, planned) => {
      const change = await prepare(args, context)
      mustBeAsPlanned(change, planned)
      await makeChange(change, context, deps, signal)
      const { file, diff, whole } = change
      const created = change.mode === null
      return {
        text: created ? createdText(file.shown, args.content) : replacedText(file.shown, args.content, whole),
        isError: false,
        details: { kind: 'write', path: file.shown, created, diff },
      }
    },
  })
}

/** A file that uses CRLF throughout goes on doing so when the new content does not say otherwise. */
function likeBefore(content: string, before: string): string {
  const usesCrLf = before.includes('\r\n') && !/(^|[^\r])\n/.test(before)
  return usesCrLf && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
}

function createdText(path: string, content: string): string {
  if (content === '') return `Created ${path}. It is empty.`
  return `Created ${path} with ${lineCount(content)}.`
}

function replacedText(path: string, content: string, whole: FileDiff): string {
  if (whole.added + whole.removed === 0) return `${path} had this content already.`
  return `Replaced ${path}, which has ${lineCount(content)} now, ${changeCount(whole)}.`
}

function lineCount(content: string): string {
  const breaks = content.split('\n').length - 1
  const lines = content.endsWith('\n') || content === '' ? breaks : breaks + 1
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`
}
