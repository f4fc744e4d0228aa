import { z } from 'zod'
import type { Part } from '#shared/session/message.ts'
import { base64In, type TakePicture } from '../take-picture.ts'
import { codexWords } from './codex-words.ts'

const ImageUrl = z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])

/** The pieces of one item: texts of any kind, and pictures. */
export const CodexPieces = z.array(
  z.object({
    type: z.string().optional(),
    text: z.string().optional(),
    image_url: ImageUrl.optional().catch(undefined),
  }),
)
export type CodexPieces = z.infer<typeof CodexPieces>

/** The content of a user message: text and images, and the number of other pieces. */
export type CodexSaid = { readonly parts: readonly Part[]; readonly asides: number; readonly leftOut: number }

/** Extracts the person's content from a user message. */
export async function codexSaid(pieces: CodexPieces, takePicture: TakePicture): Promise<CodexSaid> {
  const cleared = pieces.flatMap(({ text }) => (text === undefined ? [] : [codexWords(text)]))
  const text = cleared
    .map((each) => each.text)
    .filter((each) => each.trim() !== '')
    .join('\n')
    .trim()
  const asides = cleared.reduce((sum, each) => sum + each.asides, 0)
  const { parts, leftOut } = await codexPictures(pieces, takePicture)
  return { parts: [...(text === '' ? [] : [{ t: 'text' as const, text }]), ...parts], asides, leftOut }
}

/** The pictures of an item. One that is only named by its address is left out. */
export async function codexPictures(
  pieces: CodexPieces,
  takePicture: TakePicture,
): Promise<{ readonly parts: readonly Part[]; readonly leftOut: number }> {
  const parts: Part[] = []
  let leftOut = 0
  for (const { type, image_url } of pieces) {
    if (image_url === undefined && type !== 'input_image') continue
    const base64 = base64In(image_url ?? '')
    const picture = base64 === null ? null : await takePicture(base64)
    if (picture === null) leftOut += 1
    else parts.push(picture)
  }
  return { parts, leftOut }
}

/** Returns the number of pieces of unknown kinds. */
export function unreadIn(pieces: CodexPieces): number {
  return pieces.filter(
    ({ type, text, image_url }) => text === undefined && image_url === undefined && type !== 'input_image',
  ).length
}

/** Returns the unchanged text of an item. */
export function codexText(pieces: CodexPieces): string {
  return pieces
    .map(({ text }) => text ?? '')
    .join('\n')
    .trim()
}
