import type { PlanLimits, PlanWindow } from '#shared/model/plan-limits.ts'
import type { HttpAnswer } from './http-answer.ts'
import type { Fetch } from './http-fetch.ts'

/** Windows longer than this many minutes are those of a week. */
const A_DAY = 24 * 60

/**
 * Creates the memory of how much of the plans of providers is used. Servers tell it in the headers of answers. Nothing is
 * asked for it, and nothing is kept over a restart.
 */
export function createPlanLimits(now: () => number) {
  const known = new Map<string, PlanLimits>()
  return {
    /** Returns the same requests, from whose answers the limits are read. */
    watching:
      (fetch: Fetch, provider: string): Fetch =>
      async (address, question) => {
        const answer = await fetch(address, question)
        const told = toldIn(answer.headers, now())
        if (told !== null) known.set(provider, told)
        return answer
      },
    /** The limits of a provider; null where none were told. */
    of: (provider: string): PlanLimits | null => {
      const limits = known.get(provider)
      if (limits === undefined) return null
      const open = (window: PlanWindow | null) =>
        window?.resetsAt != null && window.resetsAt * 1_000 <= now() ? null : window
      return { fiveHour: open(limits.fiveHour), sevenDay: open(limits.sevenDay) }
    },
  }
}

/** Reads the headers of the server of ChatGPT plans, `x-codex-primary-…` and `x-codex-secondary-…`; null without them. */
function toldIn(headers: HttpAnswer['headers'], now: number): PlanLimits | null {
  const windows = ['primary', 'secondary'].flatMap((name) => {
    const numberIn = (part: string): number | null => {
      const text = headers.get(`x-codex-${name}-${part}`)?.trim() ?? ''
      return /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : null
    }
    const [used, minutes] = [numberIn('used-percent'), numberIn('window-minutes')]
    if (used === null || minutes === null || minutes === 0) return []
    const after = numberIn('reset-after-seconds')
    const at = numberIn('reset-at') ?? (after === null ? null : Math.round(now / 1_000 + after))
    return [{ minutes, window: { usedPercent: Math.min(100, used), resetsAt: at } }]
  })
  if (windows.length === 0) return null
  const found = (isLong: boolean) => windows.find(({ minutes }) => minutes > A_DAY === isLong)?.window ?? null
  return { fiveHour: found(false), sevenDay: found(true) }
}
