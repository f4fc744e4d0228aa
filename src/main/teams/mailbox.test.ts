import { describe, expect, it } from 'vitest'
import { AT, openTeamRig, TEAM } from '../../../test/support/rigs/team-rig.ts'
import { createMailbox } from './mailbox.ts'
import { createMessageRows } from './message-rows.ts'

function open() {
  const rows = createMessageRows(openTeamRig().db)
  const mailbox = createMailbox({ rows, now: () => AT, changed: () => {} })
  const say = (from: string, to: string, text: string) =>
    mailbox.post(TEAM, {
      from,
      to: [to],
      toAll: false,
      body: { type: 'text', summary: text.slice(0, 20), text },
    })
  return { rows, mailbox, say }
}

describe('a mailbox', () => {
  it('is served a request to stop first, then who leads and the person, then the others', () => {
    const { mailbox, say } = open()
    say('Tomas', 'Mira', 'peer')
    say('lead', 'mira', 'from the lead')
    mailbox.post(TEAM, { from: 'lead', to: ['Mira'], toAll: false, body: { type: 'shutdown_request' } })
    say('you', 'Mira', 'from the person')
    const { shutdown, texts } = mailbox.mailOf(TEAM, 'Mira')
    expect(shutdown?.body).toEqual({ type: 'shutdown_request' })
    expect(texts.map(({ body }) => body.text)).toEqual(['from the lead', 'from the person', 'peer'])
  })

  it('keeps signals away from what is read', () => {
    const { mailbox } = open()
    mailbox.post(TEAM, {
      from: 'lead',
      to: ['Mira'],
      toAll: false,
      body: { type: 'task_assignment', card: 3, subject: 'Read' },
    })
    mailbox.post(TEAM, { from: 'lead', to: ['Mira'], toAll: false, body: { type: 'idle' } })
    const { texts, cards, others } = mailbox.mailOf(TEAM, 'Mira')
    expect([texts, cards.length, others.length]).toEqual([[], 1, 1])
  })

  it('refuses a text that is too long, and stores nothing of it', () => {
    const { mailbox, say } = open()
    expect(() => say('lead', 'Mira', '字'.repeat(30_000))).toThrow('at most 64 KB')
    expect(mailbox.newest(TEAM, 10)).toEqual([])
  })

  it('refuses more than it can hold, and gives it to nobody', () => {
    const { mailbox, say, rows } = open()
    for (let count = 0; count < 1_000; count += 1) say('lead', 'Mira', `Message ${count}`)
    const everybody = { from: 'lead', to: ['Tomas', 'Mira'], toAll: true } as const
    const oneMore = { type: 'text', summary: 'More', text: 'One more' } as const
    expect(() => mailbox.post(TEAM, { ...everybody, body: oneMore })).toThrow('mailbox of Mira is full')
    expect(rows.size(TEAM, 'Tomas').texts).toBe(0)
  })

  it('lets go of what was read long ago, and keeps what nobody has read', () => {
    const { mailbox, say, rows } = open()
    for (let count = 0; count < 300; count += 1) say('lead', 'Mira', `Message ${count}`)
    mailbox.read(TEAM, mailbox.mailOf(TEAM, 'Mira').texts)
    say('lead', 'Mira', 'The newest')
    expect(rows.size(TEAM, 'Mira').texts).toBe(201)
    expect(mailbox.mailOf(TEAM, 'Mira').texts.map(({ body }) => body.text)).toEqual(['The newest'])
  })

  it('shows what was said to everybody once', () => {
    const { mailbox } = open()
    mailbox.post(TEAM, {
      from: 'lead',
      to: ['Mira', 'Tomas'],
      toAll: true,
      body: { type: 'text', summary: 'Settled', text: 'Once per invoice.' },
    })
    expect(mailbox.newest(TEAM, 10)).toHaveLength(1)
    expect(mailbox.mailOf(TEAM, 'Tomas').texts).toHaveLength(1)
  })
})
