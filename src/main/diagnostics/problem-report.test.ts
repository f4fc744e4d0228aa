import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { REPORT_PARTS } from '#shared/report/problem-report.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { createRedactor } from '../lib/redact.ts'
import { createProblemReport } from './problem-report.ts'

const KEY = 'sk-very-secret-key-1234567890'
const CHAT = 'ses_1' as SessionId
const line = (level: string, message: string) =>
  `${JSON.stringify({ at: '2026-11-28T00:00:00.000Z', level, message })}\n`

async function open(personHome = '/home/mei') {
  const folder = await openTempFolder('report')
  await folder.write(
    'logs/main.log',
    [
      line('info', 'started'),
      line('warn', 'in /home/mei/projects/tide ```` end'),
      line('error', `refused ${KEY}`),
      line('error', 'x'.repeat(5_000)),
    ].join(''),
  )
  await folder.write('logs/sessions/ses_1.log', line('info', 'Chat created'))
  const report = createProblemReport({
    version: {
      version: '1.2.3',
      electron: '33',
      node: '20',
      build: { commit: '0123456789', builtAt: '2026-01-02T03:04:05Z' },
    },
    system: 'linux 6.1 x64',
    locale: 'en',
    health: async () => [
      { part: 'sqlite', ok: true, detail: { text: '3.49', said: [] }, fix: null },
      {
        part: 'sandbox',
        ok: false,
        detail: { text: 'No bubblewrap.', said: [] },
        fix: { text: 'Install it.', said: [] },
      },
    ],
    environment: () => ({
      runtime: [],
      variables: [{ name: 'OPENAI_API_KEY', value: '••••••••', secret: true }],
    }),
    log: folder.at('logs/main.log'),
    sessionLogs: folder.at('logs/sessions'),
    personHome,
    redact: createRedactor().text,
    now: () => 0,
  })
  return { folder, report }
}

it('holds versions, health, warnings, variables and the log of a chat, without secrets and the name of the person', async () => {
  const { report } = await open()
  const text = await report({ sessionId: CHAT, parts: REPORT_PARTS })
  expect(text).toContain('Orrery 1.2.3, commit 0123456789, built 2026-01-02T03:04:05Z')
  expect(text).toContain('- sandbox: does not work. No bubblewrap. Install it.')
  expect(text).toContain('OPENAI_API_KEY=••••••••')
  expect(text).toContain('Chat created')
  expect(text).toContain('in ~/projects/tide')
  expect(text).not.toMatch(/sk-very-secret|\/home\/mei|started/)
  expect(Math.max(...text.split('\n').map((each) => each.length))).toBeLessThan(1_100)
})

it('holds no more than was asked for, each part once', async () => {
  const { report } = await open()
  const text = await report({ sessionId: null, parts: ['errors', 'errors', 'chat'] })
  expect(text.match(/^## .*/gm)).toEqual(['## Version', '## Newest warnings and errors of the log'])
})

it('fences lines so that none of them can end the block', async () => {
  const { report } = await open()
  const text = await report({ sessionId: null, parts: ['errors'] })
  expect(text.match(/^`+$/gm)).toEqual(['`````', '`````'])
})

it('says None where there are no lines', async () => {
  const { folder, report } = await open()
  await folder.write('logs/main.log', '')
  expect(await report({ sessionId: 'ses_2' as SessionId, parts: ['errors', 'chat'] })).toMatch(
    /log\n\nNone\.\n\n## Log of the chat, without its words\n\nNone\.$/,
  )
})

it('leaves no part of a secret at the end of a line that was cut', async () => {
  const { folder, report } = await open()
  const start = line('error', '').indexOf('""') + 1
  await folder.write('logs/main.log', line('error', `${'x'.repeat(990 - start)} ${KEY}`))
  expect(await report({ sessionId: null, parts: ['errors'] })).not.toContain('sk-very')
})

it('leaves out the name of the person where lines hold each backslash twice', async () => {
  const { folder, report } = await open('C:\\Users\\mei')
  await folder.write('logs/main.log', line('error', 'C:\\Users\\mei\\tide'))
  const text = await report({ sessionId: null, parts: ['errors'] })
  expect(text).toContain('~\\\\tide')
  expect(text).not.toContain('mei')
})
