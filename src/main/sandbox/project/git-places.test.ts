import { expect, it } from 'vitest'
import { mayHold } from './git-places.ts'

const named = (...names: readonly string[]) => mayHold(names.map((name) => ({ name })))

it('knows by the listing of a folder what is missing, in letters of any case', () => {
  const has = named('HEAD', 'Config', 'objects')
  expect(['config', 'hooks', 'commondir'].map(has)).toEqual([true, false, false])
  expect(mayHold(null)('hooks')).toBe(true)
})

it.each(['con\ufb01g', 'hook\u017f', 'x\u0301'])(
  'takes no name for missing beside %j, which a file system may take for it',
  (name) => {
    expect(['config', 'hooks'].map(named('HEAD', name))).toEqual([true, true])
  },
)
