import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { ProjectId, SessionId } from '#shared/ids.ts'
import { createSentTexts } from './sent-texts.ts'

const said = (role: string, text: string, channel?: string) =>
  ({
    kind: 'message',
    payload: {
      message: { role, parts: [{ t: 'text', text }] },
      ...(channel === undefined ? {} : { origin: { channel } }),
    },
  }) as unknown as DurableEvent

it('lists what the person sent, newest first and each text once', () => {
  const [newer, older] = [SessionId.parse('ses_00000001'), SessionId.parse('ses_00000002')]
  const messages = new Map([
    [
      newer,
      [said('user', 'One'), said('assistant', 'Yes'), said('user', 'Two'), said('user', 'Look', 'app')],
    ],
    [older, [said('user', 'Zero'), said('user', 'One'), said('user', 'x'.repeat(9_000))]],
  ])
  const sentTexts = createSentTexts({
    chatsOf: () => [{ id: newer }, { id: older }],
    messagesOf: (id) => messages.get(id) ?? [],
  })
  expect(sentTexts(ProjectId.parse('prj_00000001'))).toEqual(['Two', 'One', 'Zero'])
})
