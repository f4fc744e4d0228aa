import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import type { Clock } from '../../lib/clock.ts'
import { editAct } from '../files/file-acts.ts'
import { fileDiff } from '../files/file-diff.ts'
import { type Located, locatePath } from '../files/locate-path.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { replaceFile } from '../files/replace-file.ts'
import { loadSeen, standingAt } from '../files/stored-file.ts'
import { decodeText, detectEncoding, encodeText } from '../files/text-encoding.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import description from './write.md?raw'

const WriteArgs = z.strictObject({ path: z.string().min(1), content: z.string() })
type WriteArgs = z.output<typeof WriteArgs>

type Change = {
  readonly file: Located
  readonly bytes: Buffer
  readonly mode: number | null
  readonly created: boolean
  readonly diff: FileDiff
}

/** Writes a file whole. */
export function createWriteTool(deps: { flavour: PathFlavour; clock: Clock }): Tool {
  const prepare = async (args: WriteArgs, context: ToolContext): Promise<Change> => {
    const file = await locatePath(context.root, args.path, deps.flavour)
    const standing = await standingAt(file)
    if (standing.kind === 'folder') throw new AppError('tool.failed', `${file.shown} is a folder.`)
    if (standing.kind === 'nothing') {
      const bytes = Buffer.from(args.content, 'utf8')
      return { file, bytes, mode: null, created: true, diff: fileDiff(file.shown, '', args.content) }
    }
    const stored = await loadSeen(file, context.reads, standing)
    const encoding = detectEncoding(stored.bytes)
    const before = encoding === null ? '' : decodeText(stored.bytes, encoding)
    const content = likeBefore(args.content, before)
    const bytes = encodeText(content, encoding ?? { charset: 'utf8', bom: false })
    return { file, bytes, mode: stored.mode, created: false, diff: fileDiff(file.shown, before, content) }
  }

  return defineTool({
    name: 'write',
    title: 'Write',
    description,
    schema: WriteArgs,
    parallel: false,
    access: 'edit',
    plan: async (args, context) => {
      const { file, diff } = await prepare(args, context)
      return { acts: [editAct(file)], preview: { kind: 'diff', diff } }
    },
    run: async (args, context, signal) => {
      const { file, bytes, mode, created, diff } = await prepare(args, context)
      signal.throwIfAborted()
      context.reads.note(file.absolute, await replaceFile(file, bytes, mode, deps.clock, signal))
      const text = created ? `Created ${file.shown}.` : `Replaced ${file.shown}.`
      return {
        text: `${text} ${diff.added} lines added, ${diff.removed} removed.`,
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
