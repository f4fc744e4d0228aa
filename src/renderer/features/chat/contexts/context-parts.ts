import type { ContextBreakdown } from '#shared/context/trace.ts'
import type { MeterFill } from '../../../ui/limits/Meter.tsx'

/** A part of a request. */
export type ContextPart = Exclude<keyof ContextBreakdown, 'window'>

/** The parts of a request in the order of the meter, each with its colour. */
export const CONTEXT_PARTS: readonly {
  readonly part: ContextPart
  readonly fill: Exclude<MeterFill, 'held'>
}[] = [
  { part: 'instructions', fill: 'data-6' },
  { part: 'memory', fill: 'data-4' },
  { part: 'messages', fill: 'data-1' },
  { part: 'toolOutput', fill: 'data-2' },
  { part: 'attachments', fill: 'data-3' },
]
