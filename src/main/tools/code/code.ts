import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { CodeFile, CodeQuestion, PlaceQuestion } from '#shared/problems/code-question.ts'
import { readAct } from '../files/file-acts.ts'
import { type Located, locatePath, mustStillLead } from '../files/locate-path.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { existingAt, loadFile } from '../files/stored-file.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
import { hasNoNul, NUL_PROBLEM } from '../no-nul.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import description from './code.md?raw'
import type { AskCode, CodeAsker } from './code-port.ts'
import { codeWords, type See } from './code-words.ts'
import { createSeenPlaces } from './seen-places.ts'
import { columnOf } from './symbol-place.ts'

/** Larger files are not shown to servers, in bytes. */
const LARGEST_FILE = 2 * 1024 * 1024

const CodeArgs = z.strictObject({
  action: z.enum(['definition', 'references', 'hover', 'symbols']),
  path: z.exactOptional(z.string().min(1)),
  line: z.exactOptional(z.number().int().min(1)),
  name: z.exactOptional(z.string().min(1).max(500).refine(hasNoNul, NUL_PROBLEM)),
  query: z.exactOptional(z.string().min(1).max(500).refine(hasNoNul, NUL_PROBLEM)),
})
type CodeArgs = z.output<typeof CodeArgs>

type Deps = { readonly flavour: PathFlavour; readonly ask: AskCode }

/** Creates the tool that asks language servers. It only reads, and rules about `read` hold for it. */
export function createCodeTool({ flavour, ask }: Deps): Tool {
  return defineTool({
    name: 'code',
    title: 'Ask about code',
    description,
    schema: CodeArgs,
    parallel: true,
    access: 'read',
    takesPath: 'place',
    // The first answer waits for the start of a server, which has limits of its own.
    endsByItself: true,
    plan: async (args, { root }) => {
      checkFields(args)
      const { action, path = '.', name, query } = args
      const place = await locatePath(root, path, flavour)
      const act = await readAct('code', place, { root, flavour })
      const about = name ?? query
      const text = `${action} ${about === undefined ? '' : `${about} in `}${place.shown}`
      return { acts: [act], preview: { kind: 'args', text }, place }
    },
    run: async (args, context, signal, fresh) => {
      checkFields(args)
      const file =
        args.path === undefined ? null : await fileAt(args.path, { context, flavour }, fresh?.place ?? null)
      const question = questionOf(args, file)
      const see = createSeenPlaces(context, flavour, signal)
      if (question.kind === 'hover') await mustBeOpen(question, { context, ask, see }, signal)
      const answered = await ask(context, question, signal)
      const path = question.kind === 'symbols' ? question.file.path : null
      const shown = { what: WHAT[question.kind], see, path }
      const texts = answered.map(({ server, answer }) => codeWords(server, answer, shown))
      return { text: (await Promise.all(texts)).join('\n\n'), isError: false }
    },
  })
}

const WHAT = {
  definition: 'definition',
  references: 'references',
  hover: 'hover text',
  symbols: 'symbols',
  search: 'symbols',
} as const satisfies Readonly<Record<CodeQuestion['kind'], string>>

/** Throws where an action lacks a field. */
function checkFields({ action, path, line, name, query }: CodeArgs): void {
  if (action === 'symbols') {
    if (path !== undefined || query !== undefined) return
    throw AppError.forAgent('tool.failed', '`symbols` takes `path`, `query` or both.')
  }
  if (path !== undefined && line !== undefined && name !== undefined) return
  throw AppError.forAgent('tool.failed', `\`${action}\` takes \`path\`, \`line\` and \`name\`.`)
}

function questionOf({ action, line = 1, name = '', query }: CodeArgs, file: CodeFile | null): CodeQuestion {
  if (query !== undefined && action === 'symbols') return { kind: 'search', query, file }
  if (file === null) throw new Error('The fields of the call were checked.')
  if (action === 'symbols') return { kind: 'symbols', file }
  return { kind: action, file, line, column: columnOf(file.text, line, name) }
}

type Reading = { readonly context: Pick<ToolContext, 'root'>; readonly flavour: PathFlavour }

async function fileAt(
  path: string,
  { context: { root }, flavour }: Reading,
  known: Located | null,
): Promise<CodeFile> {
  const place = known ?? (await locatePath(root, path, flavour))
  const { shown } = place
  if (place.outside)
    throw AppError.forAgent('tool.failed', `${shown} is outside the project. Language servers see only it.`)
  const standing = await existingAt(place)
  if (standing.kind === 'folder')
    throw AppError.forAgent('tool.failed', `${shown} is a folder; \`path\` takes a file.`)
  if (standing.size > LARGEST_FILE)
    throw AppError.forAgent('tool.failed', `${shown} is larger than 2 MB. Use grep instead.`)
  const { bytes } = await loadFile(place, standing)
  await mustStillLead(root, path, place, flavour)
  const encoding = detectEncoding(bytes)
  if (encoding === null) throw AppError.forAgent('tool.failed', `${shown} is no text.`)
  return { path: shown, text: decodeText(bytes, encoding) }
}

type Asking = { readonly context: CodeAsker; readonly ask: AskCode; readonly see: See }

/** Refuses a hover over a symbol of a closed file, since its text comes from there. */
async function mustBeOpen(
  question: PlaceQuestion,
  { context, ask, see }: Asking,
  signal: AbortSignal,
): Promise<void> {
  const answered = await ask(context, { ...question, kind: 'definition' }, signal)
  for (const { answer } of answered) {
    for (const place of answer.kind === 'places' ? answer.places : [])
      if ((await see(place)) === null)
        throw AppError.forAgent('tool.denied', 'A permission rule closes the file that defines it.')
  }
}
