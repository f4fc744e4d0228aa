import { expect, it } from 'vitest'
import { ITEM_FIELDS } from '#shared/context/item-fields.ts'
import { BlobId, type SessionId } from '#shared/ids.ts'
import type { FilePart } from '#shared/session/message.ts'
import { createRunRig, type Reply } from '../../../../test/support/rigs/run-rig.ts'
import { END, ended, says } from '../../../../test/support/rigs/scripted-replies.ts'

const file = (name: string, mime = 'text/csv'): FilePart => ({
  t: 'file',
  mime,
  name,
  blobId: BlobId.parse(`blb_0000000${name[0]}`),
})
const words = { t: 'text', text: 'Read these' } as const

type Rig = ReturnType<typeof createRunRig>

/** The kinds of the branch in order, with the file of each item. */
function branch(rig: Rig, sessionId: SessionId) {
  const contextId = rig.sessions.get(sessionId).meta.activeContextId
  if (contextId === null) throw new Error('The chat has no history.')
  return rig.log.paths.of(sessionId, contextId).flatMap((event) => {
    if (event.kind === 'message') return [event.payload.message.role]
    return event.kind === 'harness.item'
      ? [`${ITEM_FIELDS.attachedBlob(event.payload)}: ${event.payload.content}`]
      : []
  })
}

it('adds the text of each attached file once, after its message', async () => {
  const rig = createRunRig({ replies: [says('Read.'), says('Again.')] })
  const sessionId = await rig.open()
  rig.lane.send(sessionId, [
    words,
    file('a.csv'),
    file('b.png', 'image/png'),
    file('c.pdf', 'application/pdf'),
  ])
  await ended(rig, sessionId, 1)
  const read = ['user', 'blb_0000000a: text of a.csv', 'blb_0000000c: text of c.pdf', 'assistant']
  expect(branch(rig, sessionId)).toEqual(read)
  rig.say(sessionId, 'And?')
  await ended(rig, sessionId, 2)
  expect(branch(rig, sessionId)).toEqual([...read, 'user', 'assistant'])
})

it('adds the text of files that waited with their message in the queue', async () => {
  let release = () => {}
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  const first: Reply = async function* () {
    await waiting
    yield { t: 'text', block: 0, text: 'First.' }
    yield END
  }
  const rig = createRunRig({ replies: [first, says('Read.')] })
  const sessionId = await rig.open()
  rig.say(sessionId, 'One')
  rig.lane.send(sessionId, [words, file('a.csv')])
  release()
  await ended(rig, sessionId, 2)
  expect(branch(rig, sessionId)).toEqual([
    'user',
    'assistant',
    'user',
    'blb_0000000a: text of a.csv',
    'assistant',
  ])
})
