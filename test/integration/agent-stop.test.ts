import { expect, it } from 'vitest'
import { processesWith } from '../support/desktop/desktop-processes.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const AGENTS = 50
/** Nothing else on a machine sleeps for so long. */
const SLEEP = 'sleep 48151.6'
/**
 * A stop gives up on what takes longer, and answers while programs are still being ended. On a machine with much else to
 * do the usual five seconds are too few for fifty; here it is to wait for the last of them.
 */
const UNTIL_ALL_ENDED = 'cancelGraceMs = 600_000'

const story = tellChats({
  respond: ({ body }) => {
    const asked = JSON.stringify((body as SentRequest).messages.at(-1))
    if (asked.includes('Fifty')) {
      const task = (_: unknown, index: number) => ({
        name: 'agent',
        args: { title: `Sleeper ${index + 1}`, prompt: 'SLEEP' },
      })
      return callScript(Array.from({ length: AGENTS }, task))
    }
    return asked.includes('SLEEP')
      ? callScript([{ name: 'bash', args: { command: SLEEP } }])
      : textScript('Done.')
  },
})

it('leaves no program behind when a chat is stopped whose fifty agents all run one', {
  timeout: 60_000,
}, async () => {
  const server = story.server()
  const chats = await story.start(
    `[runs]\nmaxParallel = ${AGENTS}\n${UNTIL_ALL_ENDED}\n${modelTable('model', server.baseUrl)}`,
  )
  const sessionId = await chats.ask('Fifty, please.')
  // Two processes each where a shell stands before the program.
  await expect.poll(() => processesWith(SLEEP.replace(' ', '\0')).length, { timeout: 50_000 }).toBe(AGENTS)
  const [run] = await chats.runs(sessionId)
  if (run === undefined) throw new Error('The chat does not work.')
  await chats.handlers['run.stop']({ sessionId, runId: run.runId }, chats.caller)
  expect(processesWith(SLEEP.replace(' ', '\0'))).toEqual([])
  const agents = await chats.handlers['agent.runs']({ sessionId }, chats.caller)
  expect(agents).toHaveLength(AGENTS)
  expect(new Set(agents.map(({ state }) => state))).toEqual(new Set(['stopped']))
})
