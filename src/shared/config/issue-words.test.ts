import { expect, it } from 'vitest'
import { z } from 'zod'
import { issueWords } from './issue-words.ts'

it.each([
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(3), 'ab', 'must have at least 3 characters'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().lt(5), 5, 'must be less than 5'],
  [z.number().multipleOf(2), 3, 'must be a multiple of 2'],
  [z.number().int(), 1.5, 'must be a whole number'],
  [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
  [z.string(), 7, 'must be text'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.object({}), [], 'must be a table of keys'],
  [z.enum(['left', 'right']), 'up', 'must be one of: "left", "right"'],
  [z.enum(['ask'], 'only asks here'), 'allow', 'only asks here'],
  [z.string().refine(() => false, 'must be a day'), 'x', 'must be a day'],
])('says what a value must be: %#', (schema, value, words) => {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (issue === undefined) throw new Error('The value is right.')
  expect(issueWords(issue)).toBe(words)
})
