import { describe, expect, it } from 'vitest'
import { createRedactor } from '../lib/redact.ts'
import { Secret } from '../lib/secret.ts'
import { createSecretVariables } from '../lib/secret-variables.ts'
import { resolveApiKey } from './api-key.ts'
import type { UseBy } from './vault.ts'

const never = new AbortController().signal

function deps(env: Record<string, string | undefined> = {}) {
  const reads: [string, string][] = []
  const redactor = createRedactor()
  const vault = {
    read: async (name: string, { by }: UseBy) => {
      reads.push([name, by])
      return new Secret(`value of ${name}`)
    },
  }
  const variables = createSecretVariables()
  return { vault, redactor, env, reads, variables }
}

describe('resolveApiKey', () => {
  it.each(['chatgpt-sign-in', 'chatgpt-registration'])('gives nothing of %s away', async (name) => {
    const given = deps()
    const asked = resolveApiKey(`vault:${name}`, { by: 'MCP x', purpose: 'call' }, given, never)
    await expect(asked).rejects.toThrow('belongs to a sign-in')
    expect(given.reads).toEqual([])
  })

  it('asks the vault by name and says who wants it', async () => {
    const given = deps()
    expect(
      (await resolveApiKey('vault:open.ai', { by: 'lab/model', purpose: 'call' }, given, never)).reveal(),
    ).toBe('value of open.ai')
    expect(given.reads).toEqual([['open.ai', 'lab/model']])
  })

  it('reads the environment at the time of the call and hides what it found from the log', async () => {
    const given = deps()
    given.env['LAB_KEY'] = ' marker-value\n'
    expect(
      (await resolveApiKey('env:LAB_KEY', { by: 'lab/model', purpose: 'call' }, given, never)).reveal(),
    ).toBe('marker-value')
    expect(given.redactor.text('x marker-value')).toBe('x [secret]')
    expect(given.reads).toEqual([])
    expect([...given.variables.names()]).toEqual(['LAB_KEY'])
  })

  it.each([{}, { LAB_KEY: '' }, { LAB_KEY: '  ' }])('says which variable is not set: %j', async (env) => {
    await expect(
      resolveApiKey('env:LAB_KEY', { by: 'lab/model', purpose: 'call' }, deps(env), never),
    ).rejects.toMatchObject({
      code: 'vault.not_found',
      message: expect.stringContaining('LAB_KEY is not set'),
    })
  })
})
