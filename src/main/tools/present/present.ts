import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { type HandedPreview, isDocumentName } from '#shared/file/handed-file.ts'
import { planOfLook } from '../files/file-acts.ts'
import { fileKind, sizeText } from '../files/file-kind.ts'
import { locateFile } from '../files/locate-file.ts'
import type { Located } from '../files/locate-path.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { existingAt, loadFile } from '../files/stored-file.ts'
import { detectEncoding } from '../files/text-encoding.ts'
import { defineTool, type Tool, type ToolPlan } from '../tool.ts'
import description from './present.md?raw'

/** The name of the tool that hands a file to the person. */
export const PRESENT_TOOL = 'present_file'

/** The largest file that is handed over, in bytes. */
const LARGEST_HANDED = 25 * 1024 * 1024

const PresentArgs = z.strictObject({ path: z.string().min(1) })

type PresentDeps = { readonly flavour: PathFlavour }

/** Hands a file to the person as a card. The chat keeps a copy, so the card outlives the file. */
export function createPresentTool({ flavour }: PresentDeps): Tool {
  return defineTool({
    name: PRESENT_TOOL,
    title: 'Present file',
    description,
    schema: PresentArgs,
    parallel: true,
    access: 'read',
    takesPath: 'file',
    plan: async ({ path }, { root }) => {
      const place = await locateFile(root, path, flavour)
      return asReading(await planOfLook(PRESENT_TOOL, place, { root, flavour }))
    },
    run: async ({ path }, { root, blobs }, _signal, fresh) => {
      const file = fresh?.place ?? (await locateFile(root, path, flavour))
      const { bytes, preview, mime, ...more } = await loadHanded(file)
      const outputBlob = await blobs.putBytes(bytes, mime)
      const name = flavour.path.basename(file.absolute)
      return {
        text: `${file.shown} (${sizeText(bytes.length)}) is shown to the person.`,
        isError: false,
        outputBlob,
        details: { kind: 'file', path: file.shown, name, size: bytes.length, preview, ...more },
      }
    },
  })
}

/** Handing over shows all of the file, so what rules say about `read` holds for it too. */
function asReading(plan: ToolPlan): ToolPlan {
  return { ...plan, acts: plan.acts.map((act) => ({ ...act, alsoTool: 'read' })) }
}

type Handed = {
  readonly bytes: Uint8Array
  readonly preview: HandedPreview
  readonly mime: string
  /** The character set of a text that is not UTF-8. */
  readonly charset?: string
}

async function loadHanded(file: Located): Promise<Handed> {
  const standing = await existingAt(file)
  if (standing.kind === 'folder') {
    throw AppError.forAgent('tool.failed', `${file.shown} is a folder. Pack it into one file first.`)
  }
  if (standing.size > LARGEST_HANDED) throw tooLarge(file, standing.size)
  const { bytes } = await loadFile(file, standing)
  // It may have grown since it was looked at.
  if (bytes.length > LARGEST_HANDED) throw tooLarge(file, bytes.length)
  return { bytes, ...previewOf(bytes, file.absolute) }
}

function tooLarge(file: Located, size: number): AppError {
  const text = `${file.shown} has ${sizeText(size)}; at most 25 MB can be handed over. Tell the person its path.`
  return AppError.forAgent('tool.failed', text)
}

function previewOf(bytes: Uint8Array, path: string): Omit<Handed, 'bytes'> {
  const kind = fileKind(bytes)
  if (kind !== null && kind.imageMime !== null) return { preview: 'picture', mime: kind.imageMime }
  const encoding = kind === null ? detectEncoding(bytes) : null
  // The file is kept byte for byte. Only UTF-8 is also searched; other texts are decoded when they are shown.
  if (encoding?.charset === 'utf8') return { preview: 'text', mime: 'text/plain' }
  if (encoding !== null)
    return { preview: 'text', mime: 'application/octet-stream', charset: encoding.charset }
  return { preview: isDocumentName(path) ? 'document' : 'other', mime: 'application/octet-stream' }
}
