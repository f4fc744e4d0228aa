import { describe, expect, it } from 'vitest'
import { bothLists, eitherList, stricterMode, toolsOf } from './limits.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

describe('the tools of an agent', () => {
  it.each([
    [{}, ['read', 'edit', 'bash']],
    [{ allow: ['bash', 'read', 'other'] }, ['read', 'bash']],
    [{ allow: [] }, []],
    [{ deny: ['bash'] }, ['read', 'edit']],
    [{ allow: ['read', 'bash'], deny: ['bash'] }, ['read']],
    [{ allow: ['*'], deny: ['edit'] }, ['read', 'bash']],
    [{ deny: ['*'] }, []],
  ])('with %j are %j, in their own order', (tools, names) => {
    expect(toolsOf({ tools }, named('read', 'edit', 'bash')).map(({ name }) => name)).toEqual(names)
  })
})

it('takes the mode in which less may be done', () => {
  expect(stricterMode('bypass', 'accept_edits')).toBe('accept_edits')
  expect(stricterMode('plan', 'bypass')).toBe('plan')
  expect(stricterMode('ask', undefined)).toBe('ask')
})

it('joins lists so that no side gains', () => {
  expect(bothLists(undefined, undefined)).toBeUndefined()
  expect(bothLists(['a', 'b'], undefined)).toEqual(['a', 'b'])
  expect(bothLists(undefined, ['b'])).toEqual(['b'])
  expect(bothLists(['a', 'b'], ['b', 'c'])).toEqual(['b'])
  expect(bothLists(['*'], ['b'])).toEqual(['b'])
  expect(bothLists(['a'], ['*'])).toEqual(['a'])
  expect(eitherList(['a', 'b'], ['b', 'c'])).toEqual(['a', 'b', 'c'])
  expect(eitherList(undefined, ['b'])).toEqual(['b'])
})
