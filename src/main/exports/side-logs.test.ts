import { readFile, writeFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { histories } from '../../../test/support/histories.ts'
import { PLACE, sessionFiles } from '../../../test/support/session-files.ts'
import { createTurnSums } from '../log/turn-sums.ts'

const RAW = { format: 'jsonl', redact: false } as const
const alive = () => AbortSignal.timeout(20_000)
type Rig = ReturnType<typeof sessionFiles>
type Made = { readonly id: SessionId; readonly context: ContextId; readonly run: RunId }

const META = {
  ...{ projectId: null, model: 'test/scripted', thinking: 'off' as const },
  ...{ archived: false, permissionMode: 'bypass' as const },
}

/** A log with one run in it: of a chat, or of an agent that works for another log. */
function begin({ bus, newId }: Rig, title: string, above: Made | null = null, more: object = {}): Made {
  const made = { id: newId('session'), context: newId('context'), run: newId('run') }
  const { id, context: contextId, run: runId } = made
  const of =
    above === null
      ? { kind: 'chat' as const }
      : {
          ...{ kind: 'child' as const, parentSessionId: above.id, parentRunId: above.run },
          task: { callId: `call ${title}`, fork: false, ...more },
        }
  const deviceId = newId('device')
  const meta = { ...META, title, activeContextId: contextId }
  const parent = above === null ? {} : { parentRunId: above.run }
  const spec = {
    ...{ kind: above === null ? ('chat' as const) : ('child' as const), agentId: 'build' },
    ...{ model: 'test/scripted', contextId, ...parent },
  }
  bus.publish(id, [
    { kind: 'session.created', payload: { ...of, cwd: '/there', projectId: null, deviceId, meta } },
    {
      kind: 'context.status',
      payload: { contextId, agentId: 'build', status: 'created', mode: 'fresh', personaHash: 'theirs' },
    },
    { kind: 'run.status', runId, contextId, payload: { runId, from: null, to: 'running', spec } },
    says(made, `words of ${title}`),
  ])
  return made
}

function says({ context: contextId, run: runId }: Made, text: string): NewDurableEvent {
  const payload = { message: { role: 'assistant' as const, parts: [{ t: 'text' as const, text }] } }
  return { kind: 'message', contextId, runId, payload }
}

const wordsIn = (events: readonly DurableEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'message'
      ? event.payload.message.parts.flatMap((part) => (part.t === 'text' ? [part.text] : []))
      : [],
  )

async function exported(rig: Rig, { id }: Made): Promise<string> {
  const path = rig.file('chat.jsonl')
  await rig.exporting.write(id, RAW, path)
  return path
}

/** The agents below a log with what they said, as a tree. */
function treeOf(rig: Rig, id: SessionId): unknown[] {
  return rig.reader
    .childrenOf(id)
    .map((child) => [wordsIn(rig.reader.eventsAfter(child, 0)), treeOf(rig, child)])
}

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
      ...{ kind: 'child', cwd: PLACE.cwd, parentSessionId: report.sessionId },
      ...{ task: { callId: 'call first' }, meta: { permissionMode: 'ask', projectId: PLACE.projectId } },
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
        // What went on when it was exported is ended behind it.
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
        ...{ kind: 'harness.item', contextId },
        payload: {
          ...{ kind: 'fork', origin: 'system', content: 'A fork.', visibility: 'display' },
          ...{ lifetime: 'session', placement: 'in-place' },
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

describe('a file that was changed by somebody', () => {
  /** The lines of a chat with one agent that has one of its own, changed; then what is taken of them. */
  async function taken(change: (lines: Line[]) => readonly Line[]) {
    const rig = sessionFiles()
    const chat = begin(rig, 'chat')
    begin(rig, 'below', begin(rig, 'agent', chat))
    const path = await exported(rig, chat)
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    const changed = change(lines.map((line): Line => JSON.parse(line)))
    await writeFile(path, changed.map((line) => JSON.stringify(line)).join('\n'))
    const report = await rig.importing.read(path, PLACE, alive())
    return { ...rig, report, tree: treeOf(rig, report.sessionId), chat }
  }
  type Line = { type?: string; log?: string; event?: { kind: string; payload: Record<string, unknown> } }
  const isAgent = ({ type }: Line) => type === 'agent'

  it('whose agents come before whoever they work for keeps the chat, and says what it left', async () => {
    const { report, tree } = await taken((lines) => [
      ...lines.filter((line) => !isAgent(line)),
      ...lines.filter(isAgent).reverse(),
    ])
    expect(report).toMatchObject({ messages: 1, agents: 0, agentsLeft: 2 })
    expect(tree).toEqual([])
  })

  it('in which agents work for one another in a circle keeps the chat', async () => {
    const { report } = await taken((lines) => {
      const logs = [...new Set(lines.filter(isAgent).map(({ log }) => log))]
      for (const { log, event } of lines) {
        if (event?.kind === 'session.created')
          event.payload['parentSessionId'] = logs.find((each) => each !== log)
      }
      return lines
    })
    expect(report).toMatchObject({ messages: 1, agents: 0, agentsLeft: 2 })
  })

  it('cannot change a run of another log', async () => {
    const { report, store } = await taken((lines) => {
      const begun = lines.find(({ event }) => event?.kind === 'session.created')
      const runId = begun?.event?.payload['parentRunId']
      return lines.flatMap((line) =>
        isAgent(line) && line.event?.kind === 'run.status' && line.log === begun?.log
          ? [
              line,
              {
                ...line,
                event: {
                  ...line.event,
                  id: 'evt_99999999',
                  payload: { ...line.event.payload, runId, spec: undefined, from: 'running', to: 'failed' },
                },
              },
            ]
          : [line],
      )
    })
    const runs = Object.values<RunRecord>(store.folds(report.sessionId).runs)
    expect(runs.map(({ status }) => status)).toEqual(['cancelled'])
    expect(report.skipped).toBe(1)
  })

  it('without the context of an agent leaves that one, and those that work for it', async () => {
    const { report, tree } = await taken((lines) => {
      const first = lines.find(isAgent)?.log
      return lines.filter(({ log, event }) => log !== first || event?.kind !== 'context.status')
    })
    expect(report).toMatchObject({ messages: 1, agents: 0, agentsLeft: 2 })
    expect(tree).toEqual([])
  })

  it('with one log twice takes it once', async () => {
    const { report, tree } = await taken((lines) => [...lines, ...lines.filter(isAgent)])
    expect(report).toMatchObject({ agents: 2, agentsLeft: 0 })
    expect(tree).toEqual([[['words of agent'], [[['words of below'], []]]]])
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
