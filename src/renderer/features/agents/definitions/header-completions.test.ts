import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { completeHeader } from './header-completions.ts'

/** Returns the completions at the bar. */
function offered(text: string): readonly string[] {
  const pos = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', '') })
  return completeHeader(new CompletionContext(state, pos, false))?.options.map(({ label }) => label) ?? []
}

it('offers the keys that are not there yet, where a line of the header begins', () => {
  const keys = offered('---\ndescription: Reads.\nm|\n---\nYou read.')
  expect(keys).toContain('mode')
  expect(keys).toContain('temperature')
  expect(keys).not.toContain('description')
})

it('offers the values of keys that have a few', () => {
  expect(offered('---\nmode: s|\n---\n')).toEqual(['primary', 'subagent', 'hidden'])
  expect(offered('---\npermission:\n  - { tool: edit, action: d|\n---\n')).toEqual(['allow', 'ask', 'deny'])
  expect(offered('---\ndescription: a|\n---\n')).toEqual([])
})

it('offers nothing in the text below', () => {
  expect(offered('---\ndescription: Reads.\n---\nmo|')).toEqual([])
})
