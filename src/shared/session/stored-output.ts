import type { BlobId, EventId } from '../ids.ts'

/** The location of a full output: a UTF-8 file of the app, or the log. */
export type StoredOutput = { readonly file: string } | { readonly text: string }

/** The result of storing an output. The problem is worded for the model. */
export type KeptOutput = { readonly blob: BlobId } | { readonly problem: string }

const SCHEME = 'orrery-output:'
/** Length of an output name taken from its id: short to copy, unique within one chat. */
const TAIL = 8

/** Returns the name by which tools read a stored output of the chat again. */
export function outputName(id: BlobId | EventId): string {
  return `${SCHEME}${id.slice(-TAIL)}`
}

/** Returns the end of the id that an output name holds; null for any other path. */
export function outputTail(path: string): string | null {
  const found = /^orrery-output:\s*([0-9a-z_]{1,50})$/i.exec(path.trim())?.[1]
  return found === undefined ? null : found.toLowerCase().slice(-TAIL)
}
