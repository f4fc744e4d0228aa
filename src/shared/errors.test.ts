import { expect, it } from 'vitest'
import { ErrorCode } from './error-data.ts'
import { AppError } from './errors.ts'

/** Error codes for which a retry can help. Every other error needs a change first. */
const AGAIN = [
  ...['llm.rate_limit', 'llm.timeout', 'llm.stream'],
  ...['tool.failed', 'tool.timeout', 'memory.not_found'],
]

it.each(ErrorCode.options)('says whether trying again can help after %s', (code) => {
  const error = AppError.forAgent(code, 'It went wrong.')
  expect(error.recoverable).toBe(AGAIN.includes(code))
  expect(AppError.from(error.toData()).recoverable).toBe(error.recoverable)
})

it('asks the error itself, and not what caused it', () => {
  const cause = AppError.forAgent('llm.rate_limit', 'Wait a little.')
  expect(AppError.forAgent('hook.blocked', 'No.', { cause }).recoverable).toBe(false)
  expect(AppError.forAgent('tool.failed', 'It broke.', { cause }).recoverable).toBe(true)
})
