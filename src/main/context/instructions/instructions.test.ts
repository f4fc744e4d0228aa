import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InstructionSnapshot } from '#shared/context/instructions.ts'
import build from '../../../../resources/agents/build.md?raw'
import { REMINDER_DECLARATION } from '../branch/envelope.ts'
import { estimateTokens } from '../budget/count-tokens.ts'
import { BASELINE, renderSnapshot, type SnapshotInput, takeSnapshot } from './instructions.ts'
import { type RulesFile, renderRules, splitRules } from './rules-block.ts'

const rules = (path: string, distance: number, more: Partial<RulesFile> = {}): RulesFile => ({
  path,
  scope: 'project',
  distance,
  content: `Rules of ${path}`,
  truncated: false,
  ...more,
})

const input = (more: Partial<SnapshotInput> = {}): SnapshotInput => ({
  cwd: '/p/app',
  takenAt: Date.UTC(2025, 10, 21, 22, 30),
  timeZone: 'Asia/Shanghai',
  rules: [],
  environment: { os: 'Debian 13', platform: 'linux', shell: 'bash', git: { branch: 'main', worktree: true } },
  workspace: 'npm workspace with 3 packages',
  memory: '',
  skills: '',
  ...more,
})

const blockOf = (kind: string, more: Partial<SnapshotInput> = {}) =>
  takeSnapshot(input(more)).sections.find((section) => section.kind === kind)

describe('a snapshot', () => {
  it('has every section in its fixed order, whatever is empty, and passes its schema', () => {
    const snapshot = takeSnapshot(input())
    expect(snapshot.sections.map((section) => section.kind)).toEqual([
      'baseline',
      'rules',
      'memory',
      'workspace',
      'environment',
      'time',
      'skills',
    ])
    expect(InstructionSnapshot.parse(JSON.parse(JSON.stringify(snapshot)))).toEqual(snapshot)
  })

  it('depends on nothing but what it is given', () => {
    expect(takeSnapshot(input())).toEqual(takeSnapshot(input()))
  })

  it("puts the person's rules first and the nearest file last, each with its path", () => {
    const files = [
      rules('/p/app/src/AGENTS.md', 0),
      rules('/home/AGENTS.md', 2, { scope: 'global_user', sha256: 'abc' }),
      rules('/p/AGENTS.md', 1, { truncated: true }),
    ]
    const section = blockOf('rules', { rules: files })
    expect(section?.sources).toEqual([
      { sourceType: 'agents_md', path: '/home/AGENTS.md', scope: 'global_user', priority: 0, sha256: 'abc' },
      { sourceType: 'agents_md', path: '/p/AGENTS.md', scope: 'project', priority: 1, truncated: true },
      { sourceType: 'agents_md', path: '/p/app/src/AGENTS.md', scope: 'project', priority: 2 },
    ])
    const text = section?.renderedBlock ?? ''
    const at = ['/home/AGENTS.md', '/p/AGENTS.md', '/p/app/src/AGENTS.md'].map((path) =>
      text.indexOf(`from ${path}:`),
    )
    expect(at).toEqual([...at].sort((left, right) => left - right))
    expect(at[0]).toBeGreaterThan(0)
  })

  it('tells the day and nothing finer, in the time zone of the person', () => {
    expect(blockOf('time')?.renderedBlock).toBe('Today is Saturday, 22 November 2025.')
  })

  it('names system, shell and the state of Git', () => {
    expect(blockOf('environment')?.renderedBlock).toBe(
      '# Environment\nSystem: Debian 13 (linux)\nShell: bash\nGit: branch main, in a linked worktree',
    )
  })

  it('renders without empty sections', () => {
    const text = renderSnapshot(takeSnapshot(input()).sections)
    expect(text).toContain('# Project\nFolder: /p/app\nnpm workspace with 3 packages')
    expect(text).not.toContain('# Skills')
    expect(text).not.toMatch(/\n{3}/)
  })
})

describe('the baseline', () => {
  it('explains the reminder envelope, once', () => {
    expect(BASELINE.split(REMINDER_DECLARATION)).toHaveLength(2)
    expect(BASELINE.endsWith(REMINDER_DECLARATION)).toBe(true)
  })

  it('with the default persona leaves room for rules in an 8k window', () => {
    const [, , persona = ''] = build.split(/^---$/m)
    expect(persona).toContain('You are the builder')
    expect(estimateTokens(`${BASELINE}\n\n${persona.trim()}`)).toBeLessThan(8_192 * 0.15)
  })
})

it('takes a rules section apart into the files it was made of', () => {
  const contents = fc.array(
    fc
      .array(fc.constantFrom('a', '\n', '</rules>', '\n</rules>\n\n', '<rules>', ' '))
      .map((words) => words.join('')),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(contents, (texts) => {
      const files = texts.map((content, distance) => rules(`/p/${distance}`, distance, { content }))
      const block = renderRules(files)
      const pieces = splitRules(block)
      expect(pieces).toHaveLength(files.length)
      expect(pieces.join('\n\n')).toBe(block)
    }),
  )
})
