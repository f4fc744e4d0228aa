import { beforeAll, describe, expect, it } from 'vitest'
import { findNewerNode } from '../../scripts/setup/newer-node.mjs'
import { runRequirements, type ScenarioResult } from '../support/conformance/suite.ts'

/** What each revision of the protocol requires of a client, as its conformance suite has it. */
const REQUIRED = {
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'auth/metadata-default',
    'auth/metadata-var1',
    'auth/metadata-var2',
    'auth/metadata-var3',
    'auth/basic-cimd',
    'auth/scope-from-www-authenticate',
    'auth/scope-from-scopes-supported',
    'auth/scope-omitted-when-undefined',
    'auth/scope-step-up',
    'auth/scope-retry-limit',
    'auth/token-endpoint-auth-basic',
    'auth/token-endpoint-auth-post',
    'auth/token-endpoint-auth-none',
    'auth/pre-registration',
    'auth/resource-mismatch',
    'auth/offline-access-scope',
    'auth/offline-access-not-supported',
    'auth/authorization-server-migration',
    'auth/iss-supported',
    'auth/iss-not-advertised',
    'auth/iss-supported-missing',
    'auth/iss-wrong-issuer',
    'auth/iss-unexpected',
    'auth/iss-normalized',
    'auth/metadata-issuer-mismatch',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
  ],
  '2025-11-25': [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'auth/metadata-default',
    'auth/metadata-var1',
    'auth/metadata-var2',
    'auth/metadata-var3',
    'auth/basic-cimd',
    'auth/scope-from-www-authenticate',
    'auth/scope-from-scopes-supported',
    'auth/scope-omitted-when-undefined',
    'auth/scope-step-up',
    'auth/scope-retry-limit',
    'auth/token-endpoint-auth-basic',
    'auth/token-endpoint-auth-post',
    'auth/token-endpoint-auth-none',
    'auth/pre-registration',
  ],
} as const

/** Scenarios that the suite runs without scoring them: extensions and later additions. */
const UNSCORED = [
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
  'auth/enterprise-managed-authorization',
  'auth/dpop',
  'auth/dpop-nonce',
  'auth/wif-jwt-bearer',
  'json-schema-2020-12-preservation',
]

const MISSING: ScenarioResult = { passed: false, line: 'The suite did not run it.', problems: '' }

const node = await findNewerNode()

it('finds a Node of version 22 or newer, which the conformance suite needs', () => {
  expect(node, 'Put Node 22 or newer on PATH. On Linux x64 `npm test` fetches one.').not.toBeNull()
})

describe.runIf(node !== null).each(['2026-07-28', '2025-11-25'] as const)('MCP %s', (revision) => {
  let results = new Map<string, ScenarioResult>()
  beforeAll(async () => {
    results = await runRequirements(node ?? '', revision)
  }, 240_000)

  it.each(REQUIRED[revision])('requires %s, which passes', (name) => {
    const { passed, line, problems } = results.get(name) ?? MISSING
    expect(passed, `${line}\n${problems}`).toBe(true)
  })

  it('requires nothing else', () => {
    expect([...results.keys()].toSorted()).toEqual([...REQUIRED[revision], ...UNSCORED].toSorted())
  })
})
