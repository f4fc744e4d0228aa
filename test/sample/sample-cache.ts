import type { CacheLedger, CacheRow } from '#shared/context/cache-ledger.ts'
import { EventId, ModelRef } from '#shared/ids.ts'

const MODEL = ModelRef.parse('anthropic/claude-sonnet-5')

/** A cache ledger with a request of each kind, or one without requests. */
export function sampleCacheLedger(now: number, isEmpty: boolean): CacheLedger {
  if (isEmpty) {
    return { rows: [], requests: 0, prompt: 0, read: 0, saved: null, lost: 0, breaking: null, broken: 0 }
  }
  const row = (at: number, changes: Partial<CacheRow>): CacheRow => ({
    eventId: EventId.parse(`evt_cache${String(at).padStart(4, '0')}`),
    at: now - at * 60_000,
    model: MODEL,
    state: 'hit',
    prompt: 24_300,
    expected: 23_800,
    read: 23_800,
    reason: null,
    difference: null,
    lost: 0,
    avoidable: false,
    ...changes,
  })
  return {
    rows: [
      row(1, { prompt: 26_100, expected: 24_300, read: 24_300 }),
      row(3, { state: 'off', expected: null, read: 0 }),
      row(6, {
        state: 'partial',
        read: 6_200,
        expected: 6_300,
        reason: 'message',
        lost: 0.0332,
        avoidable: true,
        difference: {
          in: 'message',
          index: 11,
          role: 'tool',
          at: 214,
          was: 'export const gauge12 = 12',
          now: '(shortened: 12,400 characters)',
        },
      }),
      row(9, {
        state: 'miss',
        read: 0,
        expected: 0,
        reason: 'tools',
        lost: 0.0431,
        avoidable: true,
        difference: { in: 'tools', tool: 'linear_search' },
      }),
      row(17, { state: 'miss', read: 0, expected: 21_000, reason: 'expired', lost: 0.0399, avoidable: true }),
      row(19, { state: 'unknown', expected: null, read: 4_100 }),
      row(20, { state: 'first', expected: null, read: 0, prompt: 4_300 }),
    ],
    requests: 7,
    prompt: 152_600,
    read: 61_900,
    saved: 0.1114,
    lost: 0.1162,
    breaking: 'once',
    broken: 1,
  }
}
