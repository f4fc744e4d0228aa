import { expect, it } from 'vitest'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { SessionId } from '#shared/ids.ts'
import type { Api } from '../../api.ts'
import { createChatAgentsStore, GRACE_MS } from './chat-agents-store.ts'

const CHAT = SessionId.parse('ses_chat000000')
const A = SessionId.parse('ses_a000000000')
const B = SessionId.parse('ses_b000000000')
const runOf = (sessionId: SessionId, state: AgentRun['state'] = 'running') =>
  ({ sessionId, chatId: CHAT, state }) as AgentRun

/** Main, which answers when it is let. */
function rig(lists: readonly (readonly AgentRun[])[]) {
  const waiting: (() => void)[] = []
  let asked = 0
  const api = {
    call: () =>
      new Promise((resolve) => {
        const list = lists[Math.min(asked, lists.length - 1)]
        asked += 1
        waiting.push(() => resolve(list))
      }),
    onEvent: () => () => undefined,
  } as unknown as Api
  const agents = createChatAgentsStore({ api, now: () => 1_000 })
  const states = () =>
    agents.store.getState().runs?.map(({ sessionId, state }) => `${sessionId} ${state}`) ?? null
  return { agents, states, answer: () => waiting.shift()?.(), asked: () => asked }
}

it('keeps what was told while the list was on its way', async () => {
  const { agents, states, answer } = rig([
    [runOf(A), runOf(B)],
    [runOf(A), runOf(B)],
  ])
  const done = agents.follow(CHAT)
  await agents.receive([runOf(B, 'done')])
  answer()
  await Promise.resolve()
  await Promise.resolve()
  answer()
  await done
  expect(states()).toEqual([`${A} running`, `${B} running`])
  await agents.receive([runOf(B, 'done')])
  expect(states()).toEqual([`${A} running`, `${B} done`])
})

it('asks for the order when somebody is new, and hears nothing of other chats', async () => {
  const { agents, states, answer, asked } = rig([[runOf(B)], [runOf(A), runOf(B)]])
  const opened = agents.follow(CHAT)
  answer()
  await opened
  await agents.receive([{ ...runOf(A), chatId: B }])
  expect(asked()).toBe(1)
  const heard = agents.receive([runOf(A)])
  answer()
  await heard
  expect(states()).toEqual([`${A} running`, `${B} running`])
})

it('keeps an agent that was looked at for a while, and not one that was taken out', () => {
  const { agents } = rig([[]])
  agents.view(A)
  agents.view(null)
  expect(agents.store.getState().keptUntil).toEqual({ [A]: 1_000 + GRACE_MS })
  agents.view(A)
  agents.dismiss(A)
  expect(agents.store.getState()).toMatchObject({ viewed: null, keptUntil: { [A]: 0 } })
})

it('forgets everything with the chat', async () => {
  const { agents, answer } = rig([[runOf(A)]])
  const opened = agents.follow(CHAT)
  answer()
  await opened
  agents.view(A)
  await agents.follow(null)
  expect(agents.store.getState()).toMatchObject({ chatId: null, runs: null, viewed: null })
})

it('leaves the lines of an agent with its conversation, and those of the chat with the chat', async () => {
  const { agents } = rig([[]])
  void agents.follow(CHAT)
  const limiting = () => agents.store.getState().limiting
  agents.view(A)
  agents.limit(A)
  agents.view(B)
  const left = limiting()
  agents.limit(CHAT)
  agents.view(null)
  const kept = limiting()
  void agents.follow(null)
  expect([left, kept, limiting()]).toEqual([null, CHAT, null])
})
