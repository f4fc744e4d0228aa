import { z } from 'zod'
import type { DurableEvent } from '../events/event.ts'
import { EventId } from '../ids.ts'

const About = z.object({ about: EventId })

/** The message that was refused before a model saw it, where an event tells of one. It stands on a branch of its own. */
export function unsentIn(event: DurableEvent): EventId | null {
  if (event.kind !== 'harness.item' || event.payload.kind !== 'runtime-notice') return null
  const data = About.safeParse(event.payload.data)
  return data.success ? data.data.about : null
}
