import { expect, it } from 'vitest'
import { BUILTIN_INJECTIONS } from '../../src/main/context/updates/builtin-injections.ts'
import { ITEM_WORDS } from '../../src/renderer/ui/names/item-words.ts'

it('has a name in the inspector for everything the app puts beside the conversation', () => {
  expect(Object.keys(ITEM_WORDS).sort()).toEqual(BUILTIN_INJECTIONS.map(({ kind }) => kind).sort())
})
