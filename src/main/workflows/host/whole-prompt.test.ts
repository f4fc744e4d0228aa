import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { ContextId, RunId, SessionId } from '#shared/ids.ts'
import { wholePrompt } from './whole-prompt.ts'

const ref = { sessionId: SessionId.parse('ses_00000001'), runId: RunId.parse('run_00000001') }
const long = `${'a'.repeat(1_999)}😀${'b'.repeat(500)}`
const shown = long.slice(0, 2_000)

const said = (role: 'user' | 'assistant', text: string) =>
  ({
    kind: 'message',
    payload: { message: { role, parts: [{ t: 'text', text }] } },
  }) as unknown as DurableEvent

const promptOf = (agent: Parameters<typeof wholePrompt>[1], path: readonly DurableEvent[]) => {
  const session = { meta: { activeContextId: ContextId.parse('ctx_00000001') } }
  const folds = () => ({ session: path.length === 0 ? null : session }) as never
  return wholePrompt({ log: { folds }, pathOf: () => path }, agent)
}

it('is the text the agent was asked with, whatever was said before and after', () => {
  const path = [said('user', 'gist'), said('assistant', long), said('user', long), said('user', 'correct it')]
  expect(promptOf({ prompt: shown, ref }, path)).toEqual({ prompt: long, whole: true })
})

it('is known to be cut where the agent has no place, or its place is gone or holds another text', () => {
  const cut = { prompt: shown, whole: false }
  expect(promptOf({ prompt: shown, ref: null }, [said('user', long)])).toEqual(cut)
  expect(promptOf({ prompt: shown, ref }, [])).toEqual(cut)
  expect(promptOf({ prompt: shown, ref }, [said('user', 'something else')])).toEqual(cut)
})

it('is whole where it is short', () => {
  expect(promptOf({ prompt: 'short', ref: null }, [])).toEqual({ prompt: 'short', whole: true })
})
