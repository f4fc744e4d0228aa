import { type Move, scriptOf, written } from './emission.ts'
import type { Lab } from './lab.ts'
import { read } from './task.ts'
import { requestTokens } from './tokens.ts'
import { askedOf } from './wire.ts'

const TEXTS: Readonly<Record<string, string>> = {
  code: Array.from(
    { length: 160 },
    (_, at) =>
      `export function step${at}(input: Row[]) {\n  return input.filter((row) => row.id !== ${at})\n}`,
  ).join('\n'),
  Russian: 'Магазин открыт по воскресеньям, а заказы выдаются до шести часов вечера. '.repeat(90),
  base64: Buffer.from(Array.from({ length: 6_000 }, (_, at) => (at * 7919) % 251)).toString('base64'),
}

/** How far the app's count of a request is from what the server counts, in percent. */
export type Estimate = { readonly name: string; readonly offPercent: number }

/** Reads a text in three parts and compares the count of the third request, when two usages have come back. */
export async function runEstimates(lab: Lab): Promise<Estimate[]> {
  const estimates: Estimate[] = []
  for (const [name, text] of Object.entries(TEXTS)) {
    const third = Math.ceil(text.length / 3)
    const parts = [0, 1, 2].map((at) => text.slice(at * third, (at + 1) * third))
    const project = await lab.project(Object.fromEntries(parts.map((part, at) => [`part${at}.txt`, part])))
    const moves: Move[] = [0, 1, 2].map((at) => read(`part${at}.txt`))
    let ids = 0
    let counted = 0
    const chat = await lab.chat({
      project,
      respond: (request) => {
        counted = requestTokens(askedOf(request))
        const move = moves.shift()
        return scriptOf(
          move === undefined ? { text: 'Read.' } : { calls: [written(move)] },
          () => `call_${ids++}`,
          counted,
        )
      },
    })
    await chat.say('Read all three parts.')
    const report = await lab.handlers['context.report']({ sessionId: chat.id(), when: 'last' }, lab.caller)
    await chat.close()
    if (report === null) throw new Error('There is no report of the last request.')
    estimates.push({ name, offPercent: (100 * (report.total - counted)) / counted })
  }
  return estimates
}
