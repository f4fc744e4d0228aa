import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_FOLDS, type SessionFolds } from '#shared/events/fold.ts'
import { SessionId } from '#shared/ids.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import { createJudge } from './judge-calls.ts'
import type { Limiting, SessionAgent } from './session-agents.ts'

const STRICTNESS: Readonly<Record<Permission, number>> = { allow: 0, ask: 1, deny: 2 }
const mode = fc.constantFrom('ask' as const, 'accept_edits' as const, 'plan' as const, 'bypass' as const)
const rule: fc.Arbitrary<PermissionRule> = fc.record({
  tool: fc.constantFrom('bash', 'edit', '*'),
  pattern: fc.constantFrom('*', '/p/**', 'touch *', 'touch a'),
  action: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
})
const rules = fc.array(rule, { maxLength: 3 })
const someone = fc.record({ rules, own: mode, chosen: mode })
const act = fc.constantFrom(
  { tool: 'bash', act: { access: 'execute', target: 'touch a', commands: ['touch a'] } },
  { tool: 'edit', act: { access: 'edit', target: '/p/中文 a.txt' } },
  { tool: 'read', act: { access: 'read', target: '/p/a.txt' } },
)

const idAt = (place: number) => SessionId.parse(`ses_0000000${place}`)

it('never lets an agent do what somebody it works for may not', () => {
  fc.assert(
    fc.property(fc.array(someone, { minLength: 2, maxLength: 4 }), rules, act, (line, grants, call) => {
      // The first is the chat's own agent, each next one works for the one before.
      const folds = (id: SessionId) => {
        const place = Number(id.at(-1))
        const parent = place === 0 ? null : idAt(place - 1)
        const meta = { permissionMode: line[place]?.chosen, projectId: null, activeContextId: null }
        const session = {
          id,
          kind: place === 0 ? 'chat' : 'child',
          meta,
          cwd: '/p',
          parentSessionId: parent,
          parentRunId: parent === null ? null : 'run_00000001',
        }
        return {
          ...EMPTY_FOLDS,
          session,
          runs: { run_00000001: { agentId: 'build', status: 'running' } },
        } as unknown as SessionFolds
      }
      const { judge: judgeCall } = createJudge({
        log: { folds },
        grants: { inForce: () => grants.filter(({ action }) => action === 'allow'), used: () => undefined },
        settings: { rules: () => [], sandbox: () => ({}), freestMode: () => undefined },
        sandbox: { known: () => null },
        scratch: { rules: () => [] },
        home: '/home/mei',
        reading: { runUnasked: () => true, ran: () => undefined },
      })
      const limits = line.map(
        ({ own, rules: its }, place) =>
          ({
            sessionId: idAt(place),
            definition: { permissionMode: own },
            rules: [its],
          }) as unknown as Limiting,
      )
      const verdicts = limits.map((limit, place) => {
        const above = limits.slice(0, place).reverse()
        const agent: SessionAgent = { ...limit, above, delegates: [], persona: '', promptPersona: () => '' }
        return STRICTNESS[judgeCall(idAt(place), call.tool, [call.act as never], agent).verdict]
      })
      expect(verdicts).toEqual(verdicts.toSorted((left, right) => left - right))
    }),
    { numRuns: 500 },
  )
})
