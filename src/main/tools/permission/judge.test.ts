import { describe, expect, it } from 'vitest'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import type { ToolAct } from '../tool.ts'
import { judge } from './judge.ts'
import { refusalSentence } from './refusal.ts'

const act = (access: ToolAct['access'], target: string, more: Partial<ToolAct> = {}): ToolAct => ({
  access,
  target,
  outside: false,
  proposedRule: null,
  ...more,
})
const read = act('read', 'src/a.ts')
const readOutside = act('read', '/etc/passwd', { outside: true })
const edit = act('edit', 'src/a.ts')
const editOutside = act('edit', '/etc/passwd', { outside: true })
const editGit = act('edit', '.git/config')
const run = act('execute', 'pnpm test')
const look = act('execute', 'git status')
const unsure = act('execute', 'eval x', { unsure: 'eval makes commands out of text' })

const rule = (action: Permission, tool: string, pattern?: string): PermissionRule => ({
  tool,
  action,
  ...(pattern === undefined ? {} : { pattern }),
})

type Given = {
  tool?: string
  mode?: PermissionMode
  rules?: PermissionRule[][]
  grants?: PermissionRule[]
  acts: ToolAct[]
}
const verdict = ({ tool = 'bash', mode = 'ask', rules = [], grants = [], acts }: Given) =>
  judge({ tool, mode, rules, grants, acts, home: '/home/ada' })

describe('without rules', () => {
  it.each<[PermissionMode, ToolAct, Permission]>([
    ['ask', read, 'allow'],
    ['ask', readOutside, 'ask'],
    ['ask', edit, 'ask'],
    ['ask', run, 'ask'],
    ['ask', look, 'ask'],
    ['accept_edits', read, 'allow'],
    ['accept_edits', edit, 'allow'],
    ['accept_edits', editOutside, 'ask'],
    ['accept_edits', editGit, 'ask'],
    ['accept_edits', act('edit', 'sub/.GIT/hooks/x'), 'ask'],
    ['accept_edits', act('edit', '.orrery/config.toml'), 'ask'],
    ['accept_edits', act('edit', '.gitignore'), 'allow'],
    ['accept_edits', act('edit', 'a', { unsure: 'a variable' }), 'ask'],
    ['accept_edits', run, 'ask'],
    ['plan', read, 'allow'],
    ['plan', readOutside, 'ask'],
    ['plan', edit, 'deny'],
    ['plan', run, 'deny'],
    ['plan', look, 'allow'],
    ['plan', act('execute', 'git diff --output=x'), 'deny'],
    ['plan', act('execute', "git diff '--output=a b'"), 'deny'],
    ['plan', act('execute', 'git commit -m x'), 'deny'],
    ['plan', act('execute', 'cat /etc/passwd', { outside: true }), 'ask'],
    ['plan', unsure, 'deny'],
    ['bypass', run, 'allow'],
    ['bypass', editOutside, 'allow'],
    ['bypass', editGit, 'ask'],
    ['bypass', act('edit', 'AGENTS.md'), 'allow'],
    ['accept_edits', act('edit', 'sub/AGENTS.md'), 'ask'],
    ['bypass', unsure, 'allow'],
    ['ask', act('remember', 'gauge', { overPerson: true }), 'ask'],
  ])('%s: %j is %s', (mode, one, expected) => {
    expect(verdict({ mode, acts: [one] }).verdict).toBe(expected)
  })

  it('lets a call that does nothing through', () => {
    expect(verdict({ mode: 'plan', acts: [] }).verdict).toBe('allow')
  })

  it('says whether the mode or a rule denies', () => {
    const rules = [[{ tool: 'bash', action: 'deny' as const }]]
    expect([verdict({ mode: 'plan', acts: [run] }).by, verdict({ rules, acts: [run] }).by]).toEqual([
      'plan_mode',
      'rule',
    ])
    expect(verdict({ acts: [run] }).by).toBeUndefined()
  })

  it('takes the strictest verdict over all acts', () => {
    expect(verdict({ mode: 'plan', acts: [read, look, run] }).verdict).toBe('deny')
    expect(verdict({ mode: 'accept_edits', acts: [edit, run, read] }).verdict).toBe('ask')
  })
})

describe('commands that only read, where they run unasked', () => {
  const unasked = (mode: PermissionMode, acts: ToolAct[], more: Partial<Given> = {}) =>
    judge({
      tool: 'bash',
      mode,
      acts,
      home: '/home/ada',
      readsUnasked: true,
      rules: more.rules ?? [],
      grants: more.grants ?? [],
    })

  it.each<[string, PermissionMode, ToolAct[], Permission]>([
    ['a look', 'ask', [look], 'allow'],
    ['a look with edits accepted', 'accept_edits', [look], 'allow'],
    ['a command that may change something', 'ask', [run], 'ask'],
    ['a look beside one of those', 'ask', [look, run], 'ask'],
    ['a look that writes a file', 'ask', [look, edit], 'ask'],
    ['a look outside', 'ask', [act('execute', 'cat /etc/passwd', { outside: true })], 'ask'],
    ['an unsure look', 'ask', [act('execute', 'cat a', { unsure: 'a variable' })], 'ask'],
    [
      'a look that may start a program',
      'ask',
      [act('execute', 'git status', { guards: [{ kind: 'git_runs', path: 'filter.x.clean=y' }] })],
      'ask',
    ],
    [
      'a look with an acting word',
      'ask',
      [act('execute', 'git diff --ext-diff', { exactOnly: '--ext-diff' })],
      'ask',
    ],
    ['git that acts', 'ask', [act('execute', 'git commit')], 'ask'],
  ])('%s in %s: %j is %s', (_name, mode, acts, expected) => {
    expect(unasked(mode, acts).verdict).toBe(expected)
  })

  it('ask or are refused where a rule says so', () => {
    expect(unasked('ask', [look], { rules: [[rule('ask', 'bash', 'git *')]] }).verdict).toBe('ask')
    expect(unasked('ask', [look], { rules: [[rule('deny', 'bash', 'git *')]] }).verdict).toBe('deny')
    const closed = act('execute', 'cat .env', { names: [{ path: '.env', pattern: false }] })
    expect(unasked('ask', [closed], { rules: [[rule('deny', 'read', '.env')]] }).verdict).toBe('deny')
  })

  it('are told apart from what a grant or the mode allows', () => {
    expect(unasked('ask', [look]).readsUnasked).toBe(true)
    expect(unasked('ask', [look], { grants: [rule('allow', 'bash', 'git status')] }).readsUnasked).toBe(
      undefined,
    )
    expect(unasked('plan', [look]).readsUnasked).toBe(undefined)
    expect(unasked('ask', [look, run]).readsUnasked).toBe(undefined)
  })
})

describe('with rules', () => {
  it.each<[string, Given, Permission]>([
    ['a rule allows its command', { rules: [[rule('allow', 'bash', 'pnpm *')]], acts: [run] }, 'allow'],
    ['a rule for another tool does not', { rules: [[rule('allow', 'edit', '*')]], acts: [run] }, 'ask'],
    [
      'the last match in a list wins',
      { rules: [[rule('deny', 'bash', '*'), rule('allow', 'bash', 'pnpm *')]], acts: [run] },
      'allow',
    ],
    [
      'the strictest list wins',
      { rules: [[rule('allow', 'bash', 'pnpm *')], [rule('ask', 'bash')]], acts: [run] },
      'ask',
    ],
    [
      'deny beats every list',
      { rules: [[rule('deny', 'bash', 'pnpm *')], [rule('allow', '*')]], acts: [run] },
      'deny',
    ],
    [
      'a grant answers a question',
      { rules: [[rule('ask', 'bash')]], grants: [rule('allow', 'bash', 'pnpm *')], acts: [run] },
      'allow',
    ],
    [
      'a grant never lifts a refusal',
      { rules: [[rule('deny', 'bash', 'pnpm *')]], grants: [rule('allow', 'bash', 'pnpm *')], acts: [run] },
      'deny',
    ],
    [
      'no mode lifts a refusal',
      { mode: 'bypass', rules: [[rule('deny', 'bash', 'pnpm *')]], acts: [run] },
      'deny',
    ],
    [
      'no grant lifts plan mode',
      { mode: 'plan', grants: [rule('allow', 'bash')], rules: [[rule('allow', '*')]], acts: [run] },
      'deny',
    ],
    [
      'a rule that asks holds in accept edits',
      { mode: 'accept_edits', rules: [[rule('ask', 'edit', 'src/**')]], acts: [edit] },
      'ask',
    ],
    [
      'no pattern allows what is unsure',
      { rules: [[rule('allow', 'bash', '*')]], grants: [rule('allow', 'bash')], acts: [unsure] },
      'ask',
    ],
    [
      'bypass asks for the unsure where something is forbidden',
      { mode: 'bypass', rules: [[rule('deny', 'bash', 'rm *')]], acts: [unsure] },
      'ask',
    ],
    [
      'a refusal finds what a wrapper starts',
      {
        rules: [[rule('deny', 'bash', 'rm *')]],
        acts: [act('execute', 'sudo rm x', { alsoMatches: ['rm x'] })],
      },
      'deny',
    ],
    [
      'an allowance does not',
      {
        rules: [[rule('allow', 'bash', 'rm *')]],
        acts: [act('execute', 'sudo rm x', { alsoMatches: ['rm x'] })],
      },
      'ask',
    ],
    [
      'a refusal ignores case',
      { rules: [[rule('deny', 'read', '.env')]], tool: 'read', acts: [act('read', 'a/.ENV')] },
      'deny',
    ],
    [
      'a refused read covers other reading tools',
      { rules: [[rule('deny', 'read', 'keys/**')]], tool: 'grep', acts: [act('read', 'keys/a')] },
      'deny',
    ],
    [
      'a refused edit covers write',
      { rules: [[rule('deny', 'edit', 'src/**')]], tool: 'write', acts: [edit] },
      'deny',
    ],
    [
      'a refused edit covers redirections',
      { rules: [[rule('deny', 'write', 'src/**')]], acts: [edit] },
      'deny',
    ],
    [
      'a wide rule does not reach outside',
      { rules: [[rule('allow', 'read', '**')]], tool: 'read', acts: [readOutside] },
      'ask',
    ],
    [
      'no pattern does not reach outside',
      { rules: [[rule('allow', 'read')]], tool: 'read', acts: [readOutside] },
      'ask',
    ],
    [
      'no rule and no grant replaces what the person wrote',
      {
        rules: [[rule('allow', 'memory_save')]],
        grants: [rule('allow', 'memory_save', '*')],
        tool: 'memory_save',
        acts: [act('remember', 'gauge', { overPerson: true })],
      },
      'ask',
    ],
    [
      'a rule that names the place does',
      { rules: [[rule('allow', 'read', '/etc/**')]], tool: 'read', acts: [readOutside] },
      'allow',
    ],
    [
      'a home rule reaches home',
      {
        rules: [[rule('allow', 'read', '~/notes/**')]],
        tool: 'read',
        acts: [act('read', '/home/ada/notes/a', { outside: true })],
      },
      'allow',
    ],
    [
      'a wide command rule does not reach outside',
      {
        grants: [rule('allow', 'bash', 'cat *')],
        acts: [act('execute', 'cat /etc/passwd', { outside: true })],
      },
      'ask',
    ],
    [
      'the very command does',
      {
        grants: [rule('allow', 'bash', 'cat /etc/passwd')],
        acts: [act('execute', 'cat /etc/passwd', { outside: true })],
      },
      'allow',
    ],
    [
      'a wide rule does not reach .git',
      { rules: [[rule('allow', 'edit', '**')]], tool: 'edit', acts: [editGit] },
      'ask',
    ],
    [
      'a rule that names .git does',
      { rules: [[rule('allow', 'edit', '.git/**')]], tool: 'edit', acts: [editGit] },
      'allow',
    ],
    [
      'the star tool is every tool',
      { rules: [[rule('deny', '*')]], tool: 'anything', acts: [act('execute', 'x')] },
      'deny',
    ],
  ])('%s', (_, given, expected) => {
    expect(verdict(given).verdict).toBe(expected)
  })

  it('does not let a rule about commands lift what a rule about files refuses', () => {
    const acts = [act('execute', 'echo x'), act('edit', 'secrets/key')]
    const rules = [[rule('deny', 'edit', 'secrets/**'), rule('allow', 'bash', '*')]]
    expect(verdict({ rules, acts }).verdict).toBe('deny')
    const other = [act('execute', 'echo x'), act('edit', 'notes.md')]
    expect(verdict({ rules, acts: other }).verdict).toBe('allow')
    expect(verdict({ rules: [[...(rules[0] ?? []), rule('allow', 'edit')]], acts }).verdict).toBe('allow')
  })

  it('names the rule that decided', () => {
    const refusal = rule('deny', 'bash', 'pnpm *')
    const decided = verdict({ rules: [[refusal]], acts: [run] })
    expect([decided.matched, decided.reason]).toEqual([refusal, expect.stringContaining('Bash(pnpm:*)')])
  })
})

describe('what the model reads', () => {
  it('tells the three refusals apart', () => {
    const sentences = [
      refusalSentence({ by: 'person', why: null }),
      refusalSentence({ by: 'person', why: 'use pnpm' }),
      refusalSentence({ by: 'rule', rule: rule('deny', 'bash', 'rm *') }),
      refusalSentence({ by: 'plan_mode' }),
    ]
    expect(sentences).toEqual([
      expect.stringMatching(/^The person said no to this call\. /),
      'The person said no to this call, and why: use pnpm',
      expect.stringMatching(/^The permission rule Bash\(rm:\*\) forbids/),
      expect.stringMatching(/^Plan mode is on/),
    ])
  })
})

describe('tools of MCP servers', () => {
  const tool = 'mcp__files__read_a_file_0a1b2c3d'
  const full = 'mcp__files__read a file'
  const ofServer = (onlyReads = false) =>
    act('execute', full, { external: { onlyReads, ruleNames: [full, 'mcp__files'] } })
  const of = (given: Omit<Given, 'acts' | 'tool'>, onlyReads = false) =>
    judge({
      tool,
      mode: 'ask',
      rules: [],
      grants: [],
      home: '/home/ada',
      ...given,
      acts: [ofServer(onlyReads)],
    }).verdict

  it.each<[PermissionMode, boolean, Permission]>([
    ['ask', false, 'ask'],
    ['ask', true, 'ask'],
    ['accept_edits', false, 'ask'],
    ['plan', false, 'deny'],
    ['plan', true, 'ask'],
    ['bypass', false, 'allow'],
  ])('in mode %s, marked read-only %s: %s', (mode, onlyReads, expected) => {
    expect(of({ mode }, onlyReads)).toBe(expected)
    // The sandbox of commands does not hold them, and commands that only read are something else.
    expect(
      judge({
        tool,
        mode,
        rules: [],
        grants: [],
        home: '/home/ada',
        acts: [ofServer(onlyReads)],
        sandboxed: true,
        readsUnasked: true,
      }).verdict,
    ).toBe(expected)
  })

  it('are known to rules by their full name, and by that of their server', () => {
    expect(of({ rules: [[rule('allow', full)]] })).toBe('allow')
    expect(of({ rules: [[rule('allow', 'mcp__files')]] })).toBe('allow')
    expect(of({ rules: [[rule('allow', 'mcp__files'), rule('deny', full)]] })).toBe('deny')
    expect(of({ mode: 'bypass', rules: [[rule('deny', 'mcp__files')]] })).toBe('deny')
    expect(of({ mode: 'plan', grants: [rule('allow', full)] })).toBe('deny')
    expect(of({ mode: 'plan', grants: [rule('allow', full)] }, true)).toBe('allow')
    expect(of({ rules: [[rule('allow', 'mcp__other')]] })).toBe('ask')
    expect(of({ rules: [[rule('allow', 'bash', '*'), rule('allow', 'read', '*')]] })).toBe('ask')
  })
})
