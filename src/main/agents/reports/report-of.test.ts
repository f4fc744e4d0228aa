import { expect, it } from 'vitest'
import { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { cutTo, movedBy, reportOf } from './report-of.ts'

const sessionId = SessionId.parse('ses_00000001')
const own = ({ text, end }: ReturnType<typeof reportOf>) => text.slice(...end.words)

it('tells a model how to let an agent go on, and the person only why it ended and what it said', () => {
  const error = { code: 'llm.other', message: 'The server broke off.', recoverable: false } as const
  const report = reportOf({ sessionId, status: 'failed', error }, 'Half of it.')
  expect(report.text).toContain(`resume: "${sessionId}"`)
  expect(report.end).toMatchObject({ state: 'failed', problem: 'The server broke off.' })
  expect(own(report)).toBe('Half of it.')
  expect(own(reportOf({ sessionId, status: 'failed', error }, ''))).toBe('')
})

it('knows a pause from a failure, and who is done from both', () => {
  const said = [say('agent.tokensReached', { agent: 'Map', tokens: '34', limit: '30' })]
  const error = { code: 'limit.exceeded', message: 'x', recoverable: false, said } as const
  const states = [
    reportOf({ sessionId, status: 'failed', error }, ''),
    reportOf({ sessionId, status: 'completed' }, 'Found.'),
    reportOf({ sessionId, status: 'cancelled', reason: 'Stopped by you.' }, ''),
  ]
  expect(states.map(({ end }) => end.state)).toEqual(['paused', 'done', 'stopped'])
})

it('finds the words of the agent again where the report is cut, or stands behind something', () => {
  const { text, end } = reportOf({ sessionId, status: 'completed' }, 'Found a README.')
  expect(text.slice(0, 5).slice(...cutTo(end, 5).words)).toBe('Found')
  expect(`Of Map: ${text}`.slice(...movedBy(end, 'Of Map: '.length).words)).toBe('Found a README.')
})
