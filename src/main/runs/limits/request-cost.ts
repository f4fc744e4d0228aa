import type { ModelInfo } from '#shared/model/model.ts'
import { priceOf, pricesOf } from '#shared/model/price-of.ts'
import type { Usage } from '#shared/session/message.ts'
import type { ModelRequest } from '../../models/model.ts'
import type { Amount } from './spend-pool.ts'

/** Millionths of a dollar, in which costs are reserved. */
export const MICRO = 1_000_000
const CHARS_PER_TOKEN = 3

/** Returns the most that a request can use. Without a price it counts no money. */
export function mostOf({ system, messages, tools, reserveOutput }: ModelRequest, info: ModelInfo): Amount {
  const prices = pricesOf(info)
  if (prices === null) return { tokens: reserveOutput, micros: 0 }
  const input = Math.ceil(JSON.stringify([system, messages, tools]).length / CHARS_PER_TOKEN)
  const { usd } = priceOf({ input, output: reserveOutput }, prices)
  return { tokens: reserveOutput, micros: Math.ceil(usd * MICRO) }
}

/** Returns what an answer has used. */
export const amountOf = ({ output, cost: { billed = 0, estimated = 0 } = {} }: Usage): Amount => ({
  tokens: output,
  micros: Math.round((billed + estimated) * MICRO),
})

export const added = (left: Amount, right: Amount): Amount => ({
  tokens: left.tokens + right.tokens,
  micros: left.micros + right.micros,
})
