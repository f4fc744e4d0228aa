import type { LivePayload, NewLiveEvent } from '#shared/events/event.ts'

type Delta = NewLiveEvent & { kind: 'message.delta' }
type Printed = NewLiveEvent & { kind: 'tool.progress' }
type Growing = Delta | Printed

/**
 * Buffers live events until their frame, in order. Chunks of one block or tool output grow one event in
 * place, without allocation, because this runs for every streamed word.
 */
export function createLiveBuffer() {
  let order: NewLiveEvent[] = []
  const growing = new Map<string, Growing>()
  let newest: Delta | null = null

  const deltaOf = (piece: LivePayload<'message.delta'>): Delta | null => {
    if (newest !== null && isSameBlock(newest.payload, piece)) return newest
    const known = growing.get(blockKey(piece))
    return known?.kind === 'message.delta' ? known : null
  }

  /** Keeps a copy of its own, since what was handed in belongs to others and is not changed. */
  const keep = <E extends Growing>(key: string, event: E): E => {
    const own = { ...event, payload: { ...event.payload } }
    growing.set(key, own)
    order.push(own)
    return own
  }

  return {
    /** Adds a piece to the event of its block. False when none of it waits yet. */
    grow: (piece: LivePayload<'message.delta'>): boolean => {
      const known = deltaOf(piece)
      if (known === null) return false
      known.payload.text += piece.text
      newest = known
      return true
    },
    push: (event: NewLiveEvent): void => {
      if (event.kind === 'message.delta') {
        newest = keep(blockKey(event.payload), event)
        return
      }
      if (event.kind === 'tool.progress' && event.payload.text !== undefined) {
        const known = growing.get(event.payload.eventId)
        if (known?.kind !== 'tool.progress') keep(event.payload.eventId, event)
        else known.payload.text = (known.payload.text ?? '') + event.payload.text
        return
      }
      // Later chunks must not merge with earlier ones.
      growing.clear()
      newest = null
      order.push(event)
    },
    take: (): NewLiveEvent[] => {
      const taken = order
      order = []
      growing.clear()
      newest = null
      return taken
    },
    isEmpty: (): boolean => order.length === 0,
  }
}

export type LiveBuffer = ReturnType<typeof createLiveBuffer>

function isSameBlock(one: LivePayload<'message.delta'>, other: LivePayload<'message.delta'>): boolean {
  return one.block === other.block && one.channel === other.channel && one.eventId === other.eventId
}

function blockKey({ eventId, channel, block }: LivePayload<'message.delta'>): string {
  return `${eventId} ${channel} ${block}`
}
