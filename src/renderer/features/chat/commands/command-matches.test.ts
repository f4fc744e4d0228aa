import { expect, it } from 'vitest'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { commandMove } from '../../../ui/lists/command-move.ts'
import { chatCommand, commandMatches, commandName, commandToken, runAskedFor } from './command-matches.ts'

const saved = (name: string, source: SavedWorkflow['source'] = 'bundled') =>
  ({ name, source }) as SavedWorkflow

const key = (name: string, more: object = {}) => ({
  key: name,
  keyCode: 0,
  isComposing: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

it.each([
  ['/', ''],
  ['/review', 'review'],
  ['/review-c', 'review-c'],
  ['/review changes', null],
  ['/usr/bin', null],
  ['say /review', null],
  ['/审', null],
  ['', null],
  ['/memory', 'memory'],
  ['/memory ', 'memory '],
  ['/memory en', 'memory en'],
  ['/memory create release', null],
])('reads %j as the beginning of the command %j', (text, token) => {
  expect(commandToken(text)).toBe(token)
})

it.each([
  ['/review', 'review'],
  [' /review {"votes":3}', 'review'],
  ['/review\nsrc', 'review'],
  ['/usr/bin', null],
  ['review', null],
])('reads %j as the command %j', (text, name) => {
  expect(commandName(text)).toBe(name)
})

it.each([
  ['/recap', { kind: 'recap' }],
  [' /summary\n', { kind: 'summary' }],
  ['/recap the last week', null],
  ['/memory', { kind: 'memory', words: '' }],
  ['/memory store a b c d', { kind: 'memory', words: 'store a b c d' }],
  ['/memoryless', null],
  ['say /recap', null],
])('reads %j as the command of the app %j', (text, command) => {
  expect(chatCommand(text)).toEqual(command)
})

it('lists groups in their order before anything is typed, and what cannot run last in its group', () => {
  const app = (name: string, group: 'chat' | 'memory', lack?: string) => ({
    name,
    group,
    source: 'app' as const,
    description: '',
    problem: null,
    ...(lack === undefined ? {} : { lack }),
  })
  const list = [
    app('branch', 'chat', 'The chat is empty.'),
    app('resume', 'chat'),
    app('init', 'memory'),
    app('tree', 'chat', 'The chat is empty.'),
  ]
  expect(commandMatches(list, '').map(({ name }) => name)).toEqual(['resume', 'branch', 'tree', 'init'])
})

it('lists what begins with the token first, and each name once, from the place it would start', () => {
  const list = [
    saved('judge-panel', 'project'),
    saved('panel', 'user'),
    saved('judge-panel'),
    saved('span-check'),
    saved('other'),
  ]
  expect(commandMatches(list, 'pan').map(({ name, source }) => `${name} ${source}`)).toEqual([
    'panel user',
    'judge-panel project',
    'span-check bundled',
  ])
})

const list = { at: 0, count: 3, complete: false }

it.each([
  ['ArrowDown goes on', key('ArrowDown'), list, { to: 1 }],
  ['ArrowUp goes round', key('ArrowUp'), list, { to: 2 }],
  ['Enter takes the name', key('Enter'), list, 'accept'],
  ['Enter sends a name that is typed out', key('Enter'), { ...list, complete: true }, null],
  ['Tab takes the name', key('Tab'), { ...list, complete: true }, 'accept'],
  ['Shift+Tab leaves the box', key('Tab', { shiftKey: true }), list, null],
  ['Shift+Enter is a new line', key('Enter', { shiftKey: true }), list, null],
  ['Escape closes the list', key('Escape'), list, 'close'],
  ['Enter of an input method is its own', key('Enter', { isComposing: true }), list, null],
  ['ArrowDown with key code 229 is the input method’s', key('ArrowDown', { keyCode: 229 }), list, null],
  ['letters type', key('a'), list, null],
])('%s', (_says, event, where, move) => {
  expect(commandMove(event, where)).toEqual(move)
})

it.each([
  ['/workflows', null],
  ['/workflows wfr_00000001', 'wfr_00000001'],
  [' /workflows  #7f3a ', '#7f3a'],
  ['/workflows 7f3a and more', undefined],
  ['/workflows-of-mine', undefined],
  ['see /workflows', undefined],
])('reads which run %j asks to see: %j', (text, id) => {
  expect(runAskedFor(text)).toBe(id)
})
