import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import {
  type ChangeDeps,
  type FileChange,
  fileChange,
  makeChange,
  mustBeAsPlanned,
  planOfChange,
} from '../files/file-change.ts'
import { locateFile } from '../files/look-alike.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { loadSeen, standingAt } from '../files/stored-file.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
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

/** `count` is how many passages change. */
type PassageChange = FileChange & { readonly count: number }

/** Replaces a passage of a file that the agent has read. */
export function createEditTool(deps: ChangeDeps & { flavour: PathFlavour }): Tool {
  const prepare = async (args: EditArgs, context: ToolContext): Promise<PassageChange> => {
    const file = await locateFile(context.root, args.path, deps.flavour)
    const standing = await standingAt(file)
    if (standing.kind === 'nothing') {
      throw AppError.forAgent('tool.not_found', `${file.shown} does not exist. Use write to make it.`)
    }
    if (standing.kind === 'folder') throw AppError.forAgent('tool.failed', `${file.shown} is a folder.`)
    const stored = await loadSeen(file, context.reads, standing)
    const encoding = detectEncoding(stored.bytes)
    if (encoding === null) throw AppError.forAgent('tool.failed', `${file.shown} is a binary file.`)
    const before = decodeText(stored.bytes, encoding)
    const { old_text: oldText, new_text: newText, replace_all: all } = args
    const replaced = replaceText(before, { oldText, newText, all })
    if (!replaced.ok) throw AppError.forAgent('tool.failed', `${file.shown}: ${replaced.problem}`)
    const { text, count } = replaced
    return {
      ...fileChange(file, { before, after: text, encoding, mode: stored.mode, seen: stored.stamp }),
      count,
    }
  }

  return defineTool({
    name: 'edit',
    title: 'Edit',
    description,
    schema: EditArgs,
    parallel: false,
    access: 'edit',
    plan: async (args, context) =>
      planOfChange(await prepare(args, context), { root: context.root, flavour: deps.flavour }),
    run: async (args, context, signal, planned) => {
      const change = await prepare(args, context)
      mustBeAsPlanned(change, planned)
      await makeChange(change, context, deps, signal)
      const { file, count, diff } = change
      const places = count === 1 ? 'One passage' : `${count} passages`
      return {
        text: `${places} of ${file.shown} changed: ${diff.added} lines added, ${diff.removed} removed.`,
        isError: false,
        details: { kind: 'edit', path: file.shown, diff },
      }
    },
  })
}
