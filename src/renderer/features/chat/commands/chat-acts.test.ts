import { expect, it } from 'vitest'
import { SessionId } from '#shared/ids.ts'
import { chatAct, chatCalled } from './chat-acts.ts'

it.each([
  ['/branch', { name: 'branch', words: '' }],
  ['/branches', { name: 'branches', words: '' }],
  ['/branch off', null],
  ['/compact', null],
  ['/resume', { name: 'resume', words: '' }],
  ['/resume the tide', { name: 'resume', words: 'the tide' }],
  ['/resumed', null],
  ['say /branch', null],
])('reads %j', (text, act) => {
  expect(chatAct(text)).toEqual(act)
})

it('finds a chat by its id, by its whole title, then the newest whose title holds the words', () => {
  const id = (number: number) => SessionId.parse(`ses_0000000${number}`)
  const chats = ['More of the tide', 'Moon', 'The Tide', 'Moon and sun'].map((title, at) => ({
    id: id(at),
    title,
  }))
  const found = (words: string) => chatCalled(chats, words)?.title ?? null
  expect([id(3), 'the tide', 'tide', 'SUN', 'stars'].map(found)).toEqual([
    'Moon and sun',
    'The Tide',
    'More of the tide',
    'Moon and sun',
    null,
  ])
})
