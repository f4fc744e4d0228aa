import type { Random } from '../random.ts'
import type { OtherProtocol } from './read-asked.ts'

type Event = Readonly<Record<string, unknown>>

/** A slip that servers of one protocol make, as a change of the events of an answer. */
export type OwnSlip = {
  readonly name: string
  /** Null where it has no effect on this answer. */
  readonly apply: (events: readonly Event[]) => readonly Event[] | null
}

const only =
  (change: OwnSlip['apply']): OwnSlip['apply'] =>
  (events) => {
    const changed = change(events)
    return JSON.stringify(changed) === JSON.stringify(events) ? null : changed
  }

const isA =
  (...types: readonly string[]) =>
  ({ type }: Event): boolean =>
    types.includes(String(type))

/** Gemini ends an answer for these reasons without the call that it wanted to make. */
const lost = (finishReason: string): OwnSlip => ({
  name: finishReason,
  apply: (events) =>
    JSON.stringify(events).includes('"functionCall"')
      ? [{ candidates: [{ index: 0, content: {}, finishReason }], usageMetadata: { promptTokenCount: 100 } }]
      : null,
})

/** Slips of the servers of each protocol, as its documentation and the reports of its users describe them (2026-11). */
export const OWN_SLIPS: Readonly<Record<OtherProtocol, readonly OwnSlip[]>> = {
  'anthropic-messages': [
    {
      name: 'overloaded behind the start',
      apply: ([start]) => [
        ...(start === undefined ? [] : [start]),
        { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      ],
    },
    { name: 'the whole input with the start of a call', apply: only(wholeInputs) },
    {
      name: 'no stop of blocks',
      apply: only((events) => events.filter((one) => !isA('content_block_stop')(one))),
    },
    { name: 'an empty text before a call', apply: only(emptyTexts) },
  ],
  'openai-responses': [
    {
      name: 'failed behind the start',
      apply: ([start]) => [
        ...(start === undefined ? [] : [start]),
        {
          type: 'response.failed',
          response: {
            status: 'failed',
            error: { code: 'server_error', message: 'The server had an error.' },
          },
        },
      ],
    },
    {
      name: 'finished items only',
      apply: only((events) =>
        events.filter(({ type }) => !/\.delta$|\.added$|_part\.done$/.test(String(type))),
      ),
    },
    {
      name: 'the response only',
      apply: only((events) =>
        events.filter(isA('response.created', 'response.completed', 'response.incomplete')),
      ),
    },
  ],
  'google-generative-ai': [
    lost('MALFORMED_FUNCTION_CALL'),
    lost('UNEXPECTED_TOOL_CALL'),
    {
      name: 'the reason with the last part',
      apply: only((events) => {
        const [last, ...before] = [...events].reverse()
        const [final, ...rest] = before
        const candidate = (event: Event | undefined) => (event?.['candidates'] as Event[] | undefined)?.[0]
        if (last === undefined || final === undefined) return events
        return [...rest.reverse(), { ...last, candidates: [{ ...candidate(last), ...candidate(final) }] }]
      }),
    },
  ],
}

/** Chooses a slip for a share of the answers. */
export function withOwnSlip(
  protocol: OtherProtocol,
  events: readonly Event[],
  { share, random }: { readonly share: number; readonly random: Random },
): readonly Event[] {
  if (!random.chance(share)) return events
  return random.pick(OWN_SLIPS[protocol]).apply(events) ?? events
}

/** Some compatible servers send the input of a call at once. */
function wholeInputs(events: readonly Event[]): Event[] {
  const inputs = new Map<unknown, string>()
  for (const { type, index, delta } of events) {
    const piece = (delta as Event | undefined)?.['partial_json']
    if (type === 'content_block_delta' && typeof piece === 'string')
      inputs.set(index, (inputs.get(index) ?? '') + piece)
  }
  return events.flatMap((event) => {
    const { type, index, delta, content_block: block } = event
    const input = parsed(inputs.get(index))
    if (input === null) return [event]
    if (type === 'content_block_start') return [{ ...event, content_block: { ...(block as Event), input } }]
    return type === 'content_block_delta' && typeof (delta as Event)['partial_json'] === 'string'
      ? []
      : [event]
  })
}

/** Servers with a parser for calls leave an empty text where the call was. */
function emptyTexts(events: readonly Event[]): Event[] {
  return events.flatMap((event) => {
    const isCall = (event['content_block'] as Event | undefined)?.['type'] === 'tool_use'
    if (!isCall) return [event]
    const index = Number(event['index']) + 100
    const block = { type: 'content_block_start', index, content_block: { type: 'text', text: '' } }
    return [block, { type: 'content_block_stop', index }, event]
  })
}

function parsed(text: string | undefined): object | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
