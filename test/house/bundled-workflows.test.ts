import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTask } from '../../src/main/models/practice/conversation.ts'
import { practiceTurn } from '../../src/main/models/practice/practice-model.ts'
import { parseScript } from '../../src/main/workflows/engine/parse-script.ts'
import type { AgentTask } from '../../src/main/workflows/engine/ports.ts'
import type { Message } from '../../src/shared/session/message.ts'
import { testModel } from '../support/data/history.ts'
import { type BuiltSandbox, buildSandbox } from '../support/disk/script-sandbox.ts'
import { pretendAgents, runToEnd } from '../support/rigs/workflow-rig.ts'

const folder = resolve(import.meta.dirname, '../../resources/workflows')
const sourceOf = (name: string) => readFileSync(resolve(folder, `${name}.js`), 'utf8')

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

const ANSWERS: Readonly<Record<string, string>> = {
  list: '.:\n.git/\nsrc/\nREADME.md  1.2 KB',
  read: '1\tHello',
  grep: 'src/a.ts:3: // TODO: one\nsrc/b.ts:9: // TODO: two',
}

/** What the Practice model would answer with tools that say the above. */
function practised(task: AgentTask): { value: unknown } {
  const tool = (name: string, schema: unknown = {}) => ({ name, description: '', schema })
  const tools = ['list', 'read', 'grep', 'bash'].map((name) => tool(name))
  const messages: Message[] = [{ role: 'user', parts: [{ t: 'text', text: task.prompt }] }]
  for (;;) {
    const forced = task.schema === null ? {} : { forcedTool: 'answer' }
    const { text, call } = practiceTurn(
      {
        sessionId: null,
        model: testModel,
        system: '',
        messages,
        tools: task.schema === null ? tools : [...tools, tool('answer', task.schema)],
        reserveOutput: 1_000,
        readFile: () => Promise.reject(new Error('no files here')),
        ...forced,
      },
      readTask(messages),
    )
    if (call === null) return { value: text }
    if (call.tool === 'answer') return { value: call.args }
    const callId = `call_${messages.length}`
    messages.push({
      role: 'assistant',
      parts: [{ t: 'tool_call', callId, name: call.tool, args: call.args }],
    })
    messages.push({
      role: 'tool',
      parts: [{ t: 'text', text: ANSWERS[call.tool] ?? '' }],
      tool: { callId, name: call.tool, isError: false, durationMs: 1 },
    })
  }
}

const run = async (name: string, args: unknown) => {
  const agents = pretendAgents(practised)
  const { end, view } = await runToEnd(sandbox.host(), { source: sourceOf(name), args, agents })
  return { end, view, labels: agents.tasks.map(({ label }) => label) }
}

describe('the workflows that come with the app', () => {
  it('are named like their files', () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.js$/, ''))
    expect(names.sort()).toEqual(['judge-panel', 'review-changes', 'survey-project'])
    for (const name of names) {
      const parsed = parseScript(sourceOf(name), `${name}.js`)
      expect(parsed.ok && parsed.script.meta.name).toBe(name)
    }
  })

  it('survey-project looks at each part and reports, on the Practice model', async () => {
    const { end, view, labels } = await run('survey-project', {})
    expect(end).toMatchObject({
      state: 'done',
      value: {
        report: 'Surveyed 2 parts: src/, README.md',
        parts: [{ path: 'src/' }, { path: 'README.md' }],
      },
    })
    expect(labels).toEqual(['Find the parts', 'src/', 'README.md', 'Write the report'])
    expect(view.phases.map(({ title }) => title)).toEqual(view.declaredPhases.map(({ title }) => title))
  })

  it('review-changes has every finding checked three times, on the Practice model', async () => {
    const { end, labels } = await run('review-changes', { dimensions: ['correctness', 'tests'] })
    expect(end).toMatchObject({
      state: 'done',
      value: {
        confirmed: [
          { title: 'src/a.ts:3: // TODO: one', confirmedBy: 3, of: 3, dimension: 'correctness' },
          { title: 'src/b.ts:9: // TODO: two', confirmedBy: 3, of: 3, dimension: 'correctness' },
        ],
        refuted: [],
        notReviewed: [],
      },
    })
    expect(labels).toHaveLength(2 + 2 * 3)
  })

  it('judge-panel lets the judges choose and the winner be improved, on the Practice model', async () => {
    const { end, labels } = await run('judge-panel', { question: 'Tabs or spaces?', judges: 4 })
    expect(end).toMatchObject({
      state: 'done',
      value: {
        answer: 'Answer 1 was chosen with 2 of 4 votes.',
        chosen: 1,
        tally: [{ votes: 2 }, { votes: 1 }, { votes: 1 }],
      },
    })
    expect(labels).toHaveLength(3 + 4 + 1)
  })
})
