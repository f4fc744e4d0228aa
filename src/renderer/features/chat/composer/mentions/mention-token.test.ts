import { expect, it } from 'vitest'
import { mentioned, mentionToken, stillFitting } from './mention-token.ts'

/** The caret stands where the bar is. */
const at = (marked: string) => {
  const caret = marked.indexOf('|')
  return { text: marked.replace('|', ''), caret }
}

it.each([
  ['@|', ''],
  ['Look at @src/ti|', 'src/ti'],
  ['看看，@潮|', '潮'],
  ['Is (@READ|) right?', 'READ'],
  ['Look at @"my no|', 'my no'],
  ['me@example.com|', null],
  ['Look at @src/tide.ts |', null],
  ['Look |at @src', null],
])('in %j the name that is typed is %j', (marked, typed) => {
  const { text, caret } = at(marked)
  expect(mentionToken(text, caret)?.typed ?? null).toBe(typed)
})

it.each([
  ['Look at @ti|', 'src/tide.ts', 'Look at @src/tide.ts |'],
  ['Is @READ| right?', 'README.md', 'Is @README.md |right?'],
  ['@"my|', 'my notes.md', '@"my notes.md" |'],
])('puts the whole name into %j', (marked, name, after) => {
  const { text, caret } = at(marked)
  const token = mentionToken(text, caret)
  if (token === null) throw new Error('nothing is mentioned')
  const done = mentioned(text, token, name)
  expect(`${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`).toBe(after)
})

it('offers of the names found for an earlier text only those that fit the new one', () => {
  const found = { typed: 'ti', names: ['src/tide.ts', 'src/title.ts'] }
  expect(stillFitting(found, 'ti')).toEqual(found.names)
  expect(stillFitting(found, 'tid')).toEqual(['src/tide.ts'])
  expect(stillFitting(found, 'x')).toEqual([])
})
