import type { ModelPrices } from '#shared/model/prices.ts'

/** US dollars per million tokens of OpenAI's embedding models, as published on 2026-11-26. */
const OPENAI: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 0.02,
  'text-embedding-3-large': 0.13,
  'text-embedding-ada-002': 0.1,
}

/** Names and addresses of this machine. */
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Returns the prices of an embedding model by its server and its name there; null where they are not known. A server on
 * this machine costs nothing.
 */
export function embeddingPrices(host: string, id: string): ModelPrices | null {
  if (LOCAL.test(host)) return { input: 0, output: 0 }
  const input = host === 'api.openai.com' && Object.hasOwn(OPENAI, id) ? OPENAI[id] : undefined
  return input === undefined ? null : { input, output: 0 }
}
