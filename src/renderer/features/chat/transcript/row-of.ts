import type { DurableEvent } from '#shared/events/event.ts'
import type { Row } from './rows.ts'

/** The row that shows an event; for one that is not drawn, the nearest row before it. -1 when there is none. */
export function rowOf(rows: readonly Row[], path: readonly DurableEvent[], eventId: string): number {
  const at = path.findIndex((event) => event.id === eventId)
  for (let index = at; index >= 0; index -= 1) {
    const event = path[index]
    const found = event === undefined ? -1 : rows.findIndex((row) => shows(row, event))
    if (found >= 0) return found
  }
  return -1
}

function shows(row: Row, event: DurableEvent): boolean {
  if (row.key === event.id || row.key.startsWith(`${event.id}.`)) return true
  if (row.kind !== 'entry' || row.entry.kind !== 'tools' || event.kind !== 'message') return false
  const { tool } = event.payload.message
  return row.entry.calls.some(
    (call) =>
      call.key.startsWith(`${event.id} `) ||
      (tool !== undefined && call.callId === tool.callId && call.runId === (event.runId ?? null)),
  )
}
