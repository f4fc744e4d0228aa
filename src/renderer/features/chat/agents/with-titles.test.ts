import { expect, it } from 'vitest'
import { SessionId } from '#shared/ids.ts'
import type { ToolEntry } from '../transcript/entry.ts'
import { withTitles } from './with-titles.ts'

const id = SessionId.parse('ses_diver00000')
const runs = [{ sessionId: id, title: 'Diver' }]
const callOf = (agent: string, text: string) => ({ args: { agent, reason: 'Enough.' }, text }) as ToolEntry

it('names the agent that is stopped by its title, in the line of the call and in its answer', () => {
  const call = callOf(id, `The agent ${id} was stopped; to let it go on, resume: "${id}".`)
  expect(withTitles(call, runs)).toEqual(
    callOf('Diver', 'The agent “Diver” was stopped; to let it go on, resume: “Diver”.'),
  )
})

it('leaves the name of one nobody knows, and what is still being written, as it is', () => {
  const unknown = callOf('ses_other00000', 'No agent is called ses_other00000.')
  const partial = { args: '{"agent": "ses_', text: '' } as unknown as ToolEntry
  expect([unknown, partial].map((call) => withTitles(call, runs))).toEqual([unknown, partial])
})
