import { expect, it } from 'vitest'
import type { AgentTry } from '#shared/workflow/agent-tries.ts'
import { mostTries } from './most-tries.ts'

const failed = { error: { code: 'llm.other', message: 'No.', recoverable: true } } as AgentTry
const again = { error: null } as AgentTry

it.each([
  ['the usual once more', { attempt: 1, tries: [] }, 2],
  ['none more after the usual failure', { attempt: 2, tries: [failed] }, 2],
  ['one more than a person started again', { attempt: 2, tries: [again] }, 3],
  ['what the script allows', { attempt: 2, tries: [failed], retries: 2 }, 3],
  ['none where the script allows none', { attempt: 1, tries: [], retries: 0 }, 1],
  ['only those of this attempt at the run', { attempt: 1, tries: [failed, failed] }, 2],
])('counts %s', (_says, agent, most) => {
  expect(mostTries(agent)).toBe(most)
})
