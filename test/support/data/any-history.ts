import fc from 'fast-check'
import { BlobId, type EventId } from '#shared/ids.ts'
import { call, createHistory, eventId, type History } from './history.ts'

/** Anything that can stand in a log, legal or not. */
type Step = (history: History) => void

const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 20 }), fc.constant('word '.repeat(300)))
const callId = fc.constantFrom('a', 'b', 'c')
const placement = fc.constantFrom(
  'in-place' as const,
  'after-system' as const,
  'before-current-user' as const,
  'after-current-user' as const,
  'after-last-tool-result' as const,
)
const kind = fc.constantFrom(
  'steer',
  'memory-recall',
  'runtime-notice',
  'files-again',
  'plan-again',
  'ext-gone',
)
const run = fc.constantFrom(1, 2)
const lifetime = fc.constantFrom('run' as const, 'session' as const)
const picture = { t: 'file', blobId: BlobId.parse('blb_00000001'), mime: 'image/png' } as const

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(text, run).map(
    ([words, number]): Step =>
      (history) =>
        history.user(words, number),
  ),
  fc.tuple(text, fc.array(callId, { maxLength: 3 }), fc.boolean()).map(
    ([words, ids, thinks]): Step =>
      (history) => {
        const thought = thinks ? [{ t: 'reasoning', text: 'hm' } as const] : []
        history.answer(...thought, words, ...ids.map((id) => call(id)))
      },
  ),
  fc.tuple(callId, text, fc.boolean()).map(
    ([id, words, seen]): Step =>
      (history) =>
        history.result(id, words, seen ? { parts: [{ t: 'text', text: words }, picture] } : {}),
  ),
  fc.record({ kind, placement, lifetime, content: text }).chain((item) =>
    run.map(
      (number): Step =>
        (history) =>
          history.item(item, number),
    ),
  ),
  fc.tuple(text, fc.nat({ max: 40 })).map(
    ([words, mark]): Step =>
      (history) =>
        history.compact(words, eventId(mark)),
  ),
  fc
    .tuple(fc.constantFrom('exchange.snipped' as const, 'exchange.restored' as const), fc.nat({ max: 40 }))
    .map(
      ([kind, first]): Step =>
        (history) =>
          history.append(kind, { first: eventId(first) }),
    ),
)

/** A branch of anything, in any order. */
export const anyHistory = fc.array(step, { maxLength: 40 }).map((steps) => {
  const history = createHistory()
  for (const apply of steps) apply(history)
  return history
})

/** Before it is said, the exchange at this place is left out, or put back where it is left out already. */
const snipPick = fc.option(fc.nat({ max: 4 }), { freq: 2 })

/**
 * A chat from which the person leaves exchanges out between its runs. `requests`: the indexes at which a request was made,
 * each with the question whose exchange was left out or put back since the request before; null where none was.
 */
export const snippedHistory = fc
  .array(fc.tuple(snipPick, fc.nat({ max: 2 }), text), { minLength: 2, maxLength: 8 })
  .map((runs) => {
    const history = createHistory()
    const firsts: { id: EventId; words: string; isOut: boolean }[] = []
    const requests: { end: number; changed: string | null }[] = []
    for (const [pick, calls, output] of runs) {
      const first = pick === null ? undefined : firsts.slice(0, -1)[pick]
      if (first !== undefined) {
        history.append(first.isOut ? 'exchange.restored' : 'exchange.snipped', { first: first.id })
        first.isOut = !first.isOut
      }
      const words = `question ${firsts.length}`
      firsts.push({ id: history.user(words), words, isOut: false })
      requests.push({ end: history.path.length, changed: first?.words ?? null })
      for (let each = 0; each < calls; each += 1) {
        history.answer('hm', call(`c${each}`))
        history.result(`c${each}`, output)
        requests.push({ end: history.path.length, changed: null })
      }
      history.answer('done')
    }
    return { history, requests }
  })

/** A history as the app itself writes it; the indexes are those at which a request was made. */
const turn = fc.record({
  ids: fc.uniqueArray(callId, { maxLength: 3 }),
  output: text,
  steers: fc.array(fc.string({ maxLength: 10 }), { maxLength: 2 }),
})
export const honestHistory = fc
  .array(fc.array(turn, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })
  .map((runs) => {
    const history = createHistory()
    const requests: number[] = []
    for (const turns of runs) {
      history.user('go on')
      for (const { ids, output, steers } of turns) {
        for (const steer of steers) history.item({ kind: 'steer', origin: 'user', content: steer })
        requests.push(history.path.length)
        history.answer('hm', ...ids.map((id) => call(id)))
        for (const id of ids) history.result(id, output)
      }
    }
    return { history, requests }
  })
