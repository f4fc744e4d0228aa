import { describe, expect, it } from 'vitest'
import type { UserConfig } from '#shared/config/config.ts'
import { commandLineLayer } from './command-line-layer.ts'
import { overlay, withoutSet } from './overlay.ts'
import { settingsInForce } from './settings-in-force.ts'

describe('overlay', () => {
  it('merges tables, replaces values and adds rules', () => {
    const below: UserConfig = {
      ui: { theme: 'dark', locale: 'en' },
      context: { window: { strategy: 'sliding', maxTurns: 2 }, autoCompact: true },
      permissions: [{ tool: 'a', action: 'allow' }],
      mcp: { servers: { one: { command: 'x' } } },
    }
    const above: UserConfig = {
      ui: { theme: 'light' },
      context: { window: { strategy: 'full' } },
      permissions: [{ tool: 'b', action: 'deny' }],
      mcp: { servers: { two: { command: 'y' } } },
      permissionMode: 'plan',
    }
    expect(overlay(below, above)).toEqual({
      ui: { theme: 'light', locale: 'en' },
      context: { window: { strategy: 'full' }, autoCompact: true },
      permissions: [
        { tool: 'a', action: 'allow' },
        { tool: 'b', action: 'deny' },
      ],
      mcp: { servers: { one: { command: 'x' }, two: { command: 'y' } } },
      permissionMode: 'plan',
    })
  })

  it('returns the same settings when nothing is above', () => {
    const below: UserConfig = { askForReadOnly: true }
    expect(overlay(below, {})).toBe(below)
  })
})

it('takes from a folder the values that a higher layer sets, but no restriction', () => {
  const folder = {
    runs: { maxTurns: 5, maxCost: 1 },
    model: { use: 'big' },
    sandbox: { network: 'off' },
    permissions: [{ tool: 'a', action: 'deny' }],
  }
  const higher = { runs: { maxTurns: 9 }, model: { type: 'builtin' }, sandbox: { network: 'ask' } }
  expect(withoutSet(folder, higher)).toEqual({
    runs: { maxCost: 1 },
    sandbox: { network: 'off' },
    permissions: [{ tool: 'a', action: 'deny' }],
  })
})

it('merges profiles of context settings by their name', () => {
  const profiles = { long: { compactAt: 0.9 }, short: { compactAt: 0.3 } }
  const higher = { context: { profiles: { long: { compactAt: 0.5 } }, models: { big: 'long' } } }
  expect(overlay<UserConfig>({ context: { profiles } }, higher)).toEqual({
    context: { profiles: { long: { compactAt: 0.5 }, short: { compactAt: 0.3 } }, models: { big: 'long' } },
  })
  expect(withoutSet({ context: { profiles, models: { big: 'short', old: 'short' } } }, higher)).toEqual({
    context: { profiles: { short: { compactAt: 0.3 } }, models: { old: 'short' } },
  })
})

describe('settings of the command line', () => {
  it.each([
    ['runs.maxTurns=20', { runs: { maxTurns: 20 } }],
    ['permissionMode=plan', { permissionMode: 'plan' }],
    ['web.privateHosts=["a", "b"]', { web: { privateHosts: ['a', 'b'] } }],
    ['roles.small=lab/small:8b', { roles: { small: 'lab/small:8b' } }],
    [' ui.theme = "dark" ', { ui: { theme: 'dark' } }],
  ])('are parsed: %s', (word, settings) => {
    expect(commandLineLayer([word])).toEqual(settings)
  })

  it.each([
    ['maxTurns', /--set needs a key and a value/],
    ['=3', /--set needs a key and a value/],
    ['runs.maxTurn=3', /Unsupported config key: runs\.maxTurn \(--set, line 1\)/],
    ['runs.maxTurns=many', /runs\.maxTurns \(--set, line 1\): must be a number/],
  ])('are refused: %s', (word, message) => {
    expect(() => commandLineLayer([word])).toThrow(message)
  })

  it('hold together', () => {
    expect(commandLineLayer(['runs.maxTurns=2', 'runs.maxCost=1.5'])).toEqual({
      runs: { maxTurns: 2, maxCost: 1.5 },
    })
  })
})

it('names the layer of each value in effect and the values without effect', () => {
  const layers = {
    user: {
      runs: { maxTurns: 5, maxCost: 2 },
      permissions: [{ tool: 'bash', pattern: 'ls *', action: 'allow' }],
    },
    project: { runs: { maxTurns: 7, maxCost: 9 }, permissions: [{ tool: 'web', action: 'ask' }] },
    managed: { mcp: { servers: { office: { command: 'x', env: { TOKEN: 'marker' } } } } },
  }
  const effective = {
    runs: { maxTurns: 7, maxCost: 2, cancelGraceMs: 5_000 },
    mcp: { servers: { office: { command: 'x', env: { TOKEN: 'marker' } } } },
  }
  const rows = settingsInForce(effective, layers)
  expect(rows).toEqual([
    { key: 'mcp.servers.office', value: 'true', layer: 'managed', hidden: [] },
    { key: 'runs.cancelGraceMs', value: '5000', layer: 'builtin', hidden: [] },
    { key: 'runs.maxCost', value: '2', layer: 'user', hidden: [{ layer: 'project', value: '9' }] },
    { key: 'runs.maxTurns', value: '7', layer: 'project', hidden: [{ layer: 'user', value: '5' }] },
    { key: 'permissions', value: 'allow bash(ls *)', layer: 'user', hidden: [] },
    { key: 'permissions', value: 'ask web', layer: 'project', hidden: [] },
  ])
  expect(JSON.stringify(rows)).not.toContain('marker')
})

it('merges changes to one agent key by key, and lists those of a folder beside them', () => {
  const below: UserConfig = { agents: { build: { model: 'lab/big', tools: { deny: ['bash'] } } } }
  const merged = overlay(below, { agents: { build: { effort: 'low' }, background: false } })
  expect(merged).toEqual({
    agents: { build: { model: 'lab/big', tools: { deny: ['bash'] }, effort: 'low' }, background: false },
  })
  const layers = { user: below, project: { agents: { build: { tools: { deny: ['write'] } } } } }
  expect(settingsInForce(below, layers).map(({ key, value, layer }) => [key, value, layer])).toEqual([
    ['agents.build.model', '"lab/big"', 'user'],
    ['agents.build.tools.deny', '[ "bash" ]', 'user'],
    ['agents.build.tools.deny', '[ "write" ]', 'project'],
  ])
})
