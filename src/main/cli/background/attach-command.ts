import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Client } from '../client.ts'
import type { Command, Scene } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { chatNamed } from '../find-chat.ts'
import { followChat } from '../run/follow-chat.ts'
import type { RunLine } from '../run-output.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { withClient } from '../with-client.ts'
import { activeAgents, activeRuns, activeWorkflows } from './active-work.ts'

/** `orrery attach`: prints what a running chat says until it is idle. Ctrl+C leaves the chat running. */
export const ATTACH: Command = {
  name: 'attach',
  summary: 'follow a running chat until it is idle; Ctrl+C leaves it running',
  usage: '<chat> [options]',
  options: {
    output: {
      type: 'string',
      value: ['text', 'stream-json'],
      help: 'text (default), or a JSON line per event',
    },
  },
  run: async (parsed, scene) => {
    const [name, ...more] = parsed.words
    if (name === undefined || more.length > 0) throw new UsageError('See orrery attach --help.')
    return withClient(scene, async (client) => {
      const { id } = await chatNamed(client, name, null)
      const isJson = parsed.text('output') === 'stream-json'
      return follow(client, id, scene, isJson ? jsonPrinter(scene.terminal) : textPrinter(scene.terminal))
    })
  },
}

async function follow(
  client: Client,
  sessionId: SessionId,
  { terminal }: Pick<Scene, 'terminal'>,
  emit: (line: RunLine) => void,
): Promise<number> {
  let wake = () => {}
  let isNew = false
  let isLeft = false
  const changed = () => {
    isNew = true
    wake()
  }
  const unhear = client.hear(changed, changed)
  const unlisten = terminal.onInterrupt(() => {
    isLeft = true
    changed()
  })
  const chat = await followChat({ client, sessionId, isOld: true, emit, started: () => {} })
  const asked = new Set<string>()
  try {
    for (;;) {
      isNew = false
      if (isLeft) return EXIT_CODES.interrupted
      for (const { ask } of (await client.call('inbox.list', {})).filter(
        (each) => each.sessionId === sessionId,
      )) {
        if (asked.has(ask.requestId)) continue
        asked.add(ask.requestId)
        terminal.err(`Waits for your answer in the window: ${ask.prompt}\n`)
      }
      if (await isIdle(client, sessionId, chat.folds, chat.refresh)) return EXIT_CODES.done
      if (!isNew) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    unhear()
    unlisten()
    await chat.close()
  }
}

async function isIdle(
  client: Client,
  sessionId: SessionId,
  folds: () => SessionFolds,
  refresh: () => Promise<void>,
): Promise<boolean> {
  if (activeRuns(runsIn(folds())).length > 0) return false
  await refresh()
  if (activeRuns(runsIn(folds())).length > 0) return false
  if ((await activeAgents(client, sessionId)).length > 0) return false
  return (await activeWorkflows(client, sessionId, folds())).length === 0
}

const runsIn = ({ runs }: SessionFolds): readonly RunRecord[] => Object.values(runs)

const jsonPrinter =
  ({ out }: Pick<Terminal, 'out'>) =>
  (line: RunLine): void =>
    out(`${JSON.stringify(line)}\n`)

/** Prints the words of answers as they arrive; calls of tools go to standard error. */
const textPrinter =
  ({ out, err }: Pick<Terminal, 'out' | 'err'>) =>
  (line: RunLine): void => {
    if (line.type === 'text') out(line.text)
    else if (line.type === 'message') out('\n')
    else if (line.type === 'tool_call') err(`${line.tool} ${JSON.stringify(line.args).slice(0, 200)}\n`)
  }
