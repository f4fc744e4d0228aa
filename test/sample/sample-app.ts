import type { ProjectId, SessionId } from '#shared/ids.ts'
import {
  GrantId,
  ProjectId as ProjectIdSchema,
  RequestId,
  SessionId as SessionIdSchema,
} from '#shared/ids.ts'
import type { HealthLine } from '#shared/ipc/calls/app-calls.ts'
import type { ConnectionReport, DetectedServer, ModelListing } from '#shared/model/model.ts'
import type { Grant } from '#shared/permission/rule.ts'
import type { Project } from '#shared/project/project.ts'
import { say, tell } from '#shared/sentences.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { SecretListing } from '#shared/vault/secret.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const projectId = (name: string): ProjectId => ProjectIdSchema.parse(`prj_${name.padEnd(10, '0')}`)
export const sessionId = (name: string): SessionId => SessionIdSchema.parse(`ses_${name.padEnd(10, '0')}`)

export const LEDGER = projectId('ledger')
export const OPEN_SESSION = sessionId('vat')

export function sampleProjects(now: number): readonly Project[] {
  const project = (name: string, age: number, more: Partial<Project> = {}): Project => ({
    id: projectId(name.replaceAll('-', '')),
    path: `/home/lin/code/${name}`,
    name,
    lastOpenedAt: now - age,
    missing: false,
    branch: 'main',
    trusted: true,
    carriesCode: false,
    gitMayStart: false,
    ...more,
  })
  return [
    project('ledger', MINUTE, { branch: 'fix/vat-rounding' }),
    project('orbit-sim', 12 * MINUTE, { carriesCode: true, trusted: null }),
    project('field-notes', DAY),
    project('payroll-import', 9 * DAY, { missing: true, branch: null }),
  ]
}

export function sampleSessions(now: number): Readonly<Record<string, readonly SessionListing[]>> {
  const row = (
    project: ProjectId,
    id: string,
    title: string,
    age: number,
    state: SessionListing['state'],
  ): SessionListing => ({ id: sessionId(id), projectId: project, title, updatedAt: now - age, state })
  const sim = projectId('orbitsim')
  return {
    [LEDGER]: [
      row(LEDGER, 'vat', 'Fix VAT rounding on split invoices', 0, 'waiting'),
      row(LEDGER, 'report', 'Draft the settlement report', 3 * MINUTE, 'running'),
      row(LEDGER, 'runner', 'Upgrade the test runner', 2 * HOUR, 'done'),
      row(LEDGER, 'export', '修复发票导出的四舍五入', DAY, 'idle'),
      row(LEDGER, 'nightly', 'Why is the nightly job slow?', 3 * DAY, 'idle'),
    ],
    [sim]: [
      row(sim, 'nbody', 'Speed up the n-body step', 12 * MINUTE, 'running'),
      row(sim, 'plots', 'Port plots to SVG', 2 * DAY, 'stopped'),
      row(sim, 'obs', 'Read the 2019 observations', 6 * DAY, 'failed'),
    ],
  }
}

/** What comes when the earlier chats are asked for. */
export function earlierSessions(now: number): readonly SessionListing[] {
  const titles = [
    'Import the June statements',
    'Explain the tariff tables',
    'Split the invoice module',
    'Which tests are slow?',
  ]
  return Array.from({ length: 14 }, (_, index) => ({
    id: sessionId(`earlier${index}`),
    projectId: LEDGER,
    title: titles[index % titles.length] ?? '',
    updatedAt: now - (4 + index * 5) * DAY,
    state: 'idle' as const,
  }))
}

const listing = (provider: string, id: string, more: Partial<ModelListing>): ModelListing => ({
  ref: `${provider}/${id}`,
  id,
  provider,
  api: 'openai-completions',
  label: id,
  contextWindow: 128_000,
  maxOutput: 8_192,
  reasoning: false,
  inputPrice: null,
  outputPrice: null,
  source: 'config',
  baseUrl: null,
  apiKeyRef: null,
  key: 'not_needed',
  isDefault: false,
  ...more,
})

export const PRACTICE_ONLY: readonly ModelListing[] = [
  listing('orrery', 'practice', {
    api: 'builtin',
    label: 'Practice model',
    contextWindow: 32_000,
    source: 'builtin',
    inputPrice: 0,
    outputPrice: 0,
    isDefault: true,
  }),
]

const OLLAMA = 'http://127.0.0.1:11434/v1'

export const MODELS: readonly ModelListing[] = [
  listing('openai', 'gpt-5-mini', {
    baseUrl: 'https://api.openai.com/v1',
    apiKeyRef: 'vault:openai',
    key: 'present',
    contextWindow: 200_000,
    inputPrice: 0.25,
    outputPrice: 2,
    isDefault: true,
    reasoning: true,
  }),
  listing('ollama', 'qwen3-coder:30b', {
    baseUrl: OLLAMA,
    contextWindow: 262_144,
    source: 'detected',
    inputPrice: 0,
    outputPrice: 0,
  }),
  listing('mistral', 'codestral-latest', {
    baseUrl: 'https://api.mistral.ai/v1',
    apiKeyRef: 'vault:mistral',
    key: 'missing',
  }),
  ...PRACTICE_ONLY.map((model) => ({ ...model, isDefault: false })),
]

export const SERVERS: readonly DetectedServer[] = [
  {
    name: 'Ollama',
    baseUrl: OLLAMA,
    port: 11434,
    running: true,
    models: ['qwen3-coder:30b', 'gpt-oss:20b', 'gemma3:12b'],
  },
  {
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    port: 1234,
    running: true,
    models: ['phi-4', 'olmo-2'],
  },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', port: 8080, running: false, models: [] },
]

export const REPORT: ConnectionReport = {
  ok: false,
  steps: [
    { step: 'reached', ok: true, detail: tell(say('test.answers', { host: '127.0.0.1:11434' })) },
    { step: 'protocol', ok: true, detail: tell(say('test.speaks', { count: '3' })) },
    {
      step: 'modelKnown',
      ok: false,
      detail: tell(say('test.unlisted', { host: '127.0.0.1:11434', model: 'qwen3', some: 'gpt-oss:20b' })),
    },
  ],
  models: ['qwen3-coder:30b', 'gpt-oss:20b', 'gemma3:12b'],
}

export function sampleSecrets(now: number): readonly SecretListing[] {
  const secret = (
    name: string,
    mask: string,
    age: number | null,
    usedBy: readonly string[] = [],
  ): SecretListing => ({
    name,
    mask,
    usedBy: [...usedBy],
    refused: [],
    uses: age === null ? [] : usedBy.map((by) => ({ by, purpose: 'call', allowed: true, at: now - age })),
    createdAt: now - 40 * DAY,
    updatedAt: now - 20 * DAY,
    lastUsedAt: age === null ? null : now - age,
    present: mask !== '',
  })
  return [
    secret('openai', 'sk-p·····4 (164)', 2 * MINUTE, ['openai/gpt-5-mini']),
    secret('anthropic', 'sk-a·····Q (108)', HOUR),
    secret('tracker', 'ghp_·····x (40)', 3 * HOUR),
    secret('bank-sandbox', 'not-·····7 (17)', 2 * DAY),
    secret('report-mail', 'Tul!·····p (24)', 21 * DAY),
    secret('mistral', '', null, ['mistral/codestral-latest']),
  ]
}

export function sampleGrants(now: number): readonly Grant[] {
  const grant = (id: string, rule: string, scope: Grant['scope'], more: Partial<Grant>): Grant => {
    const [tool = '', pattern] = rule.split(' | ')
    return {
      id: GrantId.parse(`grt_${id.padEnd(10, '0')}`),
      rule: { tool, action: 'allow', ...(pattern === undefined ? {} : { pattern }) },
      scope,
      sessionId: scope === 'session' ? OPEN_SESSION : null,
      projectId: LEDGER,
      path: null,
      createdAt: now - 2 * DAY,
      expiresAt: null,
      answer: {
        sessionId: OPEN_SESSION,
        requestId: RequestId.parse('req_sample0000'),
        title: 'Fix VAT rounding on split invoices',
      },
      uses: 0,
      lastUsedAt: null,
      ...more,
    }
  }
  return [
    grant('status', 'bash | git status', 'project', {
      createdAt: now - 40 * DAY,
      answer: null,
      uses: 31,
      lastUsedAt: now - 3 * MINUTE,
    }),
    grant('tests', 'bash | pnpm vitest run *', 'project', { uses: 14, lastUsedAt: now - 20 * MINUTE }),
    grant('edit', 'edit | src/billing/**', 'session', { createdAt: now - HOUR, uses: 6, lastUsedAt: now }),
    grant('docs', 'edit', 'folder', {
      path: '/home/lin/code/ledger/docs',
      createdAt: now - MINUTE,
      expiresAt: now + HOUR,
    }),
  ]
}

export const HEALTH: readonly HealthLine[] = [
  { part: 'sqlite', ok: true, detail: plain('3.49.1'), fix: null },
  { part: 'vault', ok: true, detail: plain('GNOME Keyring'), fix: null },
  { part: 'ripgrep', ok: true, detail: plain('bundled: ripgrep 14.1'), fix: null },
  {
    part: 'config',
    ok: false,
    detail: tell(
      say('health.config'),
      say('setting.unknownAt', { noun: 'config', key: 'model.temprature', file: 'config.toml', line: '14' }),
    ),
    fix: tell(say('health.correctFile')),
  },
]

/** Names and figures, which are the same in every language. */
function plain(text: string) {
  return { text, said: [] }
}

/** What two providers did of late: one measured and paid for, one that was never measured. */
export const FIGURES = [
  {
    provider: 'anthropic',
    requests: 412,
    failed: 3,
    firstMs: 620,
    tokensPerSecond: 54.2,
    input: 1_840_000,
    output: 96_400,
    cacheRead: 12_400_000,
    cost: 6.12,
  },
  {
    provider: 'orrery',
    requests: 9,
    failed: 0,
    firstMs: null,
    tokensPerSecond: null,
    input: 900,
    output: 420,
    cacheRead: 0,
    cost: 0,
  },
]
