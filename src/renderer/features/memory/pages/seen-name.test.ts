import { expect, it } from 'vitest'
import { seenName } from './seen-name.ts'

it.each([
  ['a b/中文.md', 'a b/中文.md'],
  ['invoice\u202edm.exe.md', 'invoice·dm.exe.md'],
  ['re\u200bport\ufeff.md', 're·port·.md'],
  ['two\nlines\u0000.md', 'two·lines·.md'],
  ['👩\u200d🚀.md', '👩\u200d🚀.md'],
])('shows %j as %j', (file, shown) => {
  expect(seenName(file)).toBe(shown)
})
