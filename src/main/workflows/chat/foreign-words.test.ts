import { expect, it } from 'vitest'
import { ownToolNames } from '../../extensions/foreign/tool-names.ts'
import { modelOfShortName, ownAgentName } from './foreign-words.ts'

it('knows the short names of models by their size, and no others', () => {
  expect(['haiku', 'sonnet', 'opus', 'inherit', 'gpt-5', 'small'].map(modelOfShortName)).toEqual([
    ...['small', 'medium', 'large', null, undefined, undefined],
  ])
})

it('knows the built-in agents of another program', () => {
  expect(['Explore', 'general-purpose', 'Plan', 'explore', 'my-agent'].map(ownAgentName)).toEqual([
    ...['explore', 'general', 'plan', 'explore', 'my-agent'],
  ])
})

it('translates names of tools once each, and keeps names that it does not know', () => {
  const names = [
    'Read',
    'Edit',
    'MultiEdit',
    'NotebookEdit',
    'Bash(git log:*)',
    'grep',
    'mcp__a__b',
    'Nothing',
  ]
  expect(ownToolNames(names)).toEqual([
    'read',
    'edit',
    'notebook_edit',
    'bash',
    'grep',
    'mcp__a__b',
    'Nothing',
  ])
})
