import { expect, it } from 'vitest'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { SessionId } from '#shared/ids.ts'
import { createGate } from './gate.ts'

const message = (name: string): WindowMessage => ({ t: 'resync', sessionId: name as SessionId })
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
/** Lets all pending work run. */
const calm = async () => {
  for (let turns = 0; turns < 10; turns += 1) await turn()
}

/** A gate at a disk that is done when the test says so. */
function openHeld() {
  const held: { resolve: () => void; reject: (error: Error) => void }[] = []
  const state = { isSettled: true }
  const sent: string[] = []
  const closing = new AbortController()
  const gate = createGate({
    disk: {
      isSettled: () => state.isSettled,
      settled: () =>
        new Promise<void>((resolve, reject) => {
          if (state.isSettled) resolve()
          else held.push({ resolve, reject })
        }),
    },
    send: (_windowId, told) => void sent.push(told.t === 'resync' ? told.sessionId : ''),
    breath: turn,
    signal: closing.signal,
  })
  return { held, state, sent, closing, tell: (name: string) => gate(1, message(name)) }
}

it('is open while nothing waits for the disk', () => {
  const { tell, sent } = openHeld()
  tell('one')
  tell('two')
  expect(sent).toEqual(['one', 'two'])
})

it('holds back what was told after something was written, and keeps the order', async () => {
  const { tell, sent, state, held } = openHeld()
  state.isSettled = false
  tell('one')
  tell('two')
  await calm()
  expect(sent).toEqual([])
  // The sync is running: the message may concern a write made after it began.
  tell('three')
  held[0]?.resolve()
  await calm()
  expect(sent).toEqual(['one', 'two'])
  state.isSettled = true
  tell('four')
  expect(sent).toEqual(['one', 'two'])
  held[1]?.resolve()
  await calm()
  expect(sent).toEqual(['one', 'two', 'three', 'four'])
})

it('opens when the disk fails', async () => {
  const { tell, sent, state, held } = openHeld()
  state.isSettled = false
  tell('one')
  await calm()
  held[0]?.reject(new Error('EIO'))
  await calm()
  expect(sent).toEqual(['one'])
})

it('sends nothing once the app closes', async () => {
  const { tell, sent, state, held, closing } = openHeld()
  state.isSettled = false
  tell('one')
  await calm()
  closing.abort()
  held[0]?.reject(new Error('closing'))
  await calm()
  expect(sent).toEqual([])
})
