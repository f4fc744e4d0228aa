import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProjectConfig, UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import { parseConfig } from './config-text.ts'

const messageOf = (text: string, schema: typeof UserConfig | typeof ProjectConfig = UserConfig) => {
  try {
    parseConfig(schema, text, 'config.toml')
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe('config.invalid')
    return error.message
  }
}

describe('parseConfig', () => {
  it.each([
    ['sessionsDir = "/x"', 'Unsupported config key: sessionsDir (config.toml, line 1).'],
    [
      '\n# x\n[runs]\nmaxTurns = 1\nmaxTurn = 2',
      'Unsupported config key: runs.maxTurn (config.toml, line 5).',
    ],
    ['[runs.more]\na = 1', 'Unsupported config key: runs.more (config.toml, line 1).'],
    ['runs = { maxTurn = 2 }', 'Unsupported config key: runs.maxTurn (config.toml, line 1).'],
    [
      '[models."lab/x.y"]\ntype = "builtin"\nprovider = "groq"\nid = "x"\ncolour = "red"',
      'Unsupported config key: models."lab/x.y".colour (config.toml, line 5).',
    ],
    [
      '[[permissions]]\ntool = "a"\naction = "ask"\n[[permissions]]\ntool = "b"\naction = "ask"\nwhen = 1',
      'Unsupported config key: permissions.1.when (config.toml, line 7).',
    ],
    ['[ui]\ntheme = """\nfoo = 1\n"""\n[bar]', 'Unsupported config key: bar (config.toml, line 5).'],
  ])('names the key it does not know in %j', (text, message) => {
    expect(messageOf(text)).toBe(`${message} Remove it or correct its spelling.`)
  })

  it.each([
    ['[runs]\nmaxTurns = "many"', /^runs\.maxTurns \(config\.toml, line 2\): must be a number\./],
    ['permissionMode = "wild"', /^permissionMode \(config\.toml, line 1\)/],
    ['[model]\ntype = "magic"', /^model\.type \(config\.toml, line 2\): must be one of: "builtin", "custom"/],
    ['[model]\nid = "m"', /^model\.type \(config\.toml, line 1\): must be one of: "builtin", "custom"/],
    [
      '[model]\ntype = "builtin"\nprovider = "groq"\nid = "b"\nfallback = "spare"',
      /^model\.fallback \(config\.toml, line 5\): there is no model of this name/,
    ],
    ['[roles]\nsmall = "spare"', /^roles\.small \(config\.toml, line 2\): there is no model of this name/],
    [
      '[model]\ntype = "builtin"\nprovider = "groq"\nid = "b"\nfallback = "groq/b"',
      /^model\.fallback \(config\.toml, line 5\): a model cannot stand in for itself/,
    ],
    ['[runs\nmaxTurns = 1', /^config\.toml, line 1: /],
    ['a = 1\na = 2', /^config\.toml, line 2: /],
    ['x'.repeat(2_000_000), /larger than 1 MiB/],
  ])('says what is wrong with %j and where', (text, message) => {
    expect(messageOf(text)).toMatch(message)
  })

  it('never quotes a value, in case it is a key', () => {
    for (const text of [
      '[model]\ntype = "builtin"\nprovider = "groq"\nid = "b"\napiKeyRef = "sk-marker"',
      'apiKey = "sk-marker',
      'apiKey = sk-marker',
      'permissionMode = "sk-marker"',
      '[models]\nx = "sk-marker"',
    ]) {
      expect(messageOf(text)).not.toContain('sk-marker')
    }
    expect(messageOf('[model]\ntype = "builtin"\nprovider = "groq"\nid = "b"\napiKeyRef = "sk-x"')).toMatch(
      /must be "vault:<name>" or "env:<NAME>"/,
    )
  })

  it('lets a project name no host, no key and allow nothing', () => {
    for (const text of [
      '[models.x]\ntype = "builtin"',
      '[model]\nbaseUrl = "http://x"',
      'permissionMode = "bypass"',
      '[[permissions]]\ntool = "bash"\naction = "allow"',
      '[ui]\ntheme = "dark"',
    ]) {
      expect(messageOf(text, ProjectConfig)).not.toBeNull()
    }
    expect(messageOf('[model]\nuse = "small"\n[runs]\nmaxTurns = 3', ProjectConfig)).toBeNull()
  })

  it('answers any text with settings or a sentence', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '[runs]',
        'maxTurns = 3',
        '"""',
        "'''",
        '[[permissions]]',
        '__proto__ = 1',
        '[__proto__]',
        'a.b.c = {',
      ),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        messageOf(lines.join('\n'))
      }),
    )
  })
})
