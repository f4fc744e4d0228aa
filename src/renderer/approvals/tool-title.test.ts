import { expect, it } from 'vitest'
import { toolTitle } from './tool-title.ts'

it('names a tool that has no name yet', () => {
  expect([toolTitle('bash'), toolTitle('')]).toEqual(['Bash', 'Tool'])
})
