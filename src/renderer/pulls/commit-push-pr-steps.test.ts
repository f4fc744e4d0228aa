import { expect, it } from 'vitest'
import type { PullState } from '#shared/changes/pulls.ts'
import { stepsOf, textsOf } from './commit-push-pr-steps.ts'

const state = (changed: Partial<PullState> = {}): PullState => ({
  repository: 'tide/tables',
  branch: 'deeper',
  base: 'main',
  isPushed: false,
  methods: ['merge'],
  pull: null,
  ...changed,
})
const pull = (state: 'open' | 'merged') => ({ state }) as NonNullable<PullState['pull']>

it.each([
  ['staged changes on a branch', 2, state(), ['commit', 'push', 'create']],
  ['a commit that is not pushed', 0, state(), ['push', 'create']],
  ['a pushed branch', 0, state({ isPushed: true }), ['create']],
  [
    'staged changes on the default branch',
    1,
    state({ branch: 'main' }),
    ['branch', 'commit', 'push', 'create'],
  ],
  ['commits on the default branch', 0, state({ branch: 'main' }), ['branch', 'push', 'create']],
  ['nothing on the default branch', 0, state({ branch: 'main', isPushed: true }), []],
  ['an open pull request', 1, state({ isPushed: true, pull: pull('open') }), ['commit', 'push']],
  ['an open pull request with all in it', 0, state({ isPushed: true, pull: pull('open') }), []],
  ['a merged pull request', 1, state({ isPushed: true, pull: pull('merged') }), ['commit', 'push', 'create']],
])('%s', (_name, staged, at, steps) => {
  expect(stepsOf({ staged }, at)).toEqual(steps)
})

it('makes title and description of one text', () => {
  expect(textsOf('\ntide: deepen five\n\nMore water.\n')).toEqual({
    title: 'tide: deepen five',
    body: 'More water.',
  })
  expect(textsOf('x'.repeat(300)).title).toHaveLength(250)
})
