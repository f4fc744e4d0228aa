import { expect, it } from 'vitest'
import { textIn } from '../messages/TextProvider.tsx'
import { toolTitle } from './tool-title.ts'

const [en, zh] = [textIn('en'), textIn('zh-CN')]

it('names a tool that has no name yet', () => {
  expect([toolTitle('bash', en), toolTitle('', en)]).toEqual(['Bash', 'Tool'])
})

it('calls the tools of the app in the language of the window, and others by their own names', () => {
  expect([toolTitle('team_create', en), toolTitle('team_create', zh)]).toEqual(['Team create', '组建团队'])
  expect(toolTitle('tide_tables', zh)).toBe('Tide tables')
  expect(toolTitle('mcp__ledger-db__run_query', en)).toBe('ledger-db: run_query')
})
