import { describe, expect, it } from 'vitest'
import { createHistory } from '../../../../test/support/data/history.ts'
import { wantsBigJob } from './big-job-tools.ts'

/** A branch that begins with these words of the person. */
function begun(words: string) {
  const history = createHistory()
  history.user(words)
  return history
}
const call = (name: string, args: object) => ({ t: 'tool_call' as const, callId: 'c', name, args })

describe('tools for jobs of many agents', () => {
  it.each([
    'Run this as a workflow.',
    'Put a team on it.',
    'Let several agents look.',
    'Start two sub-agents.',
    'Orchestrate the review.',
    '用工作流来做。',
    '组建一个团队。',
  ])('are wanted where the person asks for them: %s', (words) => {
    expect(wantsBigJob(begun(words).path)).toBe(true)
  })

  it.each(['Fix the steam engine.', 'Mend the test.', 'What does flow() return?', '修复这个测试。'])(
    'are not wanted where the person asks for other work: %s',
    (words) => {
      expect(wantsBigJob(begun(words).path)).toBe(false)
    },
  )

  it('are wanted once their skill was loaded or one of them was used, and stay so', () => {
    const loaded = begun('Review it.')
    loaded.answer(call('skill', { name: 'orchestrate' }))
    loaded.user('And now something else.')
    expect(wantsBigJob(loaded.path)).toBe(true)
    const used = begun('Review it.')
    used.answer(call('team_create', { name: 'reviewers' }))
    expect(wantsBigJob(used.path)).toBe(true)
    const other = begun('Review it.')
    other.answer(call('skill', { name: 'release' }))
    expect(wantsBigJob(other.path)).toBe(false)
  })

  it('are wanted for words that the person sent during a run, and not for words of the app', () => {
    const steered = begun('Review it.')
    steered.item({ kind: 'steer', origin: 'user', content: 'Use a team for it.' })
    expect(wantsBigJob(steered.path)).toBe(true)
    const told = begun('Review it.')
    told.item({ kind: 'runtime-notice', origin: 'system', content: 'A team ended.' })
    told.answer('A team could do this.')
    expect(wantsBigJob(told.path)).toBe(false)
  })
})
