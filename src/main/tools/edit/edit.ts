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
import description from './edit.md?raw'
import { replaceText } from './replace-text.ts'

const EditArgs = z.strictObject({
  path: z.string().min(1),
  old_text: z.string(),
  new_text: z.string(),
  replace_all: z.boolean().default(false),
})
type EditArgs = z.output<typeof EditArgs>

type Change = {
  readonly file: Located
  readonly bytes: Buffer
  readonly mode: number
  readonly count: number
  readonly diff: FileDiff
}

/** Replaces a passage of a file that the agent has read. */
export function createEditTool(deps: { flavour: PathFlavour; clock: Clock }): Tool {
  const prepare = async (args: EditArgs, context: ToolContext): Promise<Change> => {
    const file = await locatePath(context.root, args.path, deps.flavour)
    const standing = await standingAt(file)
    if (standing.kind === 'nothing') {
      throw new AppError('tool.not_found', `${file.shown} does not exist. Use write to make it.`)
    }
    if (standing.kind === 'folder') throw new AppError('tool.failed', `${file.shown} is a folder.`)
    const stored = await loadSeen(file, context.reads, standing)
    const encoding = detectEncoding(stored.bytes)
    if (encoding === null) throw new AppError('tool.failed', `${file.shown} is a binary file.`)
    const before = decodeText(stored.bytes, encoding)
    const { old_text: oldText, new_text: newText, replace_all: all } = args
    const replaced = replaceText(before, { oldText, newText, all })
    if (!replaced.ok) throw new AppError('tool.failed', `${file.shown}: ${replaced.problem}`)
    const { text, count } = replaced
    const bytes = encodeText(text, encoding)
    return { file, bytes, mode: stored.mode, count, diff: fileDiff(file.shown, before, text) }
  }

  return defineTool({
    name: 'edit',
    title: 'Edit',
    description,
    schema: EditArgs,
    parallel: false,
    access: 'edit',
    plan: async (args, context) => {
      const { file, diff } = await prepare(args, context)
      return { acts: [editAct(file)], preview: { kind: 'diff', diff } }
    },
    run: async (args, context, signal) => {
      const { file, bytes, mode, count, diff } = await prepare(args, context)
      signal.throwIfAborted()
      context.reads.note(file.absolute, await replaceFile(file, bytes, mode, deps.clock, signal))
      const places = count === 1 ? 'One passage' : `${count} passages`
      return {
        text: `${places} of ${file.shown} changed: ${diff.added} lines added, ${diff.removed} removed.`,
        isError: false,
        details: { kind: 'edit', path: file.shown, diff },
      }
    },
  })
}
