import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '#shared/run/run.ts'
import { begin, exported, treeOf } from '../../../test/support/data/agent-logs.ts'
import { PLACE, sessionFiles } from '../../../test/support/data/session-files.ts'

const alive = () => AbortSignal.timeout(20_000)

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

  it('with a line that nests without end loses that line only', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const rig = sessionFiles()
    const path = await exported(rig, begin(rig, 'chat'))
    const line = `{"id":"evt_99999999","ts":1,"kind":"message","payload":${deep}}`
    await writeFile(path, `${await readFile(path, 'utf8')}${line}\n`)
    expect(await rig.importing.read(path, PLACE, alive())).toMatchObject({ messages: 1, skipped: 1 })
  })
})
