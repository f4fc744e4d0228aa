import type { HttpAnswer } from './http-answer.ts'

/**
 * Returns the wait requested by a server, in milliseconds, or null. Accepts seconds, a date or milliseconds.
 */
export function retryAfterOf(headers: HttpAnswer['headers'] | undefined, now: number): number | null {
  const exact = positive(headers?.get('retry-after-ms'))
  if (exact !== null) return exact
  const text = headers?.get('retry-after')
  if (text === null || text === undefined) return null
  const seconds = positive(text)
  if (seconds !== null) return seconds * 1000
  const at = /^[A-Za-z]{3},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

function positive(text: string | null | undefined): number | null {
  if (text === null || text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return null
  return Number(text)
}
