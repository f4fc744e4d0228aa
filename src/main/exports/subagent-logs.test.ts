import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { begin, exported, type Made, treeOf } from '../../../test/support/data/agent-logs.ts'
import { histories } from '../../../test/support/data/histories.ts'
import { PLACE, sessionFiles } from '../../../test/support/data/session-files.ts'
import { createTurnSums } from '../log/turn-sums.ts'

const alive = () => AbortSignal.timeout(20_000)

describe('the agents of a chat', () => {
  it('go along with it and come back below their calls, each with what it said', async () => {
    const rig = sessionFiles()
    const chat = begin(rig, 'chat')
    const first = begin(rig, 'first', chat)
    begin(rig, 'below', first)
    begin(rig, 'second', chat)
    const path = await exported(rig, chat)
    const report = await rig.importing.read(path, PLACE, alive())
    expect(report).toMatchObject({ agents: 3, agentsLeft: 0, skipped: 0 })
    expect(treeOf(rig, report.sessionId)).toEqual(treeOf(rig, chat.id))
    const [child] = rig.reader.childrenOf(report.sessionId)
    if (child === undefined) throw new Error('There is no agent.')
    const { session, runs } = rig.store.folds(child)
    expect(session).toMatchObject({
      kind: 'child',
      cwd: PLACE.cwd,
      parentSessionId: report.sessionId,
      task: { callId: 'call first' },
      meta: { permissionMode: 'ask', projectId: PLACE.projectId },
    })
    expect(rig.store.folds(report.sessionId).runs).toHaveProperty(`${session?.parentRunId}`)
    expect(Object.values<RunRecord>(runs).every(({ status }) => isTerminal(status))).toBe(true)
    expect([first.id, first.run, first.context]).not.toContain(Object.keys(runs)[0])
  })

  it('write the same file again once they were imported', async () => {
    await fc.assert(
      fc.asyncProperty(histories(), histories(), async (ofChat, ofAgent) => {
        const rig = sessionFiles()
        const chat = begin(rig, 'chat')
        const agent = begin(rig, 'agent', chat)
        for (const [made, history] of [
          [chat, ofChat],
          [agent, ofAgent],
        ] as const) {
          const batches = history(made.id, rig.newId).map((batch) =>
            batch.filter(({ kind }) => kind !== 'session.created'),
          )
          for (const batch of batches) if (batch.length > 0) rig.bus.publish(made.id, batch)
        }
        const before = plain(await readFile(await exported(rig, chat), 'utf8'))
        const report = await rig.importing.read(rig.file('chat.jsonl'), PLACE, alive())
        expect(report).toMatchObject({ agents: 1, skipped: 0 })
        const again = { id: report.sessionId } as Made
        const after = plain(await readFile(await exported(rig, again), 'utf8'))
        // Work that was running at the export is closed after the last event.
        for (const [log, lines] of before.entries()) expect(after[log]?.slice(0, lines.length)).toEqual(lines)
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  it('wait for nobody, are waited for by nobody, and are in no team', async () => {
    const rig = sessionFiles()
    const chat = begin(rig, 'chat')
    const agent = begin(rig, 'agent', chat, { teammate: 'Mika' })
    rig.bus.publish(agent.id, [
      { kind: 'session.meta', payload: { changes: { background: true, awaited: true, pinned: true } } },
    ])
    const report = await rig.importing.read(await exported(rig, chat), PLACE, alive())
    const [child] = rig.reader.childrenOf(report.sessionId)
    const { session } = rig.store.folds(child ?? report.sessionId)
    expect(session?.task).toEqual({ callId: 'call agent', fork: false })
    for (const name of ['background', 'awaited', 'pinned', 'toldRun'])
      expect(session?.meta).not.toHaveProperty(name)
  })

  it('are told of by their names here, but not where a provider has signed', async () => {
    const rig = sessionFiles()
    const chat = begin(rig, 'chat')
    const agent = begin(rig, 'agent', chat)
    const words = { t: 'text' as const, text: `resume: "${agent.id}", not ses_00000000000` }
    const signed = { t: 'reasoning' as const, text: agent.id, replay: { provider: 'test', data: agent.id } }
    const { context: contextId } = chat
    const payload = { message: { role: 'assistant' as const, parts: [words, signed] } }
    rig.bus.publish(chat.id, [{ kind: 'message', contextId, payload } as NewDurableEvent])
    const report = await rig.importing.read(await exported(rig, chat), PLACE, alive())
    const [child] = rig.reader.childrenOf(report.sessionId)
    const last = rig.reader.eventsAfter(report.sessionId, 0).findLast(({ kind }) => kind === 'message')
    expect(last?.payload).toMatchObject({
      message: { parts: [{ text: `resume: "${child}", not ses_00000000000` }, { text: agent.id }] },
    })
  })

  it('cost nothing once more: what their turns came to is marked as a copy', async () => {
    const rig = sessionFiles()
    const chat = begin(rig, 'chat')
    for (const { id, run: runId } of [chat, begin(rig, 'agent', chat)]) {
      const usage = { input: 7, output: 3 }
      const payload = { runId, turnIndex: 0, stop: 'stop', usage, durationMs: 5, llmMs: 5, toolMs: 0 }
      rig.bus.publish(id, [{ kind: 'turn.ended', runId, payload } as NewDurableEvent])
    }
    const sums = createTurnSums(rig.db)
    const before = sums(0)
    expect(before).toMatchObject([{ requests: 2, input: 14 }])
    const report = await rig.importing.read(await exported(rig, chat), PLACE, alive())
    expect(report).toMatchObject({ agents: 1, skipped: 0 })
    expect(sums(0)).toEqual(before)
  })

  it.each(['markdown', 'html', 'jsonl'] as const)(
    'hide secrets in their names too, as %s',
    async (format) => {
      const rig = sessionFiles()
      const secret = 'sk-abcdefghijklmnop1234'
      const chat = begin(rig, 'chat')
      begin(rig, `try ${secret}`, chat, { callId: 'c1' })
      const call = { t: 'tool_call' as const, callId: 'c1', name: 'agent', args: {} }
      const { context: contextId, run: runId } = chat
      const payload = { message: { role: 'assistant' as const, parts: [call] } }
      rig.bus.publish(chat.id, [{ kind: 'message', contextId, runId, payload } as NewDurableEvent])
      await rig.exporting.write(chat.id, { format, redact: true }, rig.file('chat'))
      const text = await readFile(rig.file('chat'), 'utf8')
      expect(text).toContain('try ')
      expect(text).not.toContain(secret)
    },
  )

  it('tell a fork from what it was begun with', async () => {
    const rig = sessionFiles()
    const chat = begin(rig, 'chat')
    const fork = begin(rig, 'fork', chat, { fork: true })
    const [original] = rig.reader.eventsAfter(chat.id, 0).filter(({ kind }) => kind === 'message')
    if (original?.kind !== 'message') throw new Error('Nothing was said.')
    const { payload, ts: at } = original
    const { context: contextId } = fork
    rig.bus.publish(fork.id, [
      { kind: 'message', contextId, payload, at, copiedFrom: original.id },
      {
        kind: 'harness.item',
        contextId,
        payload: {
          kind: 'fork',
          origin: 'system',
          content: 'A fork.',
          visibility: 'display',
          lifetime: 'session',
          placement: 'in-place',
        },
      } as NewDurableEvent,
    ])
    const report = await rig.importing.read(await exported(rig, chat), PLACE, alive())
    const [child] = rig.reader.childrenOf(report.sessionId)
    const rows = rig.db
      .prepare('SELECT copied_from FROM events WHERE session_id = ? AND copied_from IS NOT NULL')
      .all(child)
    const said = rig.reader.eventsAfter(report.sessionId, 0).find(({ kind }) => kind === 'message')
    expect(rows).toEqual([{ copied_from: said?.id }])
  })
})

/** The events of each log of a file in order, with ids told by when they are first named in it, and without its place. */
function plain(text: string): readonly (readonly unknown[])[] {
  const logs = new Map<string, unknown[]>()
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const { log = 'chat', event, ...own } = JSON.parse(line)
    const { seq: _seq, clientId: _clientId, parentId: _parentId, ...kept } = event ?? own
    const { kind, payload } = kept
    const agent = kind === 'context.status' ? { ...payload, personaHash: '', agentId: '' } : payload
    const said = kind === 'session.created' ? { title: payload.meta.title } : { ...kept, payload: agent }
    logs.set(log, [...(logs.get(log) ?? []), said])
  }
  return [...logs.values()].map((log) => {
    const names = new Map<string, string>()
    const named = JSON.stringify(log).replace(
      /\b(ses|evt|ctx|run|pln|req|que|blb)_[0-9a-z]{8,40}\b/g,
      (id) => {
        names.set(id, names.get(id) ?? `id ${names.size}`)
        return names.get(id) ?? id
      },
    )
    return JSON.parse(named)
  })
}
