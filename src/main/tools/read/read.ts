import type { FileHandle } from 'node:fs/promises'
import { posix } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { planOfLook } from '../files/file-acts.ts'
import { fileKind, PDF, sizeText } from '../files/file-kind.ts'
import { locateFile } from '../files/locate-file.ts'
import { type Located, locatePath } from '../files/locate-path.ts'
import { resolvePath } from '../files/project-path.ts'
import {
  type Existing,
  existingAt,
  loadFile,
  type StandingFile,
  standingAt,
  WHOLE_FILE_LIMIT,
  withFile,
} from '../files/stored-file.ts'
import { decoderOf, decodeText, detectEncoding, encodingNote } from '../files/text-encoding.ts'
import { type ListDeps, listFolder } from '../list/list-folder.ts'
import { defineTool, type Tool, type ToolContext, type ToolPlan, type ToolResult } from '../tool.ts'
import { createLinePage, type PageRequest } from './line-page.ts'
import { notebookText } from './notebook.ts'
import { pageAnswer } from './page-answer.ts'
import { LARGEST_PDF, type PdfPages, pdfText, type ReadPdf } from './pdf.ts'
import description from './read.md?raw'
import { namesOutput, planOfOutput, readOutput } from './read-output.ts'

const IMAGE_LIMIT = 5 * 1024 * 1024
const COUNTED_BYTES = 256 * 1024 * 1024
const SAMPLE = 64 * 1024

const ReadArgs = z.strictObject({
  path: z.string().min(1),
  offset: z.number().int().min(1).default(1),
  limit: z.number().int().min(1).max(10_000).default(2000),
  column: z.exactOptional(z.number().int().min(1)),
})

type ReadDeps = ListDeps & { readonly readPdf: ReadPdf }

/** Shows a file to the model and remembers that it was seen. */
export function createReadTool(deps: ReadDeps): Tool {
  const { flavour } = deps
  const stood = new WeakMap<Located, Existing>()
  return defineTool({
    name: 'read',
    title: 'Read',
    description,
    schema: ReadArgs,
    parallel: true,
    access: 'read',
    takesPath: 'file',
    early: true,
    plan: async ({ path }, { root }) => {
      if (namesOutput(path)) return planOfOutput(path)
      // Both queries run in parallel; the result counts if the path contains no link.
      const asked = resolvePath(root, path, flavour)
      const [found, located] = await Promise.all([
        standingAt({ absolute: asked, shown: asked, outside: true }).catch(() => null),
        locatePath(root, path, flavour),
      ])
      const place = found?.kind === 'nothing' ? await locateFile(root, path, flavour) : located
      if (found !== null && found.kind !== 'nothing' && place.absolute === asked) stood.set(place, found)
      const plan = await planOfLook('read', place, { root, flavour })
      const standing = stood.get(place) ?? (await standingAt(place).catch(() => null))
      return standing?.kind === 'folder' ? asListing(plan) : plan
    },
    run: async (args, context, signal, fresh) => {
      const { path } = args
      if (namesOutput(path)) return await readOutput(path, args, context, signal)
      const file = fresh?.place ?? (await locateFile(context.root, args.path, flavour))
      const standing = stood.get(file) ?? (await existingAt(file))
      if (standing.kind === 'folder')
        return await listFolder({ folder: file, path, depth: 1 }, deps, context, signal)
      const isPdf = /\.pdf$/i.test(file.absolute) && standing.size <= LARGEST_PDF
      if (standing.size > WHOLE_FILE_LIMIT && !isPdf) {
        return await readHuge(file, standing.size, args, signal)
      }
      const reading = { context, readPdf: (bytes: Uint8Array) => deps.readPdf(context, bytes, signal) }
      return await readWhole(file, standing, args, reading)
    },
  })
}

/** Reading a folder lists it, so what rules refuse to `list` is refused here too. */
function asListing(plan: ToolPlan): ToolPlan {
  return { ...plan, acts: plan.acts.map((act) => ({ ...act, alsoTool: 'list' })) }
}

type Reading = {
  readonly context: ToolContext
  readonly readPdf: (bytes: Uint8Array) => Promise<PdfPages>
}

async function readWhole(
  file: Located,
  standing: StandingFile,
  page: PageRequest,
  { context, readPdf }: Reading,
): Promise<ToolResult> {
  const { bytes, stamp } = await loadFile(file, standing)
  const kind = fileKind(bytes)
  if (kind?.name === PDF) {
    return paged(file, pdfText(file.shown, await readPdf(bytes)), page, ['the text of a PDF'])
  }
  if (kind !== null && kind.imageMime !== null) return await picture(file, bytes, kind.imageMime, context)
  const encoding = detectEncoding(bytes)
  if (encoding === null) throw binary(file, bytes.length, kind?.name ?? null)
  context.reads.note(file.absolute, stamp)
  const text = decodeText(bytes, encoding)
  const cells = /\.ipynb$/i.test(file.absolute) ? notebookText(text) : null
  if (cells !== null) return paged(file, cells, page, [NOTEBOOK])
  return paged(file, text, page, [encodingNote(encoding)])
}

const NOTEBOOK = 'the cells of a notebook, changed with `notebook_edit`; the file itself is JSON'

function paged(
  file: Located,
  text: string,
  page: PageRequest,
  notes: readonly (string | null)[],
): ToolResult {
  const lines = createLinePage(page)
  lines.feed(text)
  return pageAnswer(file.shown, lines.finish(), notes)
}

/** Reads only forwards and keeps only the page; such a file cannot be edited, so it gets no stamp. */
async function readHuge(
  file: Located,
  size: number,
  page: PageRequest,
  signal: AbortSignal,
): Promise<ToolResult> {
  return await withFile(file, async (handle) => {
    const head = await firstBytes(handle)
    const encoding = detectEncoding(head)
    if (encoding === null) throw binary(file, size, fileKind(head)?.name ?? null)
    const decode = decoderOf(encoding)
    const lines = createLinePage(page)
    const stream = handle.createReadStream({ start: 0, end: COUNTED_BYTES - 1, autoClose: false, signal })
    for await (const chunk of stream) lines.feed(decode(chunk))
    const huge = `the file has ${sizeText(size)} and is too large for edit and write`
    const partly = size > COUNTED_BYTES ? `only the first ${sizeText(COUNTED_BYTES)} were looked at` : null
    return pageAnswer(file.shown, lines.finish(), [encodingNote(encoding), huge, partly])
  })
}

async function firstBytes(handle: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0)
  // A character cut in two at the end must not make the sample look like another encoding.
  let end = bytesRead - (bytesRead % 2)
  for (let back = 0; back < 4 && end > 0 && (buffer[end - 1] ?? 0) >= 0x80; back += 2) end -= 2
  return buffer.subarray(0, end)
}

async function picture(
  file: Located,
  bytes: Uint8Array,
  mime: string,
  context: ToolContext,
): Promise<ToolResult> {
  if (bytes.length > IMAGE_LIMIT) {
    const size = sizeText(bytes.length)
    throw AppError.forAgent(
      'tool.failed',
      `${file.shown} is a picture of ${size}; at most 5 MB can be shown.`,
    )
  }
  const blobId = await context.blobs.putBytes(bytes, mime)
  return {
    text: `${file.shown} is a picture (${mime}, ${sizeText(bytes.length)}).`,
    isError: false,
    files: [{ blobId, mime, name: posix.basename(file.shown) }],
  }
}

function binary(file: Located, size: number, kind: string | null): AppError {
  const what = kind === null ? 'a binary file' : `a binary file (${kind})`
  return AppError.forAgent(
    'tool.failed',
    `${file.shown} is ${what} of ${sizeText(size)} and has no text to show.`,
  )
}
