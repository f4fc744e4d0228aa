import { expect, it } from 'vitest'
import { ErrorCode } from '#shared/errors.ts'
import { problemWords } from './problem-words.ts'

const data = (code: ErrorCode) => ({ code, message: 'The key was refused by 127.0.0.1.', recoverable: false })

it('leaves English as main wrote it', () => {
  expect(problemWords('en', data('llm.auth'))).toBe('The key was refused by 127.0.0.1.')
})

it('says in Chinese what kind of problem it is and keeps the particulars, for every code', () => {
  for (const code of ErrorCode.options) {
    expect(problemWords('zh-CN', data(code))).toMatch(
      /^[^A-Za-z]{4,}.*（The key was refused by 127\.0\.0\.1\.）$/,
    )
  }
})
