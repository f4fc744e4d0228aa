import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ProjectId } from '#shared/ids.ts'
import { createRunRig, TEST_MODEL } from '../../../../test/support/rigs/run-rig.ts'
import { ended, says, transcript } from '../../../../test/support/rigs/scripted-replies.ts'

describe('a chat that begins with a message', () => {
  /** A chat that is made, in a log that may refuse what fits. */
  const made = async (refuses: (events: readonly NewDurableEvent[]) => boolean = () => false) => {
    const rig = createRunRig({ replies: [says('Hello.')] })
    const { publish } = rig.log.log
    rig.log.log.publish = (sessionId, events) => {
      if (refuses(events)) throw AppError.cancelled('The disk is full.')
      return publish(sessionId, events)
    }
    const chat = await rig.sessions.make({
      projectId: 'prj_00000001' as ProjectId,
      cwd: '/tmp',
      model: TEST_MODEL.ref,
      permissionMode: 'ask',
      title: 'A test',
    })
    return { rig, chat, open: () => rig.lane.open(chat, [{ t: 'text', text: 'Hi' }]) }
  }

  it('is stored with it and answers it', async () => {
    const { rig, chat, open } = await made()
    expect(rig.log.reader.sessionIds()).toEqual([])
    open()
    await ended(rig, chat.sessionId)
    expect(transcript(rig, chat.sessionId)).toEqual(['user: Hi', 'assistant: Hello.'])
    expect(rig.sessions.get(chat.sessionId).meta.title).toBe('A test')
  })

  it('is not there where its message was refused', async () => {
    const { rig, chat, open } = await made((events) => events.some(({ kind }) => kind === 'message'))
    expect(open).toThrow('The disk is full.')
    expect(rig.log.reader.sessionIds()).toEqual([])
    expect(() => rig.sessions.get(chat.sessionId)).toThrow(AppError)
    expect(rig.requests).toEqual([])
  })
})
