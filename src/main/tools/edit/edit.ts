import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { changeCount, changedLines } from '../files/changed-lines.ts'
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
import description from './edit.md?raw'
import { type ReplacedText, type Replacement, replaceSteps } from './replace-text.ts'
import { inTurns } from './search-text.ts'
import { withoutStrayEscapes } from './stray-escapes.ts'

const EditArgs = z.strictObject({
  path: z.string().min(1),
  old_text: z.string(),
  new_text: z.string({
    error: ({ input }) =>
      input === undefined || input === null
        ? 'To delete the passage, give `new_text` as an empty text.'
        : undefined,
  }),
  replace_all: z.boolean().default(false),
})
type EditArgs = z.output<typeof EditArgs>

/** `count` is how many passages change, `note` what was made up for to find them. */
type PassageChange = FileChange &
  Pick<MendedText, 'kinds' | 'notes'> & { readonly count: number; readonly note: string | null }

/** The new text without the marks it got on its way; null where it has none. Throws where they cannot be read away. */
function mendedNew(path: string, { oldText, newText }: ReplacedText['read']): MendedText | null {
  const written = { path, before: oldText, after: newText, argument: 'new_text' as const }
  const mended = mendedText(written)
  if (mended !== null) return mended
  const marks = pastedMarks(written)
  if (marks !== null) throw AppError.forAgent('tool.failed', marks)
  const plain = withoutStrayEscapes(path, { oldText, newText })
  return plain === null
    ? null
    : { text: plain, notes: ['new_text: quotes were written as \\"'], kinds: ['quotes'] }
}

/** Replaces a passage of a file that the agent has read. */
export function createEditTool(deps: ChangeDeps & { flavour: PathFlavour }): Tool {
  const prepare = async (
    args: EditArgs,
    context: ToolContext,
    signal: AbortSignal,
  ): Promise<PassageChange> => {
    const file = await locateFile(context.root, args.path, deps.flavour)
    const standing = await standingAt(file)
    if (standing.kind === 'nothing') {
      throw AppError.forAgent('tool.not_found', `${file.shown} does not exist.`)
    }
    if (standing.kind === 'folder') throw AppError.forAgent('tool.failed', `${file.shown} is a folder.`)
    const stored = await loadSeen(file, context.reads, standing)
    const encoding = detectEncoding(stored.bytes)
    if (encoding === null) throw AppError.forAgent('tool.failed', `${file.shown} is a binary file.`)
    const before = decodeText(stored.bytes, encoding)
    const { old_text: oldText, new_text: newText, replace_all: all } = args
    const replace = async (texts: Pick<Replacement, 'oldText' | 'newText'>): Promise<ReplacedText> => {
      const replaced = await inTurns(replaceSteps(before, { ...texts, all }), signal)
      if (!replaced.ok) throw AppError.forAgent('tool.failed', `${file.shown}: ${replaced.problem}`)
      return replaced
    }
    const first = await replace({ oldText, newText })
    const mended = mendedNew(file.shown, first.read)
    const last = mended === null ? first : await replace({ ...first.read, newText: mended.text })
    const { text, count } = last
    return {
      ...fileChange(file, { before, after: text, encoding, mode: stored.mode, seen: stored.stamp }),
      count,
      note: first.note,
      notes: mended?.notes ?? [],
      kinds: [...(first.note === null ? [] : (['passage'] as const)), ...(mended?.kinds ?? [])],
    }
  }

  return defineTool({
    name: 'edit',
    title: 'Edit',
    description,
    schema: EditArgs,
    parallel: false,
    access: 'edit',
    takesPath: 'file',
    plan: async (args, context, signal) =>
      planOfChange(await prepare(args, context, signal), { root: context.root, flavour: deps.flavour }),
    run: async (args, context, signal, planned) => {
      const change = await prepare(args, context, signal)
      mustBeAsPlanned(change, planned)
      await makeChange(change, context, deps, signal)
      const { file, count, note, notes, diff, whole, kinds } = change
      const places = count === 1 ? 'One passage' : `${count} passages`
      const how = note === null ? '' : ` (${note})`
      return {
        text: [
          `${places} of ${file.shown} changed, ${changeCount(diff)}${how}:`,
          changedLines(whole),
          ...notes.map((each) => `(${each})`),
        ].join('\n'),
        isError: false,
        details: { kind: 'edit', path: file.shown, diff, ...mendedBy(kinds) },
      }
    },
  })
}
