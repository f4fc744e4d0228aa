import { z } from 'zod'
import type { DurableEvent } from '#shared/events/event.ts'
import { BlobId } from '#shared/ids.ts'

/** The first line of our own files. A later version may say more, so what is not known is passed over. */
export const SessionFileHead = z.object({ format: z.literal('orrery.session'), version: z.number() })

/** The version this app writes, and the newest it reads. */
export const SESSION_FILE_VERSION = 1

/** An attachment or a long output, in a line of its own before the events. */
export const BlobLine = z.object({
  type: z.literal('blob'),
  id: BlobId,
  mime: z.string().max(200),
  base64: z.base64(),
})
export type BlobLine = z.infer<typeof BlobLine>

type Written = {
  readonly title: string
  readonly exportedAt: number
  readonly secrets: number
  readonly blobs: readonly BlobLine[]
  readonly events: readonly DurableEvent[]
}

/** A chat as lines of JSON: what it is, then what it names, then one event a line in the order they happened. */
export function sessionLines({ title, exportedAt, secrets, blobs, events }: Written): string[] {
  const head = {
    format: 'orrery.session',
    version: SESSION_FILE_VERSION,
    ...{ title, exportedAt, secretsHidden: secrets, blobs: blobs.length, events: events.length },
  }
  return [head, ...blobs, ...events].map((line) => `${JSON.stringify(line)}\n`)
}
