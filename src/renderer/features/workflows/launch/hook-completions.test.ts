import { expect, it } from 'vitest'
import { AgentOptions } from '../../../../main/workflows/engine/agent-options.ts'
import { HOOKS } from './hook-completions.ts'

it('names every option of agent', () => {
  const info = HOOKS.find(({ label }) => label === 'agent')?.info ?? ''
  for (const option of Object.keys(AgentOptions.shape)) expect(info).toContain(option)
})
