import type { FileInput } from '#shared/ipc/calls/session-calls.ts'
import { attachedMime } from '#shared/session/attachment.ts'
import type { FileOrigin } from '#shared/session/message.ts'
import { MOST_FILE_BYTES } from '#shared/session/picture-kind.ts'

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The most files one message may carry, and the most bytes of them: main takes no larger request. */
const MOST_FILES = 20
const MOST_BYTES = 45_000_000

export type AttachedFiles = {
  readonly files: readonly FileInput[]
  /** Names of the files that are empty, too large, or of another kind. */
  readonly refused: readonly string[]
}

/** Names of files that were not attached: refused, or beyond the limit of a message. */
export type LeftOut = { readonly refused: readonly string[]; readonly surplus: readonly string[] }

/** Whether a file is a picture of a kind that a message can carry. */
export const isPicture = (file: Pick<File, 'type'>): boolean => PICTURES.includes(file.type)

/** Reads pasted, dropped or chosen files. Main checks their content again. */
export async function readAttached(chosen: readonly File[]): Promise<AttachedFiles> {
  const files: FileInput[] = []
  const refused: string[] = []
  for (const file of chosen) {
    const bytes = file.size > MOST_FILE_BYTES ? new Uint8Array() : new Uint8Array(await file.arrayBuffer())
    const mime =
      bytes.length === 0
        ? null
        : isPicture(file)
          ? file.type
          : attachedMime(bytes, file.type, new TextDecoder('utf-8', { fatal: true }))
    if (mime === null) refused.push(file.name)
    else files.push({ mime, base64: base64Of(bytes), name: file.name.slice(0, 200) })
  }
  return { files, refused }
}

/** A paste with more characters becomes an attachment. */
const LONGEST_PASTE = 10_000

/** Whether pasted text is long enough for an attachment. */
export const isLongPaste = (text: string): boolean => text.length > LONGEST_PASTE

/** Turns words into an attachment. */
export function textAttachment(text: string, name: string, from: FileOrigin): FileInput {
  return {
    mime: 'text/plain',
    from,
    name: name.slice(0, 200),
    base64: base64Of(new TextEncoder().encode(text)),
  }
}

/** Adds the name of a file to the end of a message. */
export function withMention(text: string, path: string): string {
  const gap = text === '' || /\s$/.test(text) ? '' : ' '
  return `${text}${gap}@${/\s/.test(path) ? `"${path}"` : path} `
}

/** Returns the words of a text attachment. */
export function wordsOf({ base64 }: FileInput): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

/** Returns the added files that fit in the message with its existing ones, in order. */
export function fitting(
  attached: readonly FileInput[],
  added: readonly FileInput[],
): { readonly files: readonly FileInput[]; readonly surplus: readonly string[] } {
  const files = [...attached]
  const surplus: string[] = []
  let bytes = attached.reduce((sum, file) => sum + bytesOf(file), 0)
  for (const file of added) {
    if (files.length >= MOST_FILES || bytes + bytesOf(file) > MOST_BYTES) surplus.push(file.name)
    else {
      files.push(file)
      bytes += bytesOf(file)
    }
  }
  return { files, surplus }
}

const bytesOf = ({ base64 }: FileInput): number => (base64.length / 4) * 3

/**
 * Returns the pasted files that are meant as pictures. Office programs add a picture of copied text next to
 * text and markup. File managers add only the name to a file, and browsers only markup to a picture.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'types'>): readonly File[] {
  const has = (type: string) => clipboard.types.includes(type)
  return has('text/plain') && (has('text/html') || has('text/rtf')) ? [] : [...clipboard.files]
}

/** The picture as an address an `img` can show. */
export function imageUrl({ mime, base64 }: FileInput): string {
  return `data:${mime};base64,${base64}`
}

function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  // A call can take only so many arguments, so the bytes go in pieces.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  }
  return btoa(pieces.join(''))
}
