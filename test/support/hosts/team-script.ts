import { callScript, type Script, textScript } from '../models/model-script.ts'
import type { RecordedRequest } from '../models/model-server.ts'
import type { SentRequest } from './agent-host.ts'

/** What one answers next. `newest` is the last thing it was told or answered, as it went over the wire. */
export type Part = (newest: string, request: SentRequest) => Script

/** Who asks: who leads, or the teammate whose introduction stands in the conversation. */
const speakerOf = (request: SentRequest): string =>
  /You are ([\p{L}\p{N}-]+), a teammate/u.exec(JSON.stringify(request.messages.slice(1, 4)))?.[1] ?? 'lead'

/** Answers each of a team by its own part. */
export function respondAs(parts: Readonly<Record<string, Part>>) {
  return ({ body }: RecordedRequest): Script => {
    const request = body as SentRequest
    const part = parts[speakerOf(request)]
    return part?.(JSON.stringify(request.messages.at(-1)), request) ?? textScript('I have nothing to say.')
  }
}

/** One call of a tool. */
export const use = (name: string, args: unknown): Script => callScript([{ name, args }])

/** Several teammates taken in at once. */
export const takeIn = (...names: readonly string[]): Script =>
  callScript(
    names.map((name) => ({
      name: 'agent',
      args: { name, title: name, prompt: `Take cards from the board, ${name}.` },
    })),
  )

/** A teammate that ends the cards it is given, each with the call that `work` makes for it. */
export const worker =
  (work: (card: number) => Script): Part =>
  (newest) => {
    const given = /Card #(\d+) of the board is yours now/.exec(newest)?.[1]
    if (given !== undefined) return work(Number(given))
    if (newest.includes('asked to stop'))
      return use('send_message', { to: 'lead', answer: 'approve_shutdown' })
    return textScript('I rest.')
  }
