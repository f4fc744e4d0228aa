import { expect, it } from 'vitest'
import { SessionId } from '#shared/ids.ts'
import type { StatusLineAnswer, StatusLineSettings } from '#shared/status-line/status-line.ts'
import { createStatusLineRuns, type ShownStatusLine, STATUS_LINE_DEBOUNCE_MS } from './status-line-runs.ts'

const CHAT = SessionId.parse('ses_00000001')
const OTHER = SessionId.parse('ses_00000002')

function rig(settings: StatusLineSettings = { refreshSeconds: 0, padding: 1 }) {
  const timers: { readonly ms: number; readonly act: () => void }[] = []
  const shown: ShownStatusLine[] = []
  const asked: SessionId[] = []
  const answers: StatusLineAnswer[] = []
  const runs = createStatusLineRuns({
    run: async (sessionId) => {
      asked.push(sessionId)
      return answers.shift() ?? { state: 'shown', text: 'tide' }
    },
    after: (ms, act) => {
      const timer = { ms, act }
      timers.push(timer)
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
    },
    changed: (line) => shown.push(line),
    failed: (error) => {
      throw error
    },
  })
  const settle = () => new Promise<void>((done) => setImmediate(done))
  /** Lets the timers of this length pass. */
  const pass = async (ms = STATUS_LINE_DEBOUNCE_MS) => {
    for (const timer of timers.splice(0).filter((each) => each.ms === ms)) timer.act()
    await settle()
  }
  const start = async () => {
    runs.follow(CHAT)
    runs.configure(settings)
    await settle()
  }
  return { runs, timers, shown, asked, answers, pass, settle, start }
}

it('keeps a place before the first result, and runs once for many changes', async () => {
  const { runs, shown, asked, pass, start } = rig()
  await start()
  for (let change = 0; change < 5; change += 1) runs.follow(CHAT)
  expect(asked).toEqual([])
  await pass()
  expect(asked).toEqual([CHAT])
  expect(shown).toEqual([
    { text: '', padding: 1, isUntrusted: false },
    { text: 'tide', padding: 1, isUntrusted: false },
  ])
})

it('draws nothing again when the text stays, and keeps it after a failure', async () => {
  const { runs, shown, answers, pass, start } = rig()
  await start()
  await pass()
  answers.push({ state: 'kept', reason: 'failed' }, { state: 'shown', text: 'tide' })
  for (let time = 0; time < 2; time += 1) {
    runs.follow(CHAT)
    await pass()
  }
  expect(shown).toHaveLength(2)
})

it('says that the folder is not trusted, and hides when the command is gone', async () => {
  const { runs, shown, answers, pass, start } = rig()
  answers.push({ state: 'untrusted' }, { state: 'off' })
  await start()
  await pass()
  runs.follow(CHAT)
  await pass()
  expect(shown.slice(1)).toEqual([{ text: '', padding: 1, isUntrusted: true }, null])
})

it('runs again at the refresh interval', async () => {
  const { asked, pass, start } = rig({ refreshSeconds: 7, padding: 0 })
  await start()
  await pass()
  await pass(7_000)
  await pass(7_000)
  expect(asked).toHaveLength(3)
})

it('shows no line of another chat, and no line without a command', async () => {
  const { runs, shown, asked, pass, start } = rig()
  await start()
  await pass()
  runs.follow(OTHER)
  await pass()
  expect(shown.at(-2)).toEqual({ text: '', padding: 1, isUntrusted: false })
  expect(asked).toEqual([CHAT, OTHER])
  const none = rig(null)
  await none.start()
  await none.pass()
  expect([none.asked, none.shown]).toEqual([[], []])
})
