import type { ContextBreakdown } from '#shared/context/trace.ts'
import { CONTEXT_PARTS, type ContextPart } from './context-parts.ts'

/** The cells of the grid: one for each half percent of the window. */
export const CELLS = 200

/** The part of the window that a cell shows. `reserve`: kept free for the answer. */
export type ContextCell = ContextPart | 'free' | 'reserve'

/**
 * Spreads a request over the cells of the window. A part that is there has one cell at least; what is too much for the
 * window is cut at its end.
 */
export function contextCells(breakdown: ContextBreakdown, reserve: number): readonly ContextCell[] {
  const cellsOf = (tokens: number): number =>
    tokens <= 0 ? 0 : Math.max(1, Math.round((tokens / Math.max(1, breakdown.window)) * CELLS))
  const used = CONTEXT_PARTS.flatMap(({ part }) =>
    Array.from({ length: cellsOf(breakdown[part]) }, (): ContextCell => part),
  )
  const kept = Math.min(cellsOf(reserve), Math.max(0, CELLS - used.length))
  const free = Math.max(0, CELLS - used.length - kept)
  return [
    ...used.slice(0, CELLS),
    ...Array.from({ length: free }, (): ContextCell => 'free'),
    ...Array.from({ length: kept }, (): ContextCell => 'reserve'),
  ]
}
