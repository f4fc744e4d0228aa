import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { createCompactionRig } from '../../../../test/support/rigs/compaction-rig.ts'
import type { Reply } from '../../../../test/support/rigs/run-rig.ts'
import { END, ended, runsOf, says } from '../../../../test/support/rigs/scripted-replies.ts'

describe('an answer that reaches the limit of the model', () => {
  const cut = (text: string): Reply =>
    async function* () {
      yield { t: 'text', block: 0, text }
      yield { ...END, stop: 'length' } as typeof END
    }
  const answers = (rig: ReturnType<typeof createCompactionRig>, sessionId: SessionId) =>
    rig.messages(sessionId).map(textOf)

  it('is continued until it is whole', async () => {
    const rig = createCompactionRig({ replies: [cut('One, '), cut('two, '), says('three.')], summaries: [] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Count')
    await ended(rig, sessionId)
    expect(answers(rig, sessionId)).toEqual(['Count', 'One, ', 'two, ', 'three.'])
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'completed', turns: 3 }])
  })

  it('is left as it is after three continuations', async () => {
    const rig = createCompactionRig({ replies: Array.from({ length: 9 }, () => cut('more ')), summaries: [] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Count')
    await ended(rig, sessionId)
    expect(answers(rig, sessionId)).toHaveLength(5)
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'completed', turns: 4 }])
    expect(rig.path(sessionId).at(-1)).toMatchObject({ payload: { message: { stop: 'length' } } })
  })
})
