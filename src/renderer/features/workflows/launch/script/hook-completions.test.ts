import { CompletionContext } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { AgentOptions } from '../../../../../main/workflows/engine/agent-options.ts'
import { completeHooks, HOOKS } from './hook-completions.ts'

it('names every option of agent', () => {
  const info = HOOKS.find(({ label }) => label === 'agent')?.info ?? ''
  for (const option of Object.keys(AgentOptions.shape)) expect(info).toContain(option)
})

/** Returns the completions at `|`. */
const offered = (text: string, asked = false) => {
  const at = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: javascript() })
  return completeHooks(new CompletionContext(state, at, asked))
}

it('offers the hooks and the values from the beginning of the word on', () => {
  const found = offered('const all = await par|')
  expect(found?.from).toBe('const all = await '.length)
  expect(found?.options.map(({ label }) => label)).toEqual([
    ...['agent', 'parallel', 'pipeline', 'phase', 'log', 'workflow'],
    ...['args', 'budget'],
  ])
})

it('goes on offering them while the word goes on', () => {
  const { validFor } = offered('pa|') ?? {}
  expect(validFor).toEqual(/^[\w$]*$/)
})

it('offers nothing in the middle of nowhere, unless it is asked', () => {
  expect(offered('await |')).toBeNull()
  expect(offered('await |', true)?.from).toBe('await '.length)
})

it('offers no hook as a part of another thing', () => {
  expect(offered('found.|', true)).toBeNull()
  expect(offered('found.pa|')).toBeNull()
})

it('leaves the words of prompts and remarks alone, and helps again where code stands in them', () => {
  for (const words of ["agent('lo|", 'agent("read the lo|g")', 'agent(`lo|`)', '// lo|', '/* lo| */']) {
    expect(offered(words), words).toBeNull()
  }
  expect(offered('agent(`Look at $' + '{ar|}`)')?.from).toBe(17)
})
