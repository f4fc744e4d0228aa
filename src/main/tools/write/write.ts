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
import { locateFile } from '../files/locate-file.ts'
import { type MendedText, mendedBy, mendedText } from '../files/mended-text.ts'
import { pastedMarks } from '../files/pasted-marks.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { loadSeen, standingAt } from '../files/stored-file.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import description from './write.md?raw'

const WriteArgs = z.strictObject({ path: z.string().min(1), content: z.string() })
type WriteArgs = z.output<typeof WriteArgs>

/** `content` is the text that is meant, `notes` what was made up for to read it. */
type WholeChange = FileChange & Omit<MendedText, 'text'> & { readonly content: string }

const PLAIN = { charset: 'utf8', bom: false } as const

/** Writes a file whole. */
export function createWriteTool(deps: ChangeDeps & { flavour: PathFlavour }): Tool {
  const prepare = async (args: WriteArgs, context: ToolContext): Promise<WholeChange> => {
    const file = await locateFile(context.root, args.path, deps.flavour)
    const standing = await standingAt(file)
    if (standing.kind === 'folder') throw AppError.forAgent('tool.failed', `${file.shown} is a folder.`)
    const checked = (before: string): MendedText => {
      const written = { path: file.shown, before, after: args.content, argument: 'content' as const }
      const mended = mendedText(written)
      if (mended !== null) return { ...mended, text: endedLike(before, mended.text) }
      const marks = pastedMarks(written)
      if (marks !== null) throw AppError.forAgent('tool.failed', marks)
      return { text: args.content, notes: [], kinds: [] }
    }
    if (standing.kind === 'nothing') {
      const { text: after, notes, kinds } = checked('')
      const change = fileChange(file, { before: '', after, encoding: PLAIN, mode: null, seen: null })
      return { ...change, content: after, notes, kinds }
    }
    const stored = await loadSeen(file, context.reads, standing)
    const encoding = detectEncoding(stored.bytes)
    const before = encoding === null ? '' : decodeText(stored.bytes, encoding)
    const { text: content, notes, kinds } = checked(before)
    const after = likeBefore(content, before)
    // Nothing of what it held has to come back.
    const { charset, bom } = encoding ?? PLAIN
    const encodedAs = { charset, bom }
    const change = fileChange(file, {
      before,
      after,
      encoding: encodedAs,
      mode: stored.mode,
      seen: stored.stamp,
    })
    return { ...change, content, notes, kinds }
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
      const { file, diff, whole, content, notes, kinds } = change
      const created = change.mode === null
      const done = created ? createdText(file.shown, content) : replacedText(file.shown, content, whole)
      return {
        text: [done, ...notes.map((note) => `(${note})`)].join('\n'),
        isError: false,
        details: { kind: 'write', path: file.shown, created, diff, ...mendedBy(kinds) },
      }
    },
  })
}

/** Marks hide the line break at the end of a text. A file that ends with one keeps it. */
function endedLike(before: string, text: string): string {
  return before.endsWith('\n') && !text.endsWith('\n') ? `${text}\n` : text
}

/** Keeps CRLF in a file that uses it throughout, unless the new content mixes line ends. */
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
