import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import { chatSandbox } from './sandbox-figures.ts'

const RULES = { kind: 'bubblewrap', writes: [], hides: [], hosts: [], network: 'ask' }
const ran = (memoryMb: number, ...blocked: readonly SandboxBlock[]) =>
  ({
    kind: 'message',
    payload: {
      message: { tool: { details: { kind: 'bash', sandbox: { rules: { ...RULES, memoryMb }, blocked } } } },
    },
  }) as unknown as DurableEvent
const host = (name: string, tries: number): SandboxBlock => ({ what: 'host', name, tries })

it('knows no rules before the first command', () => {
  expect(chatSandbox([])).toEqual({ rules: null, blocked: [], tries: 0 })
})

it('takes the newest rules and adds up what was blocked, the newest first', () => {
  const path = [ran(1, host('a:443', 2), host('b:443', 1)), ran(2), ran(3, host('a:443', 3))]
  expect(chatSandbox(path)).toEqual({
    rules: { ...RULES, memoryMb: 3 },
    blocked: [host('a:443', 5), host('b:443', 1)],
    tries: 6,
  })
})
