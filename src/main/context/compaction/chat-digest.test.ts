import { expect, it } from 'vitest'
import { call, createHistory } from '../../../../test/support/data/history.ts'
import { estimateTokens } from '../budget/count-tokens.ts'
import { chatDigest } from './chat-digest.ts'

const gist = (made: ReturnType<typeof createHistory>) => chatDigest(made.path, [], estimateTokens)

it('says what the person said and what was answered last, without what was said between calls', () => {
  const made = createHistory()
  made.user('Why does the import fail?')
  made.answer({ t: 'reasoning', text: 'secret thoughts' }, 'I will look.', call('c1', { path: 'import.ts' }))
  made.result('c1', 'the file')
  made.answer('It drops the last row.')
  made.user('Go on.')
  expect(gist(made)).toBe(
    'What the person said:\n- Why does the import fail?\n- Go on.\n\nThe last answer:\nIt drops the last row.',
  )
})

it('is empty for a chat in which nothing was said', () => {
  expect(gist(createHistory())).toBe('')
})

it('stays within its bounds however long the chat is', () => {
  const made = createHistory()
  for (let index = 0; index < 400; index += 1) made.user(`wish number ${index} ${'and so on '.repeat(20)}`)
  made.answer('word '.repeat(20_000))
  expect(estimateTokens(gist(made))).toBeLessThanOrEqual(3_020)
  expect(gist(made)).toContain('wish number 399')
})
