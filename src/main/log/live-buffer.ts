import type { NewLiveEvent } from '#shared/events/event.ts'

/** Live events waiting for their frame, in order. Pieces of one block or one tool's output become one event. */
export function createLiveBuffer() {
  let order: NewLiveEvent[] = []
  const mergeable = new Map<string, number>()

  return {
    push: (event: NewLiveEvent): void => {
      const key = keyOf(event)
      const index = key === null ? undefined : mergeable.get(key)
      const earlier = index === undefined ? undefined : order[index]
      if (index !== undefined && earlier !== undefined) {
        order[index] = merged(earlier, event)
        return
      }
      if (key === null) mergeable.clear()
      else mergeable.set(key, order.length)
      order.push(event)
    },
    take: (): NewLiveEvent[] => {
      const taken = order
      order = []
      mergeable.clear()
      return taken
    },
    isEmpty: (): boolean => order.length === 0,
  }
}

export type LiveBuffer = ReturnType<typeof createLiveBuffer>

function keyOf(event: NewLiveEvent): string | null {
  if (event.kind === 'message.delta') {
    return `${event.payload.eventId} ${event.payload.channel} ${event.payload.block}`
  }
  if (event.kind === 'tool.progress' && event.payload.text !== undefined) return event.payload.eventId
  return null
}

function merged(earlier: NewLiveEvent, later: NewLiveEvent): NewLiveEvent {
  if (earlier.kind === 'message.delta' && later.kind === 'message.delta') {
    return { ...earlier, payload: { ...earlier.payload, text: earlier.payload.text + later.payload.text } }
  }
  if (earlier.kind === 'tool.progress' && later.kind === 'tool.progress') {
    return {
      ...earlier,
      payload: { ...earlier.payload, text: (earlier.payload.text ?? '') + (later.payload.text ?? '') },
    }
  }
  return later
}
