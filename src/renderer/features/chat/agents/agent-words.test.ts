import { describe, expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { stopWords } from '../../../messages/problem-words.ts'
import { textIn } from '../../../messages/TextProvider.tsx'
import { doingText } from './agent-words.ts'

const ended = (state: AgentRun['state'], problem: string | null) =>
  ({ state, problem, said: [], asks: [], unheard: 0, doing: null }) as unknown as AgentRun
const inBoth = (run: AgentRun) =>
  (['en', 'zh-CN'] as const).map((locale) =>
    doingText(run, textIn(locale), (text, said) => stopWords(locale, text, said)),
  )

describe('how an agent ended', () => {
  it('is said once when the person has stopped it', () => {
    expect(inBoth(ended('stopped', 'Stopped by you.'))).toEqual(['stopped by you', '被你停止'])
  })

  it('is said once when nothing more is known than that it was stopped', () => {
    for (const problem of [null, 'Stopped.', 'It was stopped.', 'The agent was stopped.']) {
      expect(inBoth(ended('stopped', problem))).toEqual(['stopped', '已停止'])
    }
  })

  it('is said with how much it has not heard before that', () => {
    const deaf = (count: number) => ({ ...ended('stopped', 'Stopped by you.'), unheard: count })
    expect([...inBoth(deaf(1)), ...inBoth(deaf(2))]).toEqual([
      ...['stopped by you, 1 message not delivered', '被你停止，1 条消息未收到'],
      ...['stopped by you, 2 messages not delivered', '被你停止，2 条消息未收到'],
    ])
  })

  it('is said with the reason that somebody else gave', () => {
    expect(inBoth(ended('stopped', 'The pier is gone.'))).toEqual([
      'stopped: The pier is gone.',
      '已停止：“The pier is gone.”',
    ])
  })
})
