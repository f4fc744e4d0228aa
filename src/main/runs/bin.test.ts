import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { createRunRig } from '../../../test/support/run-rig.ts'
import { ended, says, saysAndHangs } from '../../../test/support/scripted-replies.ts'
import { BIN_MS, createBin } from './bin.ts'

async function open(reply = says('One.')) {
  const rig = createRunRig({ replies: [reply] })
  const removed: SessionId[] = []
  const gone: SessionId[] = []
  let time = 1_000
  const inBin = new Map<SessionId, number>()
  const bin = createBin({
    ...rig,
    purge: {
      remove: async (ids) => void removed.push(...ids),
      deletedBefore: (moment) => [...inBin].filter(([, at]) => at < moment).map(([id]) => id),
    },
    now: () => time,
    gone: (id) => void gone.push(id),
  })
  const id = await rig.open()
  const put = () => {
    bin.put(id)
    inBin.set(id, time)
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { ...rig, bin, id, put, pass, removed, gone }
}

describe('the bin', () => {
  it('takes a chat out of every list and gives it back as it was', async () => {
    const { bin, id, put, log, sessions } = await open()
    const { projectId } = sessions.get(id).meta
    if (projectId === null) throw new Error('The chat has no project.')
    const listed = () => [log.reader.chats(projectId, 9, true).total, log.reader.bin().length]
    sessions.update(id, { pinned: true })
    const before = log.reader.chat(id)
    put()
    expect(listed()).toEqual([0, 1])
    bin.restore(id)
    expect(listed()).toEqual([1, 0])
    expect(log.reader.chat(id)).toEqual(before)
    expect(() => bin.restore(id)).toThrow('not in the bin any more')
  })

  it('does not take a chat in which a run goes on', async () => {
    const { bin, id, say, until, messages } = await open(saysAndHangs('On and on'))
    say(id, 'Go')
    await until(id, () => messages(id).length > 0)
    expect(() => bin.put(id)).toThrow('still at work')
  })

  it('lets go of what has been in it for thirty days, and of nothing younger', async () => {
    const { bin, id, put, pass, removed, gone } = await open()
    put()
    pass(BIN_MS)
    expect(await bin.purgeOld()).toBe(0)
    pass(1)
    expect(await bin.purgeOld()).toBe(1)
    expect([removed, gone]).toEqual([[id], [id]])
  })

  it('is emptied at once when the person says so', async () => {
    const rig = await open()
    rig.say(rig.id, 'Go')
    await ended(rig, rig.id)
    rig.put()
    expect(await rig.bin.empty()).toBe(1)
    expect(rig.removed).toEqual([rig.id])
  })
})
