import type { FromIndex, ToIndex } from './index-messages.ts'
import type { Index } from './open-index.ts'
import { LogDamage } from './watched-log.ts'

type Deps = {
  readonly index: Index
  readonly say: (message: FromIndex) => void
  /** Calls `act` once, after whatever came in meanwhile was heard. `ms` of rest are for the other threads. */
  readonly later: (ms: number, act: () => void) => void
  /** The last word of the worker. */
  readonly end: () => void
}

/** Pause between work steps, in milliseconds. A rebuild must leave the machine usable. */
const REST_MS = 4

type Question = Extract<ToIndex, { t: 'ask' }>

/** Answers first, writes when nothing is asked, a piece at a time. */
export function serveIndex({ index, say, later, end }: Deps): (message: ToIndex) => void {
  const questions = new Map<number, Question>()
  const settling: number[] = []
  let awake = false
  let closed = false

  const wake = (ms = 0) => {
    if (awake || closed) return
    awake = true
    later(ms, turn)
  }
  const turn = () => {
    awake = false
    if (closed) return
    const [question] = questions.values()
    if (question !== undefined) {
      questions.delete(question.id)
      say(answerOf(index, question))
      return wake()
    }
    if (index.step()) return wake(REST_MS)
    for (const id of settling.splice(0)) say({ t: 'answer', id, value: null })
  }
  // Whatever is left to write from the last time is taken up without being told.
  wake()

  return (message) => {
    if (message.t === 'ask') questions.set(message.id, message)
    if (message.t === 'forget') questions.delete(message.id)
    if (message.t === 'settle') settling.push(message.id)
    if (message.t === 'rebuild') say(tried(message.id, index.rebuild))
    if (message.t === 'changed') index.changed(message.part, message.ids)
    if (message.t === 'check') say(tried(message.id, () => index.check(message.piece)))
    if (message.t === 'close') {
      closed = true
      index.close()
      say({ t: 'answer', id: message.id, value: null })
      return end()
    }
    wake()
  }
}

function answerOf(index: Index, { id, part, question }: Question): FromIndex {
  return tried(id, () => index.ask(part, question))
}

function tried(id: number, act: () => unknown): FromIndex {
  try {
    return { t: 'answer', id, value: act() }
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { t: 'failed', id, reason, damaged: error instanceof LogDamage }
  }
}
