import type { HarnessItem } from '#shared/context/harness-item.ts'
import { ITEM_FIELDS } from '#shared/context/item-fields.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { BlobId } from '#shared/ids.ts'
import { ATTACHMENT, isPdfMime, isTextFile } from '#shared/session/attachment.ts'
import type { FilePart } from '#shared/session/message.ts'
import { outputName } from '#shared/session/stored-output.ts'
import type { RunHandle } from '../run/run-handle.ts'

type Deps = {
  readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
  /** Whether the model of the run is sent this file itself. */
  readonly isSent: (run: RunHandle, part: FilePart) => boolean
  /** Returns the text of an attached file, or a sentence in brackets where it has none. */
  readonly textOf: (part: FilePart, signal: AbortSignal) => Promise<string>
}

/** The longest text of one item in UTF-16 units. The window limits it further. */
const LONGEST = 1_000_000

/**
 * Adds the text of attached files to the branch, as one item for each file. The item joins before the first request
 * after the message, also when the message waited in the queue or a crash came in between.
 */
export function createAttachments({ pathOf, isSent, textOf }: Deps) {
  return {
    /** Returns the files of unanswered messages without an item. */
    missing: (run: RunHandle): readonly FilePart[] =>
      missingIn(pathOf(run)).filter((part) => !isSent(run, part)),
    add: async (run: RunHandle, files: readonly FilePart[]): Promise<void> => {
      const items: NewDurableEvent[] = []
      for (const file of files) {
        const text = await textOf(file, run.signal)
        items.push({ kind: 'harness.item', payload: itemOf(file, text) })
      }
      run.publish(items)
    },
  }
}

export type Attachments = ReturnType<typeof createAttachments>

function missingIn(path: readonly DurableEvent[]): readonly FilePart[] {
  const added = new Set<BlobId>()
  const found = new Map<BlobId, FilePart>()
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const event = path[at]
    if (event?.kind === 'harness.item') {
      const blob = ITEM_FIELDS.attachedBlob(event.payload)
      if (blob !== null) added.add(blob)
    }
    if (event?.kind !== 'message') continue
    if (event.payload.message.role === 'assistant') break
    if (event.payload.message.role !== 'user') continue
    for (const part of event.payload.message.parts.toReversed())
      if (isTextFile(part)) found.set(part.blobId, part)
  }
  return [...found.values()].filter(({ blobId }) => !added.has(blobId)).toReversed()
}

function itemOf({ blobId, mime, name = 'unnamed', from }: FilePart, text: string): HarnessItem {
  const left = text.length - LONGEST
  const content = left > 0 ? `${text.slice(0, LONGEST)}\n[${left} characters left out]` : text
  return {
    kind: ATTACHMENT,
    origin: 'user',
    content,
    attrs: {
      name,
      type: mime,
      // Tools read stored text by this path, and no PDF.
      ...(isPdfMime(mime) ? {} : { path: outputName(blobId) }),
      ...(from === undefined ? {} : { from }),
    },
    visibility: 'display',
    lifetime: 'session',
    placement: 'in-place',
    data: { blobId },
  }
}
