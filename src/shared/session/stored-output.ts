import type { BlobId, EventId } from '../ids.ts'

/** Where the whole text of an output is: in a file of the app in UTF-8, or in the log. */
export type StoredOutput = { readonly file: string } | { readonly text: string }

/** What became of an output that was to be kept. The problem is worded for the model. */
export type KeptOutput = { readonly blob: BlobId } | { readonly problem: string }

const SCHEME = 'orrery-output:'
/** How much of an id names an output: little enough to copy, and unique in one chat. */
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
